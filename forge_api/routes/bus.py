"""`/reflection-memory/replay` and `/nudges`: what happened, told again, and cues for now."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import nudges
from forge_api.memory.keys import Caller
from forge_api.memory.replays import Replayer
from forge_api.problems import refuses
from forge_api.routes.entries import desk_of
from forge_api.services import CurrentServices
from forge_client.replays import NewNudge, Nudge, NudgeList, ReplayRequest, ReplaySummary

router = APIRouter(
    route_class=GuardedRoute, prefix="/reflection-memory", tags=["reflection memory"]
)

Agent = Annotated[Caller, Depends(allow("agent"))]
Anybody = Annotated[Caller, Depends(allow(*ALL_ROLES))]


@router.post("/replay", status_code=201, responses=refuses("entry_not_found", "erased"))
async def replay(
    request: ReplayRequest, caller: Anybody, services: CurrentServices
) -> ReplaySummary:
    """Retell an exchange or a window from the log, without a model, and record the summary.

    A second and a third replay of the same thing look further around it, and name the ones before.
    """
    desk = await desk_of(services, caller)
    return await Replayer(services.pool, desk).replay(request, services.clock())


@router.post("/nudges", status_code=201, responses=refuses("agent_not_found"))
async def nudge(new: NewNudge, caller: Agent, services: CurrentServices) -> Nudge:
    """Leave a cue for whoever listens now; it is gone when its time is up."""
    desk = await desk_of(services, caller)
    return await nudges.send(services.pool, desk, new, services.clock())


@router.get("/nudges")
async def list_nudges(caller: Anybody, services: CurrentServices) -> NudgeList:
    """List the cues whose time is not up: an agent's key hears the agents that it may act for."""
    desk = await desk_of(services, caller)
    return await nudges.living(services.pool, desk, services.clock())
