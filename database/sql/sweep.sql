-- name: lock_patience
-- A sweep waits so long for a table that somebody reads, then gives up.
SELECT set_config('lock_timeout', $1, false)

-- name: is_superuser
-- Whether this role may also rewrite the statistics and the write-ahead log.
SELECT rolsuper FROM pg_roles WHERE rolname = current_user

-- name: rewrite_turns
-- Into a new file: what was cleared stands in the old one's gaps.
VACUUM (FULL, ANALYZE) turns

-- name: rewrite_episodes
-- With its indexes: the one over words keeps each word that it ever held.
VACUUM (FULL, ANALYZE) episodes

-- name: rewrite_beliefs
-- With its indexes, as well.
VACUUM (FULL, ANALYZE) beliefs

-- name: rewrite_runs
-- Reports quoted beliefs.
VACUUM (FULL, ANALYZE) runs

-- name: rewrite_data_keys
-- Where a destroyed key stood, wrapped.
VACUUM (FULL, ANALYZE) data_keys

-- name: rewrite_tier_records
-- Key sentences and framings.
VACUUM (FULL, ANALYZE) tier_records

-- name: rewrite_statistics
-- The planner's samples hold values of columns.
VACUUM (FULL) pg_statistic

-- name: checkpoint
-- Everything of the write-ahead log that came before is needed no more.
CHECKPOINT

-- name: count_unarchived
-- Full files that the archive has not taken yet; without one there are none.
SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'

-- name: count_segments
-- Files of the write-ahead log; those before the last checkpoint are used again as they are.
SELECT count(*) FROM pg_ls_waldir()

-- name: fill_segment
-- Begins the next file; the rest of this one is filled with zeros.
SELECT pg_logical_emit_message(false, 'sweep', ''), pg_switch_wal()
