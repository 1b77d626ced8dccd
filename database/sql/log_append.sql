-- name: create_head
-- Begins a tenant's log, unless another writer has just begun it.
INSERT INTO log_heads (tenant, root) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: lock_head
-- Makes this transaction the only one that appends to the tenant's log.
SELECT log, position, committed_us, root FROM log_heads WHERE tenant = $1 FOR UPDATE;

-- name: read_under_lock
-- What an append must know once nobody else can append: a statement of its own, after the lock, so
-- that it sees what the last holder committed.
SELECT
    clock_timestamp() AS now,
    ARRAY(
        SELECT ROW (id, position, committed_us, sequence, digest)
        FROM log_entries
        WHERE log = $1 AND id = ANY ($3::text[])
    ) AS known,
    ARRAY(
        SELECT ROW (writer.source, (
            SELECT sequence FROM log_entries
            WHERE log = $1 AND source = writer.source
            ORDER BY position DESC LIMIT 1
        ))
        FROM unnest($4::text[]) AS writer (source)
    ) AS sequences,
    ARRAY(
        SELECT ROW (tenant, unit, key_id, master_key_id, wrapped)
        FROM data_keys
        WHERE tenant = $2 AND unit = ANY ($5::text[]) AND destroyed_at IS NULL
    ) AS keys;

-- name: close_batch
-- Chains the batch, moves the head, and hints to subscribers that there is something new.
WITH batch AS (
    INSERT INTO log_batches (log, first_position, last_position, committed_us, fingerprints, root)
    VALUES ($1, $2, $3, $4, $5, $6)
), head AS (
    UPDATE log_heads SET position = $3, committed_us = $7, root = $6 WHERE log = $1
)
SELECT pg_notify('reflection_memory', '');
