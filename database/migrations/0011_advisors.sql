-- A stored grant: whoever holds such a key may speak as an advisor (origin ADVISOR).
ALTER TABLE api_keys ADD COLUMN advises boolean NOT NULL DEFAULT false;
