-- What the nights and the background work look for must be found without reading everything.
CREATE INDEX episodes_waiting ON episodes (created_at) WHERE reflected_at IS NULL;
CREATE INDEX episodes_by_model ON episodes (tenant_id, embedding_model);
CREATE INDEX runs_that_reflected ON runs (recorded_at) WHERE outcome IN ('proposed', 'nothing_new');
