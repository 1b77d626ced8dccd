-- name: insert_episode
-- What one turn taught; no vector while the embedder is down.
INSERT INTO episodes (
    id, tenant_id, agent_id, position, turn_id, conversation_id, task_ref, summary, statements,
    entry_ids, redactions, occurred_at, created_at, embedding, embedding_model
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)

-- name: episodes
-- A page of the complete list, oldest first, after a row; each filter may be NULL.
SELECT id, agent_id, turn_id, conversation_id, task_ref, summary, statements, entry_ids, redactions,
       occurred_at, created_at, reflected_at, reflected_by, embedding_model,
       erased_at, CASE WHEN $8 THEN embedding END AS vector
FROM episodes
WHERE agent_id = $1
  AND ($2::boolean IS NULL OR (reflected_at IS NOT NULL) = $2)
  AND ($3::timestamptz IS NULL OR occurred_at >= $3)
  AND ($4::text[] IS NULL OR id = ANY ($4))
  AND ($5::timestamptz IS NULL OR (occurred_at, position) > (
      $5, (SELECT last.position FROM episodes AS last WHERE last.agent_id = $1 AND last.id = $6)
  ))
ORDER BY occurred_at, position
LIMIT $7

-- name: count_episodes
-- How many the list holds in all, under the same filters.
SELECT count(*)
FROM episodes
WHERE agent_id = $1
  AND ($2::boolean IS NULL OR (reflected_at IS NOT NULL) = $2)
  AND ($3::timestamptz IS NULL OR occurred_at >= $3)
  AND ($4::text[] IS NULL OR id = ANY ($4))

-- name: episode
-- One episode, without its vector.
SELECT id, agent_id, turn_id, conversation_id, task_ref, summary, statements, entry_ids, redactions,
       occurred_at, created_at, reflected_at, reflected_by, embedding_model,
       erased_at
FROM episodes
WHERE agent_id = $1 AND id = $2
