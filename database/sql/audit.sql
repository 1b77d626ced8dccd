-- name: ensure_head
-- An agent's chain begins with its first belief; doing it again changes nothing.
INSERT INTO belief_audit_heads (agent_id, root) VALUES ($1, $2)
ON CONFLICT (agent_id) DO NOTHING

-- name: lock_head
-- The end of the chain, held until the transaction ends.
SELECT position, root, at FROM belief_audit_heads WHERE agent_id = $1 FOR UPDATE

-- name: head
-- The end of the chain, as a reader sees it.
SELECT position, root FROM belief_audit_heads WHERE agent_id = $1

-- name: move_head
-- The chain's new end; only whoever holds the lock gets here.
UPDATE belief_audit_heads SET position = $2, root = $3, at = $4 WHERE agent_id = $1

-- name: insert_audit
-- One version of one belief, linked to the row before it.
INSERT INTO belief_audit (
    agent_id, position, decision, belief_id, version, action, from_status, to_status, kind, scope,
    confidence, target_version, superseded_by, sealed, data_key_id, key_id, role, run_id, at, root
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)

-- name: audit_of_belief
-- Everything that ever happened to a belief, newest first.
SELECT * FROM belief_audit WHERE agent_id = $1 AND belief_id = $2 ORDER BY version DESC

-- name: last_decision
-- The rows of the act that gave a belief its present version, in the order they were written.
SELECT *
FROM belief_audit
WHERE agent_id = $1 AND decision = (
    SELECT decision
    FROM belief_audit
    WHERE agent_id = $1 AND belief_id = $2
    ORDER BY version DESC
    LIMIT 1
)
ORDER BY position

-- name: audit_of_versions
-- One version each of several beliefs.
SELECT audit.*
FROM belief_audit AS audit
JOIN unnest($2::text[], $3::integer[]) AS wanted (belief_id, version)
    USING (belief_id, version)
WHERE audit.agent_id = $1

-- name: chain_after
-- The chain in order, a slice at a time.
SELECT * FROM belief_audit WHERE agent_id = $1 AND position > $2 ORDER BY position LIMIT $3

-- name: beliefs_as_of
-- What stood at a moment: each belief's last version by then, a page of it, newest belief first.
SELECT audit.*, belief.created_at, belief.op, belief.target_belief_id, belief.rationale,
       belief.source_episodes, belief.review_reasons, belief.erased_at, belief.erased_sources
FROM (
    SELECT DISTINCT ON (belief_id) *
    FROM belief_audit
    WHERE agent_id = $1 AND at <= $2
    ORDER BY belief_id, version DESC
) AS audit
JOIN served_beliefs AS belief ON belief.agent_id = audit.agent_id AND belief.id = audit.belief_id
WHERE ($3::text[] IS NULL OR audit.to_status = ANY ($3))
  AND ($4::text[] IS NULL OR audit.kind = ANY ($4))
  AND ($5::timestamptz IS NULL OR (belief.created_at, belief.id) < ($5, $6::text))
ORDER BY belief.created_at DESC, belief.id DESC
LIMIT $7

-- name: count_beliefs_as_of
-- All that the page's filters let through.
SELECT count(*)
FROM (
    SELECT DISTINCT ON (belief_id) to_status, kind
    FROM belief_audit
    WHERE agent_id = $1 AND at <= $2
    ORDER BY belief_id, version DESC
) AS audit
WHERE ($3::text[] IS NULL OR audit.to_status = ANY ($3))
  AND ($4::text[] IS NULL OR audit.kind = ANY ($4))

-- name: standing
-- Beliefs in order of their ids after $2, each with its last row; `agrees` is about all but words.
SELECT belief.id, belief.content, audit.*,
       audit.position IS NOT NULL
       AND audit.version = belief.version
       AND (audit.to_status, audit.kind, audit.scope, audit.confidence, audit.target_version,
            audit.superseded_by)
           IS NOT DISTINCT FROM
           (belief.status, belief.kind, belief.scope, belief.confidence, belief.target_version,
            belief.superseded_by) AS agrees
FROM beliefs AS belief
LEFT JOIN LATERAL (
    SELECT *
    FROM belief_audit
    WHERE agent_id = belief.agent_id AND belief_id = belief.id
    ORDER BY version DESC
    LIMIT 1
) AS audit ON true
WHERE belief.agent_id = $1 AND belief.id > $2
ORDER BY belief.id
LIMIT $3
