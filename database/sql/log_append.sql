-- name: create_head
-- Begins a tenant's log, unless another writer has just begun it.
INSERT INTO log_heads (tenant, root) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: lock
-- Makes this transaction the only one that appends to the tenant's log, and tells it what it must
-- know. The head is the newest, the rest is as the statement began: no older, if `is_current`.
-- Each name is looked up by itself: before a new table's first statistics a planner would rather
-- read the whole log for `= ANY`.
SELECT
    head.*,
    head.position = (SELECT position FROM log_heads WHERE tenant = $1) AS is_current,
    clock_timestamp() AS now,
    ARRAY(
        SELECT ROW (found.*)
        FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
            SELECT id, position, committed_us, sequence, digest
            FROM log_entries
            WHERE log = head.log AND id = asked.id
            LIMIT 1
        ) AS found
    ) AS known,
    ARRAY(
        SELECT ROW (writer.source, (
            SELECT sequence FROM log_entries
            WHERE log = head.log AND position = (
                SELECT position + source_reach FROM log_entries
                WHERE log = head.log AND source = writer.source AND source_reach IS NOT NULL
                ORDER BY position DESC LIMIT 1
            )
        ))
        FROM unnest($3::text[]) AS writer (source)
    ) AS sequences,
    ARRAY(
        SELECT ROW (found.*)
        FROM unnest($4::text[]) AS asked (unit) CROSS JOIN LATERAL (
            SELECT tenant, unit, key_id, master_key_id, wrapped
            FROM data_keys
            WHERE tenant = $1 AND unit = asked.unit AND destroyed_at IS NULL
            LIMIT 1
        ) AS found
    ) AS keys
FROM (
    SELECT log, position, committed_us, root FROM log_heads WHERE tenant = $1 FOR UPDATE
) AS head;

-- name: close_batch
-- Chains the batch, moves the head, and hints to subscribers that there is something new.
WITH batch AS (
    INSERT INTO log_batches (log, first_position, last_position, committed_us, fingerprints, root)
    VALUES ($1, $2, $3, $4, $5, $6)
), head AS (
    UPDATE log_heads SET position = $3, committed_us = $7, root = $6 WHERE log = $1
)
SELECT pg_notify('reflection_memory', '');
