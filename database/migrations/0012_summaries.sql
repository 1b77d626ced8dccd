-- Rung 2: which records a model shall summarise, and which model does so, as the worker last told.
ALTER TABLE tier_records ADD COLUMN wants_summary boolean NOT NULL DEFAULT false
    CHECK (NOT wants_summary OR tier = 'working' AND rung = 1);
CREATE INDEX tier_records_that_want ON tier_records (agent_id) WHERE wants_summary;

CREATE TABLE tier_models (
    tenant_id text PRIMARY KEY REFERENCES tenants (id),
    model     text,
    told_at   timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON tier_models TO forge_api;
