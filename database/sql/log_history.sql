-- name: get_entries
-- Entries by id.
SELECT *
FROM log_readable
WHERE log = (SELECT log FROM log_heads WHERE tenant = $1) AND id = ANY ($2::text[]);

-- name: query_forward
-- A page of what matches, oldest first.
SELECT *
FROM log_readable
WHERE log = (SELECT log FROM log_heads WHERE tenant = $1)
    AND ($2::bigint IS NULL OR position > $2)
    AND ($3::bigint IS NULL OR committed_us >= $3)
    AND ($4::bigint IS NULL OR committed_us < $4)
    -- From times to positions: the index on positions then skips what lies outside.
    AND ($3::bigint IS NULL OR position >= coalesce((
        SELECT first_position FROM log_batches AS batch JOIN log_heads USING (log)
        WHERE tenant = $1 AND batch.committed_us <= $3
        ORDER BY batch.committed_us DESC LIMIT 1), 0))
    AND ($4::bigint IS NULL OR position <= coalesce((
        SELECT last_position FROM log_batches AS batch JOIN log_heads USING (log)
        WHERE tenant = $1 AND batch.committed_us < $4
        ORDER BY batch.committed_us DESC LIMIT 1), 0))
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
    AND ($3::bigint IS NULL OR committed_us >= $3)
    AND ($4::bigint IS NULL OR committed_us < $4)
    AND ($3::bigint IS NULL OR position >= coalesce((
        SELECT first_position FROM log_batches AS batch JOIN log_heads USING (log)
        WHERE tenant = $1 AND batch.committed_us <= $3
        ORDER BY batch.committed_us DESC LIMIT 1), 0))
    AND ($4::bigint IS NULL OR position <= coalesce((
        SELECT last_position FROM log_batches AS batch JOIN log_heads USING (log)
        WHERE tenant = $1 AND batch.committed_us < $4
        ORDER BY batch.committed_us DESC LIMIT 1), 0))
    AND ($5::text IS NULL OR correlation_id = $5)
    AND ($6::text[] IS NULL OR source = ANY ($6))
    AND ($7::entry_type[] IS NULL OR type = ANY ($7))
    AND ($8::entry_origin[] IS NULL OR origin = ANY ($8))
    AND ($9::entry_lane[] IS NULL OR lane = ANY ($9))
ORDER BY position DESC
LIMIT $10;
