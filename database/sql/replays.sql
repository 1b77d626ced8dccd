-- name: earlier
-- Replays of the same exchange, or of windows that touch this one, oldest first.
SELECT entry_id, first_position, last_position
FROM log_replays
WHERE tenant = $1
  AND erased_at IS NULL
  AND (correlation_id = $2
       OR $2::text IS NULL AND correlation_id IS NULL
          AND last_position >= $3 AND first_position <= $4)
ORDER BY created_at, entry_id

-- name: insert
-- A replay, with the part of the log that it has told.
INSERT INTO log_replays
    (tenant, entry_id, correlation_id, first_position, last_position, widened, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)

-- name: any_erased
-- Whether an entry that was read has been erased since.
SELECT EXISTS (
    SELECT FROM log_readable
    WHERE log = (SELECT log FROM log_heads WHERE tenant = $1)
      AND id = ANY ($2::text[])
      AND destroyed_at IS NOT NULL
)

-- name: erase
-- Replays that have told of one of these exchanges: their words go with it.
UPDATE log_replays
SET erased_at = $3
WHERE tenant = $1
  AND erased_at IS NULL
  AND EXISTS (
      SELECT FROM log_by_exchange AS gone
      WHERE gone.said_in = (SELECT log FROM log_heads WHERE tenant = $1)
        AND gone.exchange = ANY ($2::text[])
        AND gone.position BETWEEN first_position AND last_position
  )
RETURNING entry_id
