-- name: read
-- How far a reader has come.
SELECT position FROM log_checkpoints WHERE tenant = $1 AND reader = $2;

-- name: advance
-- Moves a reader forward, unless it stands there already or the log does not reach so far.
WITH head AS (
    SELECT position AS log_end FROM log_heads WHERE tenant = $1
), moved AS (
    INSERT INTO log_checkpoints (tenant, reader, position)
    SELECT $1, $2, $3 FROM head WHERE log_end >= $3
    ON CONFLICT (tenant, reader) DO UPDATE SET position = excluded.position
    WHERE log_checkpoints.position < excluded.position
    RETURNING 1
)
SELECT log_end, EXISTS (SELECT FROM moved) AS moved FROM head;
