-- Readers of the log remember how far they came; the master key can be changed.

-- How far a named reader has dealt with a log.
CREATE TABLE log_checkpoints (
    tenant   text COLLATE "C" NOT NULL,
    reader   text COLLATE "C" NOT NULL,
    position bigint NOT NULL CHECK (position >= 0),
    PRIMARY KEY (tenant, reader)
);

CREATE FUNCTION refuse_checkpoint_back() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.tenant <> OLD.tenant OR NEW.reader <> OLD.reader OR NEW.position <= OLD.position THEN
        RAISE EXCEPTION 'a checkpoint only moves forward'
            USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER forward_only BEFORE UPDATE ON log_checkpoints
    FOR EACH ROW EXECUTE FUNCTION refuse_checkpoint_back();
ALTER TABLE log_checkpoints ENABLE ALWAYS TRIGGER forward_only;

-- While a rotation runs: the master key that some data keys are still wrapped under.
ALTER TABLE sealing_secret ADD COLUMN rotating_from text;

GRANT SELECT, INSERT, UPDATE (position) ON log_checkpoints TO forge_api;
