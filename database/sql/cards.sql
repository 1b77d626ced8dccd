-- name: open_cards
-- A page of what waits, newest first: of a tenant's agents $1, where named only of those in $2.
SELECT card.*
FROM served_beliefs AS card
LEFT JOIN beliefs AS target
    ON target.agent_id = card.agent_id AND target.id = card.target_belief_id
WHERE card.status = 'pending'
  AND card.agent_id IN (
      SELECT id FROM agents WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2))
  )
  AND CASE $3::text
      WHEN 'needs_review' THEN card.review_reasons <> '[]'
      WHEN 'adds' THEN card.op = 'add'
      WHEN 'changes' THEN card.op <> 'add'
      WHEN 'stale' THEN target.version <> card.target_version
      ELSE true
  END
  AND ($6::text IS NULL OR card.kind = $6)
  AND ($7::text IS NULL OR position(lower($7) IN lower(card.content)) > 0)
  AND ($4::timestamptz IS NULL OR (card.created_at, card.id) < ($4, $5::text))
ORDER BY card.created_at DESC, card.id DESC
LIMIT $8

-- name: open_card
-- One card, while it waits.
SELECT * FROM served_beliefs WHERE agent_id = $1 AND id = $2 AND status = 'pending'

-- name: count_cards
-- How many wait, by filter; where asked, only of one kind, or with these words.
SELECT count(*) AS open,
       count(*) FILTER (WHERE card.review_reasons <> '[]') AS needs_review,
       count(*) FILTER (WHERE card.op = 'add') AS adds,
       count(*) FILTER (WHERE card.op <> 'add') AS changes,
       count(*) FILTER (WHERE target.version <> card.target_version) AS stale
FROM beliefs AS card
LEFT JOIN beliefs AS target
    ON target.agent_id = card.agent_id AND target.id = card.target_belief_id
WHERE card.status = 'pending'
  AND card.agent_id IN (
      SELECT id FROM agents WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2))
  )
  AND ($3::text IS NULL OR card.kind = $3)
  AND ($4::text IS NULL OR position(lower($4) IN lower(card.content)) > 0)

-- name: conversations
-- In which conversation each of these episodes took place.
SELECT id, conversation_id FROM episodes WHERE id = ANY ($1::text[]) AND agent_id = ANY ($2::text[])
