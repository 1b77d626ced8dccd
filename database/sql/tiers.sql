-- name: ensure_settings
-- An agent has tiers once it is asked for them.
INSERT INTO tier_settings (agent_id) VALUES ($1) ON CONFLICT DO NOTHING

-- name: lock_settings
-- Whoever changes an agent's tiers does so alone.
SELECT * FROM tier_settings WHERE agent_id = $1 FOR UPDATE

-- name: settings
-- As a reader sees them.
SELECT * FROM tier_settings WHERE agent_id = $1

-- name: change_settings
-- What is NULL stays.
UPDATE tier_settings
SET budget_tokens = coalesce($2, budget_tokens), thresholds = coalesce($3, thresholds)
WHERE agent_id = $1

-- name: note_fade
-- How far the log was taken in, and when.
UPDATE tier_settings SET taken_in = greatest(taken_in, $2), faded_at = $3 WHERE agent_id = $1

-- name: count_read
-- One more read; $2 and $3: whether it rehydrated a record from the log, and whether one that was
-- is used. Not while a fade holds the row: a reader shall not wait for that.
UPDATE tier_settings
SET reads = reads + 1, rehydrated = rehydrated + $2::boolean::integer,
    used_at_once = used_at_once + $3::boolean::integer
WHERE agent_id = (SELECT agent_id FROM tier_settings WHERE agent_id = $1 FOR UPDATE SKIP LOCKED)

-- name: hold_living
-- Those of these entries that are not erased, with their keys; an erasure waits until this
-- transaction has ended.
SELECT entry.id, key.tenant, key.unit, key_id, key.master_key_id, key.wrapped
FROM log_entries AS entry JOIN data_keys AS key USING (key_id)
WHERE entry.log = (SELECT log FROM log_heads WHERE tenant = $1)
  AND entry.id = ANY ($2::text[])
  AND key.destroyed_at IS NULL
FOR SHARE OF key

-- name: living
-- The same, for a reader: nothing waits.
SELECT entry.id, key.tenant, key.unit, key_id, key.master_key_id, key.wrapped
FROM log_entries AS entry JOIN data_keys AS key USING (key_id)
WHERE entry.log = (SELECT log FROM log_heads WHERE tenant = $1)
  AND entry.id = ANY ($2::text[])
  AND key.destroyed_at IS NULL

-- name: insert
-- A record of an entry, once.
INSERT INTO tier_records
    (agent_id, original_entry_id, position, tier, rung, framing, tags, emotional_weight, tokens,
     occurred_at, touched_at)
VALUES ($1, $2, $3, 'working', 0, $4, $5, $6, $7, $8, $9)
ON CONFLICT (agent_id, original_entry_id) DO NOTHING

-- name: frame
-- The agent's own perspective on an entry.
UPDATE tier_records
SET framing = $3, tags = $4, emotional_weight = $5, touched_at = $6
WHERE agent_id = $1 AND original_entry_id = $2

-- name: records
-- An agent's records of one tier, oldest first; a cue is seen in the working tier as well.
SELECT *
FROM tier_records
WHERE agent_id = $1 AND (tier = $2 OR cue AND $2 = 'working')
ORDER BY position

-- name: record
-- One record.
SELECT * FROM tier_records WHERE agent_id = $1 AND original_entry_id = $2

-- name: nearest
-- The long term by nearness, as far as this model made its vectors.
SELECT *, 1 - (embedding <=> $2) AS relevance
FROM tier_records
WHERE agent_id = $1 AND tier = 'long_term' AND embedding_model = $3
  AND vector_dims(embedding) = vector_dims($2::vector)
ORDER BY embedding <=> $2, position
LIMIT $4

-- name: newest
-- The long term, newest first.
SELECT *, 0.0::double precision AS relevance
FROM tier_records
WHERE agent_id = $1 AND tier = 'long_term'
ORDER BY position DESC
LIMIT $2

-- name: fade
-- A record's next rung; with a vector it has moved to the long term.
UPDATE tier_records
SET tier = $3, rung = $4, tokens = $5, summary = CASE WHEN $4 = 2 THEN summary END,
    embedding = coalesce($6, embedding), embedding_model = coalesce($7, embedding_model),
    wants_summary = false
WHERE agent_id = $1 AND original_entry_id = $2

-- name: dissolve_cues
-- Cues that nobody used.
UPDATE tier_records SET cue = false WHERE agent_id = $1 AND cue

