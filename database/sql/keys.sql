-- name: insert_key
-- A new key, known by its digest.
INSERT INTO api_keys
    (id, tenant_id, digest, role, agents, label, created_at, expires_at, said_only, advises)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING id, role, agents, label, created_at, last_used_at, expires_at, revoked_at, said_only,
          advises

-- name: key_by_digest
-- Who calls: a key that is neither revoked nor expired at this time.
SELECT id, tenant_id, role, agents, last_used_at, said_only, advises
FROM api_keys
WHERE digest = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)

-- name: keys
-- A tenant's keys, oldest first.
SELECT id, role, agents, label, created_at, last_used_at, expires_at, revoked_at, said_only,
       advises
FROM api_keys
WHERE tenant_id = $1
ORDER BY created_at, id

-- name: touch_key
-- Note a use; at most once an interval, however many requests meet.
UPDATE api_keys SET last_used_at = $2
WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $3)

-- name: revoke_key
-- Revoke for good; the time of the first revocation stays.
UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3)
WHERE tenant_id = $1 AND id = $2
RETURNING id, role, agents, label, created_at, last_used_at, expires_at, revoked_at, said_only,
          advises

-- name: key_lives
-- Whether a key still lets its holder in.
SELECT EXISTS (
    SELECT FROM api_keys
    WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
)
