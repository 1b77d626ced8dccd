-- name: source_episodes
-- The episodes that a belief cites, in the order of memory.
SELECT id, agent_id, turn_id, conversation_id, task_ref, summary, statements, entry_ids, redactions,
       occurred_at, created_at, reflected_at, reflected_by, embedding_model,
       erased_at
FROM episodes
WHERE agent_id = $1 AND id = ANY ($2::text[])
ORDER BY occurred_at, id
