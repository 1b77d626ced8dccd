"""Why no card waits: each reason in a sentence of its own, as the page has it."""

from __future__ import annotations

from forge_client.client import ForgeClient
from forge_client.names import workflow_id
from forge_client.runs import Report
from surfaces.cli.screen import visible


async def sentence(forge: ForgeClient, agent_id: str | None) -> str:
    """Return what to say instead of cards: of one agent, or of all for None.

    Raises:
        ForgeError: forge cannot tell.
    """
    agents = [agent_id] if agent_id else [one.id for one in await forge.list_agents()]
    found = [report for one in agents for report in (await forge.list_runs(one, limit=1)).runs]
    if found:
        return of_run(max(found, key=lambda report: report.started_at))
    for one in agents:
        if (await forge.list_beliefs(one, limit=1)).total:
            return ALL_DECIDED
    return f"No reflection has run yet. Let one: reflection run --agent {agent_id or 'AGENT'}"


ALL_DECIDED = "All decided. Nothing waits for you."


def of_run(newest: Report) -> str:
    """Return what the newest run says of it."""
    read = f"{newest.coverage.reflected} of {newest.coverage.available} episodes"
    if newest.outcome == "failed":
        return _failed(newest)
    if newest.accepted:
        return ALL_DECIDED
    return f"Nothing was proposed. The last run read {read} and found nothing worth asking you."


def _failed(newest: Report) -> str:
    why = f"{newest.failure.type}: {newest.failure.message}" if newest.failure else "no reason told"
    return visible(
        f"The last run failed: {why}. Nothing was lost, every episode waits for the next run. "
        f"More: reflection runs {newest.run_id}, or {workflow_id(newest.agent_id)} in Temporal"
    )
