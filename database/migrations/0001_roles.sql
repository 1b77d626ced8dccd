-- The group that the API's login role belongs to. It owns nothing and is granted, table by table,
-- just what the API may do; what is append-only stays so even for a stolen database password.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'forge_api') THEN
        CREATE ROLE forge_api NOLOGIN;
    END IF;
EXCEPTION
    -- Roles belong to the whole server: another database of it may be migrating just now.
    WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

CREATE EXTENSION IF NOT EXISTS vector;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO forge_api;
GRANT SELECT ON schema_migrations TO forge_api;

-- Guards an append-only table: a statement trigger, so that it speaks even when no row matches.
-- Tables attach it with ENABLE ALWAYS, which session_replication_role = replica does not switch off.
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
END
$$;
