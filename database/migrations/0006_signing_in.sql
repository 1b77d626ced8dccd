-- People at the pages: who is signed in, and links that sign somebody in once.
-- Both stand on a key, and end with it. Only digests are here: the secrets are long and random.

CREATE TABLE sessions (
    digest     bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
    key_id     text NOT NULL REFERENCES api_keys,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE sign_in_links (
    digest     bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
    key_id     text NOT NULL REFERENCES api_keys,
    expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);

GRANT SELECT, INSERT, DELETE ON sessions, sign_in_links TO forge_api;
