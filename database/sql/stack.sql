-- name: database_exists
-- Whether the embedded server has forge's database already.
SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)

-- name: create_database
-- The one database of the embedded server.
CREATE DATABASE forge

-- name: hand_over_app_password
-- Make the password known to the next statement of this transaction; DDL takes no parameters.
SELECT set_config('stack.app_password', $1, true)

-- name: ensure_app_login
-- The API's login role: a member of forge_api and nothing more, with the handed-over password.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'forge_app') THEN
        CREATE ROLE forge_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
    END IF;
    GRANT forge_api TO forge_app;
    EXECUTE format('ALTER ROLE forge_app PASSWORD %L', current_setting('stack.app_password'));
END
$$
