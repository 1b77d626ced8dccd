-- name: ensure_tenant
-- A tenant begins with its first key; doing it again changes nothing.
INSERT INTO tenants (id) VALUES ($1) ON CONFLICT (id) DO NOTHING

-- name: insert_agent
-- No row comes back when the id is taken, by whomever.
INSERT INTO agents (id, tenant_id, name, created_at)
VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO NOTHING
RETURNING id, name, created_at

-- name: agent
-- One agent of a tenant.
SELECT id, name, created_at FROM agents WHERE tenant_id = $1 AND id = $2

-- name: agents
-- A tenant's agents; with ids, only those of them.
SELECT id, name, created_at
FROM agents
WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2))
ORDER BY id

-- name: due_agents
-- A page of a tenant's agents with un-reflected episodes, after an id; with ids, only those of them.
SELECT id, name, created_at
FROM agents
WHERE tenant_id = $1
  AND ($2::text[] IS NULL OR id = ANY ($2))
  AND id > $3
  AND EXISTS (SELECT FROM episodes WHERE agent_id = agents.id AND reflected_at IS NULL)
ORDER BY id
LIMIT $4
