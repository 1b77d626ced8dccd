-- name: insert_run
-- A run's report, once; no row comes back when the run has one.
INSERT INTO runs (agent_id, run_id, outcome, request_digest, report, results, started_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (agent_id, run_id) DO NOTHING
RETURNING run_id

-- name: run
-- One run: its report, and what a repeated call is answered.
SELECT report, results, request_digest FROM runs WHERE agent_id = $1 AND run_id = $2

-- name: runs
-- A page of reports, newest first, going on after ($2, $3).
SELECT report, started_at, run_id
FROM runs
WHERE agent_id = $1
  AND ($2::timestamptz IS NULL OR (started_at, run_id) < ($2, $3::text))
ORDER BY started_at DESC, run_id DESC
LIMIT $4

-- name: count_runs
-- All of an agent's runs.
SELECT count(*) FROM runs WHERE agent_id = $1
