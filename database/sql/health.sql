-- name: schema_version
-- Answers only where the database serves and was migrated.
SELECT max(number) FROM schema_migrations
