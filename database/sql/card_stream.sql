-- name: ends
-- Where the audits of a tenant's agents end: of all of them, or of those that are named.
SELECT head.agent_id, head.position
FROM belief_audit_heads AS head
JOIN agents ON agents.id = head.agent_id
WHERE agents.tenant_id = $1
  AND ($2::text[] IS NULL OR agents.id = ANY ($2))
  AND head.position > 0
ORDER BY head.agent_id

-- name: touched
-- What an audit's rows from one position to another changed: beliefs, and cards that aim at them.
WITH changed AS (
    SELECT DISTINCT belief_id
    FROM belief_audit
    WHERE agent_id = $1 AND position > $2 AND position <= $3
)
SELECT *
FROM served_beliefs
WHERE agent_id = $1
  AND (id IN (SELECT belief_id FROM changed)
       OR (status = 'pending' AND target_belief_id IN (SELECT belief_id FROM changed)))
ORDER BY created_at, id
