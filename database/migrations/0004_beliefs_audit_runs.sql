-- Beliefs, the audit that outlives them, and the reports of the runs that proposed them.

CREATE TABLE runs (
    agent_id       text NOT NULL REFERENCES agents (id),
    run_id         text NOT NULL CHECK (char_length(run_id) BETWEEN 1 AND 200),
    outcome        text NOT NULL CHECK (outcome IN
        ('proposed', 'nothing_new', 'nothing_to_reflect', 'dry_run', 'overtaken', 'failed')),
    -- Of what was sent, keyed: tells a repeated call from another one that took its id.
    request_digest bytea NOT NULL CHECK (octet_length(request_digest) = 32),
    report         jsonb NOT NULL CHECK (jsonb_typeof(report) = 'object'),
    -- What a repeated call is answered, item by item.
    results        jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(results) = 'array'),
    started_at     timestamptz NOT NULL,
    recorded_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (agent_id, run_id)
);
CREATE INDEX runs_newest ON runs (agent_id, started_at DESC, run_id DESC);

CREATE TABLE beliefs (
    id               text PRIMARY KEY CHECK (id ~ '^bel_[0-9a-f]{32}$'),
    agent_id         text NOT NULL REFERENCES agents (id),
    content          text NOT NULL,
    -- SHA-256 of the gate's normalised wording: what "an exact double" means.
    content_digest   bytea NOT NULL CHECK (octet_length(content_digest) = 32),
    kind             text NOT NULL CHECK (kind IN ('preference', 'fact', 'procedure', 'constraint')),
    scope            text NOT NULL CHECK (scope IN ('agent', 'org')),
    status           text NOT NULL CHECK (status IN
        ('pending', 'active', 'forgotten', 'superseded', 'applied')),
    op               text NOT NULL CHECK (op IN
        ('add', 'strengthen', 'weaken', 'forget', 'supersede')),
    target_belief_id text,
    target_version   integer CHECK (target_version >= 1),
    confidence       double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    rationale        text NOT NULL,
    source_episodes  text[] NOT NULL,
    review_reasons   jsonb NOT NULL CHECK (jsonb_typeof(review_reasons) = 'array'),
    version          integer NOT NULL CHECK (version >= 1),
    run_id           text,
    superseded_by    text,
    embedding        vector,
    embedding_model  text,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL CHECK (updated_at >= created_at),
    erased_at        timestamptz,
    words            tsvector GENERATED ALWAYS AS (to_tsvector('english', content)) STORED,

    UNIQUE (agent_id, id),
    -- Composite, so that no belief can name another agent's belief or run.
    FOREIGN KEY (agent_id, target_belief_id) REFERENCES beliefs (agent_id, id),
    FOREIGN KEY (agent_id, superseded_by) REFERENCES beliefs (agent_id, id),
    -- Checked at commit: the report is written last, from what became of the beliefs.
    FOREIGN KEY (agent_id, run_id) REFERENCES runs (agent_id, run_id)
        DEFERRABLE INITIALLY DEFERRED,

    CONSTRAINT a_change_has_a_target CHECK ((op = 'add') = (target_belief_id IS NULL)),
    CONSTRAINT a_target_has_a_version CHECK
        ((target_belief_id IS NULL) = (target_version IS NULL)),
    CONSTRAINT only_words_become_active CHECK
        (status NOT IN ('active', 'superseded') OR op IN ('add', 'supersede')),
    CONSTRAINT only_changes_are_applied CHECK
        (status <> 'applied' OR op IN ('strengthen', 'weaken', 'forget')),
    CONSTRAINT the_superseded_names_its_successor CHECK
        ((status = 'superseded') = (superseded_by IS NOT NULL)),
    CONSTRAINT a_vector_names_its_model CHECK
        ((embedding IS NULL) = (embedding_model IS NULL)),
    CONSTRAINT the_erased_is_never_active CHECK (erased_at IS NULL OR status <> 'active')
);
-- The rule that two doors at once could otherwise step round.
CREATE UNIQUE INDEX beliefs_no_active_double ON beliefs (agent_id, content_digest)
    WHERE status = 'active';
CREATE INDEX beliefs_newest ON beliefs (agent_id, created_at DESC, id DESC);
CREATE INDEX beliefs_open ON beliefs (agent_id, created_at DESC, id DESC)
    WHERE status = 'pending';
CREATE INDEX beliefs_active ON beliefs (agent_id, scope) WHERE status = 'active';
CREATE INDEX beliefs_by_target ON beliefs (agent_id, target_belief_id)
    WHERE target_belief_id IS NOT NULL;
CREATE INDEX beliefs_by_successor ON beliefs (agent_id, superseded_by)
    WHERE superseded_by IS NOT NULL;
CREATE INDEX beliefs_by_run ON beliefs (agent_id, run_id) WHERE run_id IS NOT NULL;
CREATE INDEX beliefs_by_episode ON beliefs USING gin (source_episodes);
CREATE INDEX beliefs_by_word ON beliefs USING gin (words);

