-- name: stale_episodes
-- Summaries of a tenant's episodes that have no vector of this model and width.
SELECT id, summary AS text
FROM episodes
WHERE tenant_id = $1
  AND erased_at IS NULL
  AND (embedding_model IS DISTINCT FROM $2
       OR ($3::integer IS NOT NULL AND vector_dims(embedding) <> $3))
LIMIT $4

-- name: count_stale_episodes
-- How many of them there are.
SELECT count(*)
FROM episodes
WHERE tenant_id = $1
  AND erased_at IS NULL
  AND (embedding_model IS DISTINCT FROM $2
       OR ($3::integer IS NOT NULL AND vector_dims(embedding) <> $3))

-- name: renew_episodes
-- Only where the text is still the one that was embedded: it may have been erased meanwhile.
UPDATE episodes
SET embedding = $3, embedding_model = $4
WHERE id = $1 AND summary = $2 AND erased_at IS NULL

-- name: stale_beliefs
-- Contents of a tenant's beliefs that have no vector of this model and width.
SELECT beliefs.id, content AS text
FROM beliefs JOIN agents ON agents.id = agent_id
WHERE tenant_id = $1
  AND erased_at IS NULL
  AND (embedding_model IS DISTINCT FROM $2
       OR ($3::integer IS NOT NULL AND vector_dims(embedding) <> $3))
ORDER BY status IN ('pending', 'active') DESC
LIMIT $4

-- name: count_stale_beliefs
-- How many of them there are.
SELECT count(*)
FROM beliefs JOIN agents ON agents.id = agent_id
WHERE tenant_id = $1
  AND erased_at IS NULL
  AND (embedding_model IS DISTINCT FROM $2
       OR ($3::integer IS NOT NULL AND vector_dims(embedding) <> $3))

-- name: renew_beliefs
-- Only where the words are still those that were embedded: a person may have edited them meanwhile.
UPDATE beliefs
SET embedding = $3, embedding_model = $4
WHERE id = $1 AND content = $2 AND erased_at IS NULL
