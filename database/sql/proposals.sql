-- name: cited_episodes
-- Those of the cited episodes that this agent has.
SELECT id, summary, statements, occurred_at, erased_at
FROM episodes
WHERE agent_id = $1 AND id = ANY ($2::text[])
ORDER BY id

-- name: mark_reflected
-- Compare and set: only what nobody reflected yet, locked in one order.
WITH free AS (
    SELECT id
    FROM episodes
    WHERE agent_id = $1 AND id = ANY ($2::text[]) AND reflected_at IS NULL
    ORDER BY id
    FOR UPDATE
)
UPDATE episodes
SET reflected_at = $4, reflected_by = $3
FROM free
WHERE episodes.id = free.id
RETURNING episodes.id
