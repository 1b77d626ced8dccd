-- name: backlog
-- How much waits for reflection, since when, and when anything was last reflected on.
SELECT count(*) AS episodes,
       count(DISTINCT agent_id) AS agents,
       min(created_at) AS waiting_since,
       (SELECT max(recorded_at) FROM runs WHERE outcome IN ('proposed', 'nothing_new'))
           AS reflected_at
FROM episodes
WHERE reflected_at IS NULL
