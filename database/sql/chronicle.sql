-- name: turns_of_episodes
-- The turn behind each of these episodes, and the entries that hold its words.
SELECT id AS episode_id, turn_id, conversation_id, entry_ids
FROM episodes
WHERE agent_id = $1 AND id = ANY ($2::text[])
