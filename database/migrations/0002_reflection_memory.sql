-- Reflection Memory: the log of each tenant, its chain of roots, and the keys that seal it.
-- Nothing here is ever updated or deleted but two things: the head of a log moves forward, and a
-- data key is destroyed (or wrapped anew under another master key, by the owner).
-- Times (`…_us`) are microseconds since 1970, UTC: exact, and an append is a tenth faster by them.

CREATE TYPE entry_origin AS ENUM ('INTERNAL', 'USER', 'ADVISOR', 'SYSTEM', 'EXTERNAL');
CREATE TYPE entry_lane AS ENUM ('EMOTIONAL', 'TECHNICAL', 'UNIFIED');
CREATE TYPE entry_type AS ENUM (
    'AGENT_COMMAND', 'AGENT_RESPONSE', 'AGENT_NOTIFICATION', 'MESSAGE', 'TOOL_USE', 'TOOL_RESULT',
    'MOOD_STATE', 'SPIKE', 'SYSTEM_NOTICE'
);

-- What digests and roots derive from, wrapped under the master key: also the check of that key.
CREATE TABLE sealing_secret (
    only_one      boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    master_key_id text NOT NULL,
    wrapped       bytea NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);

-- One key for all that is erased together: an exchange, a source's day, a belief.
CREATE TABLE data_keys (
    key_id        bytea PRIMARY KEY CHECK (octet_length(key_id) = 16),
    tenant        text NOT NULL,
    unit          text NOT NULL,
    master_key_id text NOT NULL,
    wrapped       bytea,
    created_at    timestamptz NOT NULL DEFAULT now(),
    destroyed_at  timestamptz,
    CONSTRAINT destroyed_for_good CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
);
CREATE UNIQUE INDEX data_keys_living ON data_keys (tenant, unit) WHERE destroyed_at IS NULL;

-- Where each log ends. Every append locks its row, which is what gives positions without a gap and
-- readers that skip nothing: a row is visible no later than any row behind it.
CREATE TABLE log_heads (
    log          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant       text NOT NULL UNIQUE,
    position     bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
    committed_us bigint NOT NULL DEFAULT 0,
    root         bytea NOT NULL CHECK (octet_length(root) = 32)
);

-- No foreign keys and few checks: their price a row is paid on every append, and the chain shows
-- whatever they would refuse. `sealed` is content, references and metadata, in one ciphertext.
CREATE TABLE log_entries (
    position       bigint NOT NULL,
    committed_us   bigint NOT NULL,
    occurred_us    bigint NOT NULL,
    sequence       bigint NOT NULL,
    log            integer NOT NULL,
    origin         entry_origin NOT NULL,
    lane           entry_lane NOT NULL,
    type           entry_type NOT NULL,
    id             text COLLATE "C" NOT NULL,
    source         text COLLATE "C" NOT NULL,
    correlation_id text COLLATE "C",
    key_id         bytea NOT NULL,
    digest         bytea NOT NULL,
    sealed         bytea NOT NULL,
    PRIMARY KEY (log, position),
    UNIQUE (log, id)
);
-- Ciphertext does not compress.
ALTER TABLE log_entries ALTER COLUMN sealed SET STORAGE EXTERNAL;
-- Also finds the last sequence of a source.
CREATE INDEX log_entries_by_source ON log_entries (log, source, position);
CREATE INDEX log_entries_by_correlation ON log_entries (log, correlation_id, position)
    WHERE correlation_id IS NOT NULL;

-- One row an append: the root after it proves its entries, the fingerprints name the broken one.
CREATE TABLE log_batches (
    log            integer NOT NULL,
    first_position bigint NOT NULL,
    last_position  bigint NOT NULL,
    committed_us   bigint NOT NULL,
    fingerprints   bytea NOT NULL,
    root           bytea NOT NULL,
    PRIMARY KEY (log, first_position)
);
ALTER TABLE log_batches ALTER COLUMN fingerprints SET STORAGE EXTERNAL;
-- From a time to a position: times increase with positions, so one index over batches is enough.
CREATE INDEX log_batches_by_time ON log_batches (log, committed_us);

-- An entry with what it takes to open it; a destroyed key has no `wrapped`.
CREATE VIEW log_readable AS
SELECT entry.*, key.tenant, key.unit, key.master_key_id, key.wrapped, key.destroyed_at
FROM log_entries AS entry LEFT JOIN data_keys AS key USING (key_id);

CREATE FUNCTION refuse_step_back() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.log <> OLD.log OR NEW.tenant <> OLD.tenant
        OR NEW.position <= OLD.position OR NEW.committed_us <= OLD.committed_us
    THEN
        RAISE EXCEPTION 'the head of a log only moves forward'
            USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_key_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.key_id <> OLD.key_id OR NEW.tenant <> OLD.tenant OR NEW.unit <> OLD.unit
        OR NEW.created_at <> OLD.created_at OR OLD.destroyed_at IS NOT NULL
        OR (NEW.wrapped IS NOT NULL AND NEW.master_key_id = OLD.master_key_id)
    THEN
        RAISE EXCEPTION 'a data key can be destroyed or wrapped anew, nothing else'
            USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_batches
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON log_heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forward_only BEFORE UPDATE ON log_heads
    FOR EACH ROW EXECUTE FUNCTION refuse_step_back();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON data_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER destroyed_at_most BEFORE UPDATE ON data_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON sealing_secret
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE log_entries ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE log_batches ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE log_heads ENABLE ALWAYS TRIGGER never_removed;
ALTER TABLE log_heads ENABLE ALWAYS TRIGGER forward_only;
ALTER TABLE data_keys ENABLE ALWAYS TRIGGER never_removed;
ALTER TABLE data_keys ENABLE ALWAYS TRIGGER destroyed_at_most;
ALTER TABLE sealing_secret ENABLE ALWAYS TRIGGER never_removed;

GRANT SELECT, INSERT ON log_entries, log_batches, log_heads, data_keys, sealing_secret TO forge_api;
GRANT SELECT ON log_readable TO forge_api;
GRANT UPDATE (position, committed_us, root) ON log_heads TO forge_api;
GRANT UPDATE (wrapped, destroyed_at) ON data_keys TO forge_api;
