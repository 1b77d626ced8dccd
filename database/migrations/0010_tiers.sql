-- Each agent's tiers: its own view of entries of the log, by id. Verbatim words are never here.

CREATE TABLE tier_records (
    agent_id          text NOT NULL REFERENCES agents (id),
    original_entry_id text NOT NULL,
    position          bigint NOT NULL,
    tier              text NOT NULL CHECK (tier IN ('working', 'long_term')),
    -- 0 verbatim (in the log), 1 key sentences, 2 a summary, 3 vector and tags.
    rung              integer NOT NULL CHECK (rung BETWEEN 0 AND 3),
    -- Of the long term: seen verbatim for a moment; unused, that dissolves.
    cue               boolean NOT NULL DEFAULT false,
    text              text NOT NULL DEFAULT '',
    framing           text NOT NULL DEFAULT '',
    tags              text[] NOT NULL DEFAULT '{}',
    emotional_weight  double precision NOT NULL DEFAULT 0 CHECK (emotional_weight BETWEEN 0 AND 1),
    tokens            integer NOT NULL CHECK (tokens >= 0),
    used              integer NOT NULL DEFAULT 0,
    occurred_at       timestamptz NOT NULL,
    touched_at        timestamptz NOT NULL,
    embedding         vector,
    embedding_model   text,
    PRIMARY KEY (agent_id, original_entry_id),
    CHECK ((embedding IS NULL) = (embedding_model IS NULL)),
    CHECK (tier = 'working' AND rung <= 2 AND NOT cue OR tier = 'long_term' AND rung >= 1),
    CHECK (rung IN (1, 2) OR text = '')
);
CREATE INDEX tier_records_in_order ON tier_records (agent_id, tier, position);
CREATE INDEX tier_records_by_entry ON tier_records (original_entry_id);

-- How an agent's records fade, how far the log was taken in, and how its reads went.
CREATE TABLE tier_settings (
    agent_id      text PRIMARY KEY REFERENCES agents (id),
    taken_in      bigint NOT NULL DEFAULT 0,
    faded_at      timestamptz,
    budget_tokens integer NOT NULL DEFAULT 4000 CHECK (budget_tokens > 0),
    thresholds    double precision[] NOT NULL DEFAULT '{0.5,1.0,1.5}'
        CHECK (array_length(thresholds, 1) = 3),
    reads         bigint NOT NULL DEFAULT 0,
    rehydrated    bigint NOT NULL DEFAULT 0,
    used_at_once  bigint NOT NULL DEFAULT 0
);

GRANT SELECT, INSERT, UPDATE, DELETE ON tier_records TO forge_api;
GRANT SELECT, INSERT, UPDATE ON tier_settings TO forge_api;
