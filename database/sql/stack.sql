-- name: database_exists
-- Whether the embedded server has forge's database already.
SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)

-- name: create_database
-- The one database of the embedded server.
CREATE DATABASE forge

-- name: ensure_group
-- The API's group, as the first migration makes it: a dump names it, and holds no roles.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'forge_api') THEN
        CREATE ROLE forge_api NOLOGIN;
    END IF;
END
$$

-- name: sealed_under
-- The master keys that this database needs: two while a rotation is under way.
SELECT array_remove(ARRAY[master_key_id, rotating_from], NULL) FROM sealing_secret
