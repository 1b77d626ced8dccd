-- What stands over the log and is made from it: replays, and the bus's nudges.

-- Which part of a log a replay has told, by positions; its words are an entry of the log, sealed.
CREATE TABLE log_replays (
    tenant         text NOT NULL,
    entry_id       text NOT NULL,
    correlation_id text,
    first_position bigint NOT NULL,
    last_position  bigint NOT NULL CHECK (last_position >= first_position),
    widened        integer NOT NULL CHECK (widened BETWEEN 0 AND 2),
    created_at     timestamptz NOT NULL,
    erased_at      timestamptz,
    PRIMARY KEY (tenant, entry_id)
);
CREATE INDEX log_replays_by_end ON log_replays (tenant, last_position);

-- Short-lived cues between agents: gone when their time is up, and never in the log.
CREATE TABLE nudges (
    id         text PRIMARY KEY,
    tenant     text NOT NULL,
    source     text NOT NULL,
    origin     entry_origin NOT NULL,
    said       text NOT NULL,
    confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    at         timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > at)
);
CREATE INDEX nudges_living ON nudges (tenant, expires_at);

-- A key that hears what was said, and not what was thought.
ALTER TABLE api_keys ADD COLUMN said_only boolean NOT NULL DEFAULT false;

GRANT SELECT, INSERT, UPDATE (erased_at) ON log_replays TO forge_api;
GRANT SELECT, INSERT, DELETE ON nudges TO forge_api;
