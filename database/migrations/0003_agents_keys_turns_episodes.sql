-- Tenants, their agents and keys; what became of each turn; and the episodes that reflection reads.
-- Every family here can be looked up by tenant, so that a foreign row is not found, never refused.

CREATE TABLE tenants (
    id         text PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- An agent's id is unique in the installation: it names the one workflow that reflects for it.
CREATE TABLE agents (
    id         text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9._-]{1,64}$'),
    tenant_id  text NOT NULL REFERENCES tenants,
    name       text,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX agents_by_tenant ON agents (tenant_id, id);

-- A key is known by its digest alone; it is long and random, so a fast hash is enough.
CREATE TABLE api_keys (
    id           text PRIMARY KEY,
    tenant_id    text NOT NULL REFERENCES tenants,
    digest       bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
    role         text NOT NULL CHECK (role IN ('agent', 'worker', 'reviewer', 'admin')),
    -- NULL: every agent of the tenant.
    agents       text[],
    label        text,
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz,
    expires_at   timestamptz,
    revoked_at   timestamptz
);
CREATE INDEX api_keys_by_tenant ON api_keys (tenant_id, created_at, id);

-- What makes a turn the same turn: its keyed digest. The words themselves are in the log, sealed.
CREATE TABLE turns (
    agent_id        text NOT NULL REFERENCES agents,
    turn_id         text NOT NULL,
    conversation_id text NOT NULL,
    digest          bytea NOT NULL,
    episode_id      text NOT NULL UNIQUE,
    -- [{id, position, type, origin}, …]: where each message lies in the log.
    entries         jsonb NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (agent_id, turn_id)
);
CREATE INDEX turns_by_conversation ON turns (agent_id, conversation_id);

-- Redacted working text, in the clear: this is what search and reflection read.
CREATE TABLE episodes (
    id              text PRIMARY KEY,
    tenant_id       text NOT NULL REFERENCES tenants,
    agent_id        text NOT NULL REFERENCES agents,
    -- Of its first entry in the log: the order of episodes that claim the same time.
    position        bigint NOT NULL,
    turn_id         text NOT NULL,
    conversation_id text NOT NULL,
    task_ref        text,
    summary         text NOT NULL,
    -- [{said_by, part, text}, …]
    statements      jsonb NOT NULL,
    entry_ids       text[] NOT NULL,
    -- {type: count}
    redactions      jsonb NOT NULL,
    occurred_at     timestamptz NOT NULL,
    created_at      timestamptz NOT NULL,
    reflected_at    timestamptz,
    reflected_by    text,
    -- NULL while the vector is missing; its width is the model's.
    embedding       vector,
    embedding_model text,
    -- Of every statement: the summary is a selection of them.
    words           tsvector NOT NULL GENERATED ALWAYS AS
        (to_tsvector('english', jsonb_path_query_array(statements, '$[*].text'))) STORED,
    FOREIGN KEY (agent_id, turn_id) REFERENCES turns DEFERRABLE INITIALLY DEFERRED,
    CHECK ((embedding IS NULL) = (embedding_model IS NULL)),
    CHECK ((reflected_at IS NULL) = (reflected_by IS NULL))
);
CREATE INDEX episodes_in_order ON episodes (agent_id, occurred_at, position);
CREATE INDEX episodes_unreflected ON episodes (agent_id, occurred_at, position)
    WHERE reflected_at IS NULL;
CREATE INDEX episodes_by_conversation
    ON episodes (agent_id, conversation_id, occurred_at, position);
CREATE INDEX episodes_without_vector ON episodes (agent_id, occurred_at) WHERE embedding IS NULL;
CREATE INDEX episodes_words ON episodes USING gin (words);

GRANT SELECT, INSERT ON tenants, agents, api_keys, turns, episodes TO forge_api;
-- Row locks need UPDATE on one column at least; a name is the only thing of an agent that may move.
GRANT UPDATE (name) ON agents TO forge_api;
GRANT UPDATE (last_used_at, revoked_at) ON api_keys TO forge_api;
GRANT UPDATE (reflected_at, reflected_by, embedding, embedding_model) ON episodes TO forge_api;
