-- name: insert
-- A cue that is there until its time is up.
INSERT INTO nudges (id, tenant, source, origin, said, confidence, at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)

-- name: living
-- Cues whose time is not up, oldest first; a NULL filter lets everything through.
SELECT id, source, origin, said AS text, confidence, at, expires_at
FROM nudges
WHERE tenant = $1
  AND expires_at > $2
  AND ($3::text[] IS NULL OR source = ANY ($3))
  AND ($4::text[] IS NULL OR origin::text = ANY ($4))
ORDER BY at, id
LIMIT $5

-- name: delete_ended
-- Cues whose time is up.
DELETE FROM nudges WHERE tenant = $1 AND expires_at <= $2