-- name: cue
-- Seen verbatim for a moment.
UPDATE tier_records
SET cue = true, touched_at = $3
WHERE agent_id = $1 AND original_entry_id = $2 AND tier = 'long_term'

-- name: use
-- Used: it is native working memory again.
UPDATE tier_records
SET tier = 'working', rung = 0, cue = false, summary = NULL, tokens = $4, used = used + 1,
    touched_at = $3, wants_summary = false
WHERE agent_id = $1 AND original_entry_id = $2

-- name: erase
-- Records of entries of erased exchanges, whichever agent of the tenant has them.
DELETE FROM tier_records
WHERE agent_id IN (SELECT id FROM agents WHERE tenant_id = $1)
  AND original_entry_id IN (
      SELECT id FROM log_by_exchange
      WHERE said_in = (SELECT log FROM log_heads WHERE tenant = $1)
        AND exchange = ANY ($2::text[])
  )

-- name: due_agents
-- Agents with entries to take in, or with records that have not faded since $2.
SELECT agent.id
FROM agents AS agent
LEFT JOIN tier_settings AS settings ON settings.agent_id = agent.id
WHERE agent.tenant_id = $1
  AND (
      settings.faded_at < $2 AND EXISTS (SELECT FROM tier_records WHERE agent_id = agent.id)
      OR coalesce(settings.taken_in, 0) < (
          SELECT position + source_reach FROM log_entries
          WHERE log = (SELECT log FROM log_heads WHERE tenant = $1)
            AND source = agent.id AND source_reach IS NOT NULL
          ORDER BY position DESC LIMIT 1
      )
  )
ORDER BY agent.id

-- name: want
-- Records that a model shall summarise.
UPDATE tier_records SET wants_summary = true
WHERE agent_id = $1 AND original_entry_id = ANY ($2::text[]) AND tier = 'working' AND rung = 1

-- name: wanting
-- What is to be summarised, oldest first.
SELECT agent_id, original_entry_id
FROM tier_records
WHERE wants_summary AND agent_id IN (SELECT id FROM agents WHERE tenant_id = $1)
ORDER BY position, agent_id
LIMIT $2

-- name: count_wanting
-- How much that is.
SELECT count(*)
FROM tier_records
WHERE wants_summary AND agent_id IN (SELECT id FROM agents WHERE tenant_id = $1)

-- name: lock_wanting
-- A record that still wants its summary.
SELECT tokens
FROM tier_records
WHERE wants_summary AND agent_id IN (SELECT id FROM agents WHERE tenant_id = $1)
  AND agent_id = $2 AND original_entry_id = $3
FOR UPDATE

-- name: summarise
-- To rung 2.
UPDATE tier_records SET rung = 2, summary = $3, tokens = $4, wants_summary = false
WHERE agent_id = $1 AND original_entry_id = $2

-- name: give_up
-- The model said nothing of it; the next fade may ask again.
UPDATE tier_records SET wants_summary = false WHERE agent_id = $1 AND original_entry_id = $2

-- name: note_model
-- Which model the worker has: it says so each time that it asks for work.
INSERT INTO tier_models (tenant_id, model, told_at) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id) DO UPDATE SET model = excluded.model, told_at = excluded.told_at

-- name: model
-- The model that summarises.
SELECT model FROM tier_models WHERE tenant_id = $1

-- name: stale
-- Records of a tenant's long term that have no vector of this model and width.
SELECT *
FROM tier_records
WHERE tier = 'long_term' AND agent_id IN (SELECT id FROM agents WHERE tenant_id = $1)
  AND (embedding_model IS DISTINCT FROM $2
       OR ($3::integer IS NOT NULL AND vector_dims(embedding) <> $3))
ORDER BY position DESC
LIMIT $4

-- name: count_stale
-- How many of them there are.
SELECT count(*)
FROM tier_records
WHERE tier = 'long_term' AND agent_id IN (SELECT id FROM agents WHERE tenant_id = $1)
  AND (embedding_model IS DISTINCT FROM $2
       OR ($3::integer IS NOT NULL AND vector_dims(embedding) <> $3))

-- name: renew
-- Only where it still is what was embedded: it may have been used, erased or emptied meanwhile.
UPDATE tier_records
SET embedding = $4, embedding_model = $5
WHERE agent_id = $1 AND original_entry_id = $2 AND tier = 'long_term' AND rung = $3