-- A belief as it is served: everything but the vector, which only few readers want.
CREATE VIEW served_beliefs WITH (security_invoker = true) AS
SELECT id, agent_id, content, kind, scope, status, op, target_belief_id, target_version,
       confidence, rationale, source_episodes, review_reasons, version, run_id, superseded_by,
       created_at, updated_at, erased_at, embedding_model
FROM beliefs;

-- One row an agent: the end of its chain, and the one lock under which its beliefs change.
CREATE TABLE belief_audit_heads (
    agent_id text PRIMARY KEY REFERENCES agents (id),
    position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
    root     bytea NOT NULL CHECK (octet_length(root) = 32),
    at       timestamptz NOT NULL DEFAULT 'epoch'
);

-- Every version that a belief ever had. No foreign key to beliefs: the audit outlives them.
CREATE TABLE belief_audit (
    agent_id       text NOT NULL REFERENCES agents (id),
    position       bigint NOT NULL CHECK (position >= 1),
    -- The position of the first row written by the same act: a change and its target share it.
    decision       bigint NOT NULL CHECK (decision BETWEEN 1 AND position),
    belief_id      text NOT NULL,
    version        integer NOT NULL CHECK (version >= 1),
    action         text NOT NULL CHECK (action IN
        ('propose', 'keep', 'forget', 'edit', 'restore', 'undo', 'erase',
         'strengthened', 'weakened', 'forgotten', 'superseded')),
    from_status    text CHECK (from_status IN
        ('pending', 'active', 'forgotten', 'superseded', 'applied')),
    to_status      text NOT NULL CHECK (to_status IN
        ('pending', 'active', 'forgotten', 'superseded', 'applied')),
    kind           text NOT NULL,
    scope          text NOT NULL,
    confidence     double precision NOT NULL,
    target_version integer,
    superseded_by  text,
    -- The words, the reason and the label of whoever acted, under the belief's own data key.
    sealed         bytea NOT NULL,
    data_key_id    bytea NOT NULL CHECK (octet_length(data_key_id) = 16),
    key_id         text NOT NULL,
    role           text NOT NULL CHECK (role IN ('agent', 'worker', 'reviewer', 'admin')),
    run_id         text,
    at             timestamptz NOT NULL,
    root           bytea NOT NULL CHECK (octet_length(root) = 32),

    PRIMARY KEY (agent_id, position),
    UNIQUE (agent_id, belief_id, version),
    CHECK ((from_status IS NULL) = (version = 1))
);
CREATE INDEX belief_audit_by_decision ON belief_audit (agent_id, decision);

-- No version of a belief is ever committed without its row in the audit.
ALTER TABLE beliefs ADD CONSTRAINT every_version_is_audited
    FOREIGN KEY (agent_id, id, version) REFERENCES belief_audit (agent_id, belief_id, version)
    DEFERRABLE INITIALLY DEFERRED;

CREATE FUNCTION refuse_unversioned_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.agent_id, NEW.op, NEW.target_belief_id, NEW.run_id, NEW.created_at)
        IS DISTINCT FROM
        (OLD.id, OLD.agent_id, OLD.op, OLD.target_belief_id, OLD.run_id, OLD.created_at)
    THEN
        RAISE EXCEPTION 'what a belief is and where it came from never changes'
            USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
    IF NEW.version NOT IN (OLD.version, OLD.version + 1) OR (
        NEW.version = OLD.version AND
        (NEW.content, NEW.kind, NEW.scope, NEW.status, NEW.target_version, NEW.confidence,
         NEW.superseded_by)
        IS DISTINCT FROM
        (OLD.content, OLD.kind, OLD.scope, OLD.status, OLD.target_version, OLD.confidence,
         OLD.superseded_by)
    ) THEN
        RAISE EXCEPTION 'a belief changes only as its next version'
            USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_audit_step_back() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.agent_id <> OLD.agent_id OR NEW.position <= OLD.position OR NEW.at <= OLD.at THEN
        RAISE EXCEPTION 'the head of an audit only moves forward'
            USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER version_by_version BEFORE UPDATE ON beliefs
    FOR EACH ROW EXECUTE FUNCTION refuse_unversioned_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON belief_audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON belief_audit_heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forward_only BEFORE UPDATE ON belief_audit_heads
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_step_back();

ALTER TABLE beliefs ENABLE ALWAYS TRIGGER version_by_version;
ALTER TABLE belief_audit ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE belief_audit_heads ENABLE ALWAYS TRIGGER never_removed;
ALTER TABLE belief_audit_heads ENABLE ALWAYS TRIGGER forward_only;

GRANT SELECT, INSERT ON runs, belief_audit, belief_audit_heads TO forge_api;
GRANT SELECT, INSERT, UPDATE ON beliefs TO forge_api;
GRANT SELECT ON served_beliefs TO forge_api;
GRANT UPDATE (position, root, at) ON belief_audit_heads TO forge_api;
