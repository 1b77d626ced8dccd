"""`/agents/{id}/events`: the manual event that has an agent reflect now."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.names import EPISODES_READY
from forge_client.runs import Announcement

router = APIRouter(route_class=GuardedRoute, tags=["runs"])

Anybody = Annotated[Caller, Depends(allow(*ALL_ROLES))]


@router.post(
    f"/agents/{{agent_id}}/events/{EPISODES_READY}",
    status_code=202,
    responses=refuses("temporal_unavailable"),
)
async def announce_episodes(agent_id: str, _: Anybody, services: CurrentServices) -> Announcement:
    """Tell the agent's running reflection of new episodes, or start one."""
    done = await services.announcer.announce(agent_id)
    return Announcement(workflow_id=done.workflow_id, started=done.started)
