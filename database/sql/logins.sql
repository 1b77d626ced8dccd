-- name: hand_over
-- Make the login and its password known to the next statement of this transaction: DDL takes no
-- parameters.
SELECT set_config('login.name', $1, true), set_config('login.password', $2, true)

-- name: ensure_api_login
-- The API's login role: a member of forge_api and nothing more, with the handed-over password.
DO $$
DECLARE
    login text := current_setting('login.name');
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = login) THEN
        EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', login);
    END IF;
    EXECUTE format('GRANT forge_api TO %I', login);
    EXECUTE format('ALTER ROLE %I PASSWORD %L', login, current_setting('login.password'));
END
$$
