-- name: create_secret
-- Makes the installation's secret, unless there is one, or sealed data that a lost one opened.
INSERT INTO sealing_secret (master_key_id, wrapped)
SELECT $1, $2
WHERE NOT EXISTS (SELECT FROM data_keys)
ON CONFLICT DO NOTHING;

-- name: read_secret
-- The installation's wrapped secret, and under which master keys data keys may be wrapped.
SELECT master_key_id, wrapped, rotating_from FROM sealing_secret;

-- name: living_keys
-- The keys of these units that were not destroyed.
SELECT tenant, unit, key_id, master_key_id, wrapped
FROM data_keys
WHERE tenant = $1 AND unit = ANY ($2::text[]) AND destroyed_at IS NULL;

-- name: insert_keys
-- New keys, each wrapped under every master key that the writer holds: the one that the database is
-- sealed under now is kept. A unit has at most one living key.
INSERT INTO data_keys (key_id, tenant, unit, master_key_id, wrapped)
SELECT given.key_id, given.tenant, given.unit, given.master_key_id, given.wrapped
FROM unnest($1::bytea[], $2::text[], $3::text[], $4::text[], $5::bytea[])
    AS given (key_id, tenant, unit, master_key_id, wrapped)
JOIN sealing_secret USING (master_key_id)
RETURNING key_id, master_key_id, wrapped;

-- name: destroy_keys
-- Erases: the wrapped keys of these units are gone, the rows stay as witnesses.
UPDATE data_keys
SET wrapped = NULL, destroyed_at = now()
WHERE tenant = $1 AND unit = ANY ($2::text[]) AND destroyed_at IS NULL
RETURNING key_id, unit;

-- name: lock_secret
-- The installation's secret, held for whoever rotates.
SELECT master_key_id, wrapped, rotating_from FROM sealing_secret FOR UPDATE;

-- name: begin_rotation
-- From now on new keys are wrapped under the new master key.
UPDATE sealing_secret SET master_key_id = $2, wrapped = $3, rotating_from = $1;

-- name: keys_to_rewrap
-- A page of living keys under a master key.
SELECT key_id, tenant, unit, wrapped
FROM data_keys
WHERE key_id > $1 AND master_key_id = $2 AND wrapped IS NOT NULL
ORDER BY key_id
LIMIT $3
FOR UPDATE;

-- name: rewrap_keys
-- The same keys under another master key.
UPDATE data_keys AS key
SET master_key_id = $1, wrapped = given.wrapped
FROM unnest($2::bytea[], $3::bytea[]) AS given (key_id, wrapped)
WHERE key.key_id = given.key_id;

-- name: count_keys_under
-- Living keys under a master key.
SELECT count(*) FROM data_keys WHERE master_key_id = $1 AND wrapped IS NOT NULL;

-- name: hold_keys
-- Nobody makes or destroys a key until this transaction ends.
LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE;

-- name: end_rotation
-- The old master key is needed no more.
UPDATE sealing_secret SET rotating_from = NULL;
