-- name: newest_run
-- What the newest reflection came to: of a tenant's agents $1, where named only of those in $2.
SELECT run.report
FROM runs AS run
WHERE run.agent_id IN (
    SELECT id FROM agents WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2))
)
ORDER BY run.started_at DESC, run.run_id DESC
LIMIT 1

-- name: ever_proposed
-- Whether there ever was a card.
SELECT EXISTS (
    SELECT FROM beliefs
    WHERE agent_id IN (
        SELECT id FROM agents WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2))
    )
)

-- name: verdicts_of_runs
-- What became of what these runs proposed.
SELECT run_id,
       count(*) FILTER (WHERE status IN ('active', 'applied', 'superseded')) AS kept,
       count(*) FILTER (WHERE status = 'forgotten') AS forgotten,
       count(*) FILTER (WHERE status = 'pending') AS waiting
FROM beliefs
WHERE agent_id = $1 AND run_id = ANY ($2::text[])
GROUP BY run_id

-- name: count_tenants
-- How many tenants share this installation.
SELECT count(*) FROM tenants
