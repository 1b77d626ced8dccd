-- A page of what a source said, or of an exchange, is read a stretch at a time and not an entry at a
-- time: what is rare in a source is found ten times sooner. A page's few keys are joined by its query.

DROP VIEW log_by_source, log_by_exchange;

-- What a source said, and what belongs to an exchange, from its stretches, each with where its
-- stretch `begins`: ordered by that and position, a page needs no sort of the rest. No stretch is as
-- long as the limit, which tells a planner how little it is: else it would rather read the whole log.
CREATE VIEW log_by_source AS
SELECT stretch.source AS said_by, stretch.log AS said_in, stretch.position AS begins, entry.*
FROM log_entries AS stretch
CROSS JOIN LATERAL (
    SELECT * FROM log_entries
    WHERE log = stretch.log
        AND position BETWEEN stretch.position AND stretch.position + stretch.source_reach
    ORDER BY position
    LIMIT 1000
) AS entry
WHERE stretch.source_reach IS NOT NULL AND entry.source = stretch.source;

CREATE VIEW log_by_exchange AS
SELECT stretch.correlation_id AS exchange, stretch.log AS said_in, stretch.position AS begins,
       entry.*
FROM log_entries AS stretch
CROSS JOIN LATERAL (
    SELECT * FROM log_entries
    WHERE log = stretch.log
        AND position BETWEEN stretch.position AND stretch.position + stretch.correlation_reach
    ORDER BY position
    LIMIT 1000
) AS entry
WHERE stretch.correlation_id IS NOT NULL AND stretch.correlation_reach IS NOT NULL
    AND entry.correlation_id = stretch.correlation_id;

GRANT SELECT ON log_by_source, log_by_exchange TO forge_api;
