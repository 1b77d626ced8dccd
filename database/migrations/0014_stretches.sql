-- The log's indexes by source and by exchange hold where a stretch begins, not every entry: an append
-- costs a third less by that. A reach says how many positions further the stretch's last entry is.
-- What was recorded before is a stretch an entry.

ALTER TABLE log_entries
    ADD COLUMN source_reach integer DEFAULT 0,
    ADD COLUMN correlation_reach integer DEFAULT 0;
ALTER TABLE log_entries
    ALTER COLUMN source_reach DROP DEFAULT,
    ALTER COLUMN correlation_reach DROP DEFAULT;

DROP INDEX log_entries_by_source;
DROP INDEX log_entries_by_correlation;
-- Also finds the last sequence of a source.
CREATE INDEX log_entries_by_source ON log_entries (log, source, position) INCLUDE (source_reach)
    WHERE source_reach IS NOT NULL;
CREATE INDEX log_entries_by_correlation ON log_entries (log, correlation_id, position)
    INCLUDE (correlation_reach) WHERE correlation_id IS NOT NULL AND correlation_reach IS NOT NULL;

-- A view has the columns that its table had when it was made.
CREATE OR REPLACE VIEW log_readable AS
SELECT entry.position, entry.committed_us, entry.occurred_us, entry.sequence, entry.log,
       entry.origin, entry.lane, entry.type, entry.id, entry.source, entry.correlation_id,
       entry.key_id, entry.digest, entry.sealed,
       key.tenant, key.unit, key.master_key_id, key.wrapped, key.destroyed_at,
       entry.source_reach, entry.correlation_reach
FROM log_entries AS entry LEFT JOIN data_keys AS key USING (key_id);

-- What a source said, and what belongs to an exchange, from its stretches, each with where its
-- stretch `begins`: ordered by that and position, a page needs no sort of the rest. Entries are had one
-- by one: a planner that cannot know how few they are would rather read the whole log.
CREATE VIEW log_by_source AS
SELECT stretch.source AS said_by, stretch.log AS said_in, stretch.position AS begins, entry.*
FROM log_entries AS stretch
CROSS JOIN LATERAL generate_series(0, stretch.source_reach) AS reached (place)
CROSS JOIN LATERAL (
    SELECT * FROM log_readable
    WHERE log = stretch.log AND position = stretch.position + reached.place
    LIMIT 1
) AS entry
WHERE stretch.source_reach IS NOT NULL AND entry.source = stretch.source;

CREATE VIEW log_by_exchange AS
SELECT stretch.correlation_id AS exchange, stretch.log AS said_in, stretch.position AS begins,
       entry.*
FROM log_entries AS stretch
CROSS JOIN LATERAL generate_series(0, stretch.correlation_reach) AS reached (place)
CROSS JOIN LATERAL (
    SELECT * FROM log_readable
    WHERE log = stretch.log AND position = stretch.position + reached.place
    LIMIT 1
) AS entry
WHERE stretch.correlation_id IS NOT NULL AND stretch.correlation_reach IS NOT NULL
    AND entry.correlation_id = stretch.correlation_id;

GRANT SELECT ON log_by_source, log_by_exchange TO forge_api;
