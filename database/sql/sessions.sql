-- name: insert_session
-- Somebody signed in.
INSERT INTO sessions (digest, key_id, created_at, expires_at) VALUES ($1, $2, $3, $4)

-- name: key_of_session
-- Who is signed in: by a key that still counts.
SELECT key.id, key.tenant_id, key.role, key.agents, key.said_only
FROM sessions AS session
JOIN api_keys AS key ON key.id = session.key_id
WHERE session.digest = $1 AND session.expires_at > $2
  AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $2)

-- name: delete_session
-- Somebody signed out.
DELETE FROM sessions WHERE digest = $1

-- name: delete_ended_sessions
-- Nobody can use these any more.
DELETE FROM sessions WHERE expires_at <= $1

-- name: insert_link
-- A link that signs in once.
INSERT INTO sign_in_links (digest, key_id, expires_at) VALUES ($1, $2, $3)

-- name: take_link
-- Use a link of a key that still counts: of two at once, one finds it.
DELETE FROM sign_in_links AS link USING api_keys AS key
WHERE link.digest = $1 AND link.expires_at > $2 AND key.id = link.key_id
  AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $2)
RETURNING link.key_id

-- name: delete_ended_links
-- Nobody can use these any more.
DELETE FROM sign_in_links WHERE expires_at <= $1
