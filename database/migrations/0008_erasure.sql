-- Erasure: a turn's words and whatever rested on nothing else, taken out of memory for good.
-- What is left is a husk that says so, and that no door, import or repeated call can fill again.

ALTER TABLE turns ADD COLUMN erased_at timestamptz;
ALTER TABLE episodes ADD COLUMN erased_at timestamptz;

-- An erased episode counts as reflected: no run looks for it, and one that had read it before is
-- overtaken, so that it cannot bring the words back.
ALTER TABLE episodes ADD CONSTRAINT the_erased_says_nothing CHECK (
    erased_at IS NULL
    OR (summary = '' AND statements = '[]' AND task_ref IS NULL AND embedding IS NULL
        AND reflected_at IS NOT NULL)
);
ALTER TABLE turns ADD CONSTRAINT the_erased_cannot_be_compared CHECK
    (erased_at IS NULL OR octet_length(digest) = 0);
ALTER TABLE beliefs ADD CONSTRAINT the_erased_says_nothing CHECK (
    erased_at IS NULL
    OR (content = '' AND rationale = '' AND review_reasons = '[]' AND embedding IS NULL)
);

CREATE FUNCTION refuse_change_of_erased() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was erased stays as it is'
        USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER erased_for_good BEFORE UPDATE ON turns
    FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_erased();
CREATE TRIGGER erased_for_good BEFORE UPDATE ON episodes
    FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_erased();
CREATE TRIGGER erased_for_good BEFORE UPDATE ON beliefs
    FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_erased();
ALTER TABLE turns ENABLE ALWAYS TRIGGER erased_for_good;
ALTER TABLE episodes ENABLE ALWAYS TRIGGER erased_for_good;
ALTER TABLE beliefs ENABLE ALWAYS TRIGGER erased_for_good;

-- As before, and with the sources that a belief has lost.
CREATE OR REPLACE VIEW served_beliefs WITH (security_invoker = true) AS
SELECT id, agent_id, content, kind, scope, status, op, target_belief_id, target_version,
       confidence, rationale, source_episodes, review_reasons, version, run_id, superseded_by,
       created_at, updated_at, erased_at, embedding_model,
       ARRAY(
           SELECT episode.id
           FROM episodes AS episode
           WHERE episode.id = ANY (belief.source_episodes)
             AND episode.agent_id = belief.agent_id
             AND episode.erased_at IS NOT NULL
           ORDER BY episode.id
       ) AS erased_sources
FROM beliefs AS belief;

GRANT UPDATE (digest, erased_at) ON turns TO forge_api;
GRANT UPDATE (summary, statements, task_ref, redactions, erased_at) ON episodes TO forge_api;
GRANT UPDATE (report, results) ON runs TO forge_api;
