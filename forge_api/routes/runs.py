"""`/agents/{id}/runs`: what each reflection read, proposed, and why it ended as it did."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import runs
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import invalid
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.runs import Report, RunList

router = APIRouter(route_class=GuardedRoute, tags=["runs"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Worker = Annotated[Caller, Depends(allow("worker"))]
Limit = Annotated[int, Query(ge=1, le=runs.MAX_PAGE)]


@router.get("/agents/{agent_id}/runs")
async def list_runs(
    agent_id: str,
    _: Reader,
    services: CurrentServices,
    cursor: str | None = None,
    limit: Limit = 50,
) -> RunList:
    """List reports, newest first."""
    return await runs.page(services.pool, agent_id, cursor, limit)


@router.get("/agents/{agent_id}/runs/{run_id}", responses=refuses("run_not_found"))
async def get_run(agent_id: str, run_id: str, _: Reader, services: CurrentServices) -> Report:
    """Return one report."""
    return await runs.get(services.pool, agent_id, run_id)


@router.put("/agents/{agent_id}/runs/{run_id}", responses=refuses("run_differs"))
async def put_run(
    agent_id: str, run_id: str, report: Report, caller: Worker, services: CurrentServices
) -> Report:
    """Store the report of a run that stored nothing; the same again changes nothing."""
    if (report.agent_id, report.run_id) != (agent_id, run_id):
        raise invalid("run_id", "report and address must name the same agent and run")
    return await runs.put(services.pool, services.keyring, caller, report)
