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
    AND ($5::text IS NULL OR correlation_id = $5)
    AND ($6::text[] IS NULL OR source = ANY ($6))
    AND ($7::entry_type[] IS NULL OR type = ANY ($7))
    AND ($8::entry_origin[] IS NULL OR origin = ANY ($8))
    AND ($9::entry_lane[] IS NULL OR lane = ANY ($9))
ORDER BY position
LIMIT $10;

-- name: query_backward
-- A page of what matches, newest first.
SELECT *
FROM log_readable
WHERE log = (SELECT log FROM log_heads WHERE tenant = $1)
    AND ($2::bigint IS NULL OR position < $2)
    AND ($3::bigint IS NULL OR position >= $3)
    AND ($4::bigint IS NULL OR position < $4)
    AND ($5::text IS NULL OR correlation_id = $5)
    AND ($6::text[] IS NULL OR source = ANY ($6))
    AND ($7::entry_type[] IS NULL OR type = ANY ($7))
    AND ($8::entry_origin[] IS NULL OR origin = ANY ($8))
    AND ($9::entry_lane[] IS NULL OR lane = ANY ($9))
ORDER BY position DESC
LIMIT $10;

-- name: end
-- The last position of a tenant's log.
SELECT position FROM log_heads WHERE tenant = $1;
