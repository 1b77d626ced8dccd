-- name: turns_by_id
-- Those of the named turns that the agent has, in order.
SELECT turn_id, episode_id, entries, erased_at
FROM turns
WHERE agent_id = $1 AND turn_id = ANY ($2::text[])
ORDER BY turn_id

-- name: turns_of_tenant
-- Those of the named turns that this tenant's agent has, and that are not erased.
SELECT turn_id
FROM turns JOIN agents AS agent ON agent.id = turns.agent_id
WHERE agent.tenant_id = $1 AND turns.agent_id = $2 AND turn_id = ANY ($3::text[])
  AND erased_at IS NULL
ORDER BY turn_id

-- name: turns_of_conversation
-- The turns of a conversation, in order.
SELECT turn_id, episode_id, entries, erased_at
FROM turns
WHERE agent_id = $1 AND conversation_id = $2
ORDER BY turn_id

-- name: beliefs_that_cite
-- Beliefs that rest on one of these episodes, and whether each rests on another that remains: on
-- those that it cites, or, where it cites none, on all that its run reflected on.
SELECT id, EXISTS (
    SELECT FROM episodes
    WHERE agent_id = $1
      AND (id = ANY (belief.source_episodes)
           OR belief.source_episodes = '{}' AND reflected_by = belief.run_id)
      AND id <> ALL ($2::text[])
      AND erased_at IS NULL
) AS stands
FROM beliefs AS belief
WHERE agent_id = $1
  AND erased_at IS NULL
  AND (
      source_episodes && $2::text[]
      OR source_episodes = '{}' AND run_id IN (
          SELECT reflected_by FROM episodes WHERE agent_id = $1 AND id = ANY ($2::text[])
      )
  )
ORDER BY id

-- name: changes_that_quote
-- Changes of these beliefs that have no source of their own: they say what their target said.
SELECT id
FROM beliefs AS belief
WHERE agent_id = $1
  AND target_belief_id = ANY ($2::text[])
  AND op <> 'supersede'
  AND erased_at IS NULL
  AND NOT EXISTS (
      SELECT FROM episodes
      WHERE agent_id = $1
        AND id = ANY (belief.source_episodes)
        AND id <> ALL ($3::text[])
        AND erased_at IS NULL
  )
ORDER BY id

-- name: erase_turns
-- Nothing is left to compare a repeated turn with.
UPDATE turns SET digest = '', erased_at = $3 WHERE agent_id = $1 AND turn_id = ANY ($2::text[])

-- name: erase_episodes
-- Their words and vectors; who reflected on them stays.
UPDATE episodes
SET summary = '', statements = '[]', task_ref = NULL, redactions = '{}', embedding = NULL,
    embedding_model = NULL, erased_at = $3, reflected_at = coalesce(reflected_at, $3),
    reflected_by = coalesce(reflected_by, $4)
WHERE agent_id = $1 AND id = ANY ($2::text[])
RETURNING reflected_by

-- name: erase_belief
-- A belief's last version: what it was, without its words.
UPDATE beliefs
SET content = '', content_digest = $3, rationale = '', review_reasons = '[]', embedding = NULL,
    embedding_model = NULL, status = $4, version = $5, updated_at = $6, erased_at = $6
WHERE agent_id = $1 AND id = $2

-- name: forget_why
-- A belief that stands on other sources keeps its words; why it was proposed may quote the lost one.
UPDATE beliefs SET rationale = $3, review_reasons = $4 WHERE agent_id = $1 AND id = $2

-- name: runs_that_tell
-- Runs whose report may quote: they reflected on one of these, cite one, or made one of the beliefs.
SELECT run_id, report, results
FROM runs
WHERE agent_id = $1
  AND (
      run_id = ANY ($2::text[])
      OR EXISTS (
          SELECT FROM jsonb_path_query(report, '$.results[*].source_episodes[*]') AS cited
          WHERE cited #>> '{}' = ANY ($3::text[])
      )
      OR EXISTS (
          SELECT FROM jsonb_path_query(report, '$.results[*].belief_id') AS made
          WHERE made #>> '{}' = ANY ($4::text[])
      )
  )
ORDER BY run_id

-- name: clean_run
-- A report without the words that were erased.
UPDATE runs SET report = $3, results = $4 WHERE agent_id = $1 AND run_id = $2

-- name: living_episodes
-- Those of these episodes that still say something.
SELECT id FROM episodes WHERE agent_id = $1 AND id = ANY ($2::text[]) AND erased_at IS NULL
