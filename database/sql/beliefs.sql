-- name: belief
-- One belief of an agent, as it is served.
SELECT * FROM served_beliefs WHERE agent_id = $1 AND id = $2

-- name: beliefs_by_id
-- Several beliefs of several agents at once: targets, successors, conflicts of a page of cards.
SELECT * FROM served_beliefs WHERE id = ANY ($1::text[])

-- name: beliefs
-- A page, newest first, going on after ($4, $5); a NULL filter lets everything through.
SELECT *
FROM served_beliefs
WHERE agent_id = $1
  AND ($2::text[] IS NULL OR status = ANY ($2))
  AND ($3::text[] IS NULL OR kind = ANY ($3))
  AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5::text))
ORDER BY created_at DESC, id DESC
LIMIT $6

-- name: count_beliefs
-- All that the page's filters let through.
SELECT count(*)
FROM served_beliefs
WHERE agent_id = $1
  AND ($2::text[] IS NULL OR status = ANY ($2))
  AND ($3::text[] IS NULL OR kind = ANY ($3))

-- name: vectors
-- The vectors of these beliefs that have one.
SELECT id, embedding, embedding_model
FROM beliefs
WHERE id = ANY ($1::text[]) AND embedding IS NOT NULL

-- name: live_beliefs
-- All that a new one is compared with, oldest first; a vector only where this model made it
-- in this width.
SELECT id, content, kind, scope, status, op, target_belief_id, confidence, version,
       source_episodes, created_at, updated_at,
       CASE WHEN embedding_model = $2 AND ($3::integer IS NULL OR vector_dims(embedding) = $3)
            THEN embedding END AS embedding
FROM beliefs
WHERE agent_id = $1 AND status IN ('pending', 'active')
ORDER BY created_at, id

-- name: forgotten_beliefs
-- What a person forgot and nobody erased, with the row of the audit that says when and by whom; a
-- vector only where this model made it in this width.
SELECT belief.id, belief.content, audit.*,
       CASE WHEN belief.embedding_model = $2
                 AND ($3::integer IS NULL OR vector_dims(belief.embedding) = $3)
            THEN belief.embedding END AS embedding
FROM beliefs AS belief
JOIN belief_audit AS audit
    ON audit.agent_id = belief.agent_id
    AND audit.belief_id = belief.id
    AND audit.version = belief.version
WHERE belief.agent_id = $1
  AND belief.status = 'forgotten'
  AND belief.op IN ('add', 'supersede')
  AND belief.erased_at IS NULL
ORDER BY belief.id

-- name: lock_beliefs
-- In the order of their ids, so that two who lock the same ones cannot wait for each other.
SELECT id FROM beliefs WHERE agent_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE

-- name: insert_belief
-- A belief's first version.
INSERT INTO beliefs (
    id, agent_id, content, content_digest, kind, scope, status, op, target_belief_id,
    target_version, confidence, rationale, source_episodes, review_reasons, version, run_id,
    embedding, embedding_model, created_at, updated_at
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)

-- name: revise_belief
-- A belief's next version; no row comes back when it is not the one after the stored one.
UPDATE beliefs
SET content = $3, content_digest = $4, kind = $5, scope = $6, status = $7, target_version = $8,
    confidence = $9, version = $10, superseded_by = $11, updated_at = $12,
    embedding = coalesce($13, embedding), embedding_model = coalesce($14, embedding_model)
WHERE agent_id = $1 AND id = $2 AND version = $10 - 1
RETURNING id

-- name: active_double
-- An active belief with these very words, other than those that are about to change.
SELECT id
FROM beliefs
WHERE agent_id = $1
  AND content_digest = ANY ($2::bytea[])
  AND status = 'active'
  AND id <> ALL ($3::text[])
LIMIT 1

-- name: active_by_weight
-- What an agent goes by, weightiest first: constraints, then whatever it is surest of.
SELECT belief.*
FROM served_beliefs AS belief
JOIN agents ON agents.id = belief.agent_id
WHERE agents.tenant_id = $1
  AND belief.status = 'active'
  AND (belief.agent_id = $2 OR ($3 AND belief.scope = 'org'))
ORDER BY (belief.kind = 'constraint') DESC, belief.confidence DESC, belief.updated_at DESC, belief.id
LIMIT $4
