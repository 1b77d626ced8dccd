-- name: create_secret
-- Makes the installation's secret, unless there is one, or sealed data that a lost one opened.
INSERT INTO sealing_secret (master_key_id, wrapped)
SELECT $1, $2
WHERE NOT EXISTS (SELECT FROM data_keys)
ON CONFLICT DO NOTHING;

-- name: read_secret
-- The installation's wrapped secret.
SELECT master_key_id, wrapped FROM sealing_secret;

-- name: living_keys
-- The keys of these units that were not destroyed.
SELECT tenant, unit, key_id, master_key_id, wrapped
FROM data_keys
WHERE tenant = $1 AND unit = ANY ($2::text[]) AND destroyed_at IS NULL;

-- name: insert_key
-- A new key, wrapped; a unit has at most one living key.
INSERT INTO data_keys (key_id, tenant, unit, master_key_id, wrapped)
VALUES ($1, $2, $3, $4, $5);

-- name: destroy_keys
-- Erases: the wrapped keys of these units are gone, the rows stay as witnesses.
UPDATE data_keys
SET wrapped = NULL, destroyed_at = now()
WHERE tenant = $1 AND unit = ANY ($2::text[]) AND destroyed_at IS NULL
RETURNING key_id, unit;
