-- name: get_entries
-- Entries by id, each looked up by itself (see `lock` in log_append.sql).
SELECT found.*
FROM log_heads AS head
CROSS JOIN unnest($2::text[]) AS asked (id)
CROSS JOIN LATERAL (
    SELECT * FROM log_readable WHERE log = head.log AND id = asked.id LIMIT 1
) AS found
WHERE head.tenant = $1;

-- name: position_at
-- The first position that was committed at a time or later, if any was committed before it. A batch
-- gives its entries one microsecond each, so its row tells the time of all of them.
SELECT least(first_position + $2 - committed_us, last_position + 1)
FROM log_batches
WHERE log = (SELECT log FROM log_heads WHERE tenant = $1) AND committed_us <= $2
ORDER BY committed_us DESC
LIMIT 1;

-- name: query_forward
-- A page of what matches, oldest first.
SELECT *
FROM log_readable
WHERE log = (SELECT log FROM log_heads WHERE tenant = $1)
    AND ($2::bigint IS NULL OR position > $2)
    AND ($3::bigint IS NULL OR position >= $3)
    AND ($4::bigint IS NULL OR position < $4)
    AND ($5::entry_type[] IS NULL OR type = ANY ($5))
    AND ($6::entry_origin[] IS NULL OR origin = ANY ($6))
    AND ($7::entry_lane[] IS NULL OR lane = ANY ($7))
    AND ($9::text[] IS NULL OR source = ANY ($9))
ORDER BY position
LIMIT $8;

-- name: query_backward
-- A page of what matches, newest first.
SELECT *
FROM log_readable
WHERE log = (SELECT log FROM log_heads WHERE tenant = $1)
    AND ($2::bigint IS NULL OR position < $2)
    AND ($3::bigint IS NULL OR position >= $3)
    AND ($4::bigint IS NULL OR position < $4)
    AND ($5::entry_type[] IS NULL OR type = ANY ($5))
    AND ($6::entry_origin[] IS NULL OR origin = ANY ($6))
    AND ($7::entry_lane[] IS NULL OR lane = ANY ($7))
    AND ($9::text[] IS NULL OR source = ANY ($9))
ORDER BY position DESC
LIMIT $8;

-- name: by_source_forward
-- A page of what matches of some sources, oldest first: each one's share of it, then the first of
-- them all. A stretch begins at most $9 before what it reaches.
SELECT page.*, key.tenant, key.unit, key.master_key_id, key.wrapped, key.destroyed_at
FROM (
    SELECT share.*
    FROM unnest($10::text[]) AS asked (source)
    CROSS JOIN LATERAL (
        SELECT *
        FROM log_by_source
        WHERE said_in = (SELECT log FROM log_heads WHERE tenant = $1)
            AND said_by = asked.source
            AND ($2::bigint IS NULL OR begins > $2 - $9 AND position > $2)
            AND ($3::bigint IS NULL OR begins >= $3 - $9 AND position >= $3)
            AND ($4::bigint IS NULL OR begins < $4 AND position < $4)
            AND ($5::entry_type[] IS NULL OR type = ANY ($5))
            AND ($6::entry_origin[] IS NULL OR origin = ANY ($6))
            AND ($7::entry_lane[] IS NULL OR lane = ANY ($7))
        ORDER BY begins, position
        LIMIT $8
    ) AS share
    ORDER BY share.position
    LIMIT $8
) AS page
LEFT JOIN data_keys AS key USING (key_id)
ORDER BY page.position;

-- name: by_source_backward
-- The same, newest first.
SELECT page.*, key.tenant, key.unit, key.master_key_id, key.wrapped, key.destroyed_at
FROM (
    SELECT share.*
    FROM unnest($10::text[]) AS asked (source)
    CROSS JOIN LATERAL (
        SELECT *
        FROM log_by_source
        WHERE said_in = (SELECT log FROM log_heads WHERE tenant = $1)
            AND said_by = asked.source
            AND ($2::bigint IS NULL OR begins < $2 AND position < $2)
            AND ($3::bigint IS NULL OR begins >= $3 - $9 AND position >= $3)
            AND ($4::bigint IS NULL OR begins < $4 AND position < $4)
            AND ($5::entry_type[] IS NULL OR type = ANY ($5))
            AND ($6::entry_origin[] IS NULL OR origin = ANY ($6))
            AND ($7::entry_lane[] IS NULL OR lane = ANY ($7))
        ORDER BY begins DESC, position DESC
        LIMIT $8
    ) AS share
    ORDER BY share.position DESC
    LIMIT $8
) AS page
LEFT JOIN data_keys AS key USING (key_id)
ORDER BY page.position DESC;

-- name: by_exchange_forward
-- A page of what matches of an exchange, oldest first.
SELECT page.*, key.tenant, key.unit, key.master_key_id, key.wrapped, key.destroyed_at
FROM (
    SELECT *
    FROM log_by_exchange
    WHERE said_in = (SELECT log FROM log_heads WHERE tenant = $1)
        AND exchange = $10
        AND ($2::bigint IS NULL OR begins > $2 - $9 AND position > $2)
        AND ($3::bigint IS NULL OR begins >= $3 - $9 AND position >= $3)
        AND ($4::bigint IS NULL OR begins < $4 AND position < $4)
        AND ($5::entry_type[] IS NULL OR type = ANY ($5))
        AND ($6::entry_origin[] IS NULL OR origin = ANY ($6))
        AND ($7::entry_lane[] IS NULL OR lane = ANY ($7))
        AND ($11::text[] IS NULL OR source = ANY ($11))
    ORDER BY begins, position
    LIMIT $8
) AS page
LEFT JOIN data_keys AS key USING (key_id)
ORDER BY page.position;

-- name: by_exchange_backward
-- The same, newest first.
SELECT page.*, key.tenant, key.unit, key.master_key_id, key.wrapped, key.destroyed_at
FROM (
    SELECT *
    FROM log_by_exchange
    WHERE said_in = (SELECT log FROM log_heads WHERE tenant = $1)
        AND exchange = $10
        AND ($2::bigint IS NULL OR begins < $2 AND position < $2)
        AND ($3::bigint IS NULL OR begins >= $3 - $9 AND position >= $3)
        AND ($4::bigint IS NULL OR begins < $4 AND position < $4)
        AND ($5::entry_type[] IS NULL OR type = ANY ($5))
        AND ($6::entry_origin[] IS NULL OR origin = ANY ($6))
        AND ($7::entry_lane[] IS NULL OR lane = ANY ($7))
        AND ($11::text[] IS NULL OR source = ANY ($11))
    ORDER BY begins DESC, position DESC
    LIMIT $8
) AS page
LEFT JOIN data_keys AS key USING (key_id)
ORDER BY page.position DESC;

-- name: end
-- The last position of a tenant's log.
SELECT position FROM log_heads WHERE tenant = $1;
