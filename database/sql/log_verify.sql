-- name: read_head
-- Where the tenant's log ends, and under which root.
SELECT log, position, committed_us, root FROM log_heads WHERE tenant = $1;

-- name: all_heads
-- Where every log ends.
SELECT tenant, position, root FROM log_heads WHERE position > 0 ORDER BY tenant;

-- name: page_batches
-- Batches in order, up to a position.
SELECT first_position, last_position, committed_us, fingerprints, root
FROM log_batches
WHERE log = $1 AND first_position > $2 AND first_position <= $3
ORDER BY first_position
LIMIT $4;

-- name: page_entries
-- Sealed entries in order, up to a position.
SELECT *
FROM log_readable
WHERE log = $1 AND position > $2 AND position <= $3
ORDER BY position
LIMIT $4;
