-- name: lock_turn
-- Two that record the same turn at once come one after the other; it ends with the transaction.
SELECT pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))

-- name: turn
-- What a turn was recorded as.
SELECT digest, episode_id, entries, erased_at FROM turns WHERE agent_id = $1 AND turn_id = $2

-- name: insert_turn
-- A turn, once.
INSERT INTO turns (agent_id, turn_id, conversation_id, digest, episode_id, entries, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
