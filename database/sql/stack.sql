-- name: database_exists
-- Whether the embedded server has forge's database already.
SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)

-- name: create_database
-- The one database of the embedded server.
CREATE DATABASE forge
