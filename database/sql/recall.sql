-- name: episodes_by_words
-- BM25 over one agent's episodes: any word of the question counts, rare ones most.
WITH question AS (
    SELECT tsvector_to_array(to_tsvector('english', $2)) AS lexemes
), any_of_them AS (
    SELECT string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ')
           ::tsquery AS query
    FROM question, unnest(lexemes) AS lexeme
), corpus AS (
    SELECT count(*) AS documents, greatest(avg(length(words)), 1) AS usual_length
    FROM episodes
    WHERE agent_id = $1
), hits AS (
    SELECT id, length(words) AS length, word.lexeme, cardinality(word.positions) AS times
    FROM question, any_of_them, episodes, unnest(words) AS word
    WHERE agent_id = $1
      AND ($3::timestamptz IS NULL OR occurred_at >= $3)
      AND words @@ query
      AND word.lexeme = ANY (lexemes)
), rarity AS (
    SELECT lexeme, ln(1 + (documents - count(*) + 0.5) / (count(*) + 0.5)) AS weight
    FROM hits, corpus
    GROUP BY lexeme, documents
)
SELECT id, sum(weight * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * length / usual_length))) AS score
FROM hits JOIN rarity USING (lexeme), corpus
GROUP BY id
ORDER BY score DESC, id
LIMIT $4

-- name: episodes_by_vector
-- The nearest by cosine, seen from the middle of them all: what an agent always talks about tells
-- nothing apart. Exact, since one agent's share is small and an index would lose some.
-- Only what the question's own model made, in its width: the rest is found by words alone.
WITH current AS (
    SELECT id, occurred_at, embedding
    FROM episodes
    WHERE agent_id = $1 AND embedding_model = $3 AND vector_dims(embedding) = vector_dims($2::vector)
), middle AS (
    SELECT avg(embedding) AS vector FROM current
)
SELECT id
FROM current, middle
WHERE ($4::timestamptz IS NULL OR occurred_at >= $4)
ORDER BY (embedding - middle.vector) <=> ($2 - middle.vector), id
LIMIT $5

-- name: neighbours
-- The two episodes before and the two after each of these in its own conversation; 1 is next to it.
SELECT found.id, beside.id AS neighbour, beside.distance
FROM episodes AS found
CROSS JOIN LATERAL (
    (
        SELECT id, row_number() OVER (ORDER BY occurred_at DESC, position DESC) AS distance
        FROM episodes
        WHERE agent_id = $1
          AND conversation_id = found.conversation_id
          AND erased_at IS NULL
          AND ($3::timestamptz IS NULL OR occurred_at >= $3)
          AND (occurred_at, position) < (found.occurred_at, found.position)
        ORDER BY occurred_at DESC, position DESC
        LIMIT 2
    )
    UNION ALL
    (
        SELECT id, row_number() OVER (ORDER BY occurred_at, position) AS distance
        FROM episodes
        WHERE agent_id = $1
          AND conversation_id = found.conversation_id
          AND erased_at IS NULL
          AND ($3::timestamptz IS NULL OR occurred_at >= $3)
          AND (occurred_at, position) > (found.occurred_at, found.position)
        ORDER BY occurred_at, position
        LIMIT 2
    )
) AS beside
WHERE found.agent_id = $1 AND found.id = ANY ($2)

-- name: beliefs_by_words
-- BM25 over the active beliefs in sight; these are short, so their length says nothing.
WITH question AS (
    SELECT tsvector_to_array(to_tsvector('english', $4)) AS lexemes
), in_sight AS (
    SELECT beliefs.id, words
    FROM beliefs JOIN agents ON agents.id = agent_id
    WHERE tenant_id = $1
      AND status = 'active'
      AND (agent_id = $2 OR ($3 AND scope = 'org'))
      AND ($5::timestamptz IS NULL OR updated_at >= $5)
), hits AS (
    SELECT id, word.lexeme, cardinality(word.positions) AS times
    FROM question, in_sight, unnest(words) AS word
    WHERE word.lexeme = ANY (lexemes)
), rarity AS (
    SELECT lexeme, ln(1 + (documents - count(*) + 0.5) / (count(*) + 0.5)) AS weight
    FROM hits, (SELECT count(*) AS documents FROM in_sight) AS corpus
    GROUP BY lexeme, documents
)
SELECT id, sum(weight * times * 2.2 / (times + 1.2)) AS score
FROM hits JOIN rarity USING (lexeme)
GROUP BY id
ORDER BY score DESC, id
LIMIT $6

-- name: beliefs_by_vector
-- The nearest active beliefs in sight, by cosine.
SELECT beliefs.id
FROM beliefs JOIN agents ON agents.id = agent_id
WHERE tenant_id = $1
  AND status = 'active'
  AND (agent_id = $2 OR ($3 AND scope = 'org'))
  AND embedding_model = $5
  AND vector_dims(embedding) = vector_dims($4::vector)
  AND ($6::timestamptz IS NULL OR updated_at >= $6)
ORDER BY embedding <=> $4, beliefs.id
LIMIT $7

-- name: found_episodes
-- What the two rankings agreed upon.
SELECT id, agent_id, turn_id, conversation_id, task_ref, summary, statements, entry_ids, redactions,
       occurred_at, created_at, reflected_at, reflected_by, embedding_model
FROM episodes
WHERE id = ANY ($1)

-- name: found_beliefs
-- What the two rankings agreed upon, still active.
SELECT * FROM served_beliefs WHERE id = ANY ($1) AND status = 'active'
