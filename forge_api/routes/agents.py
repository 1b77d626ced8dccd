"""`/agents`: who remembers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import agents
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.agents import Agent, AgentList, NewAgent
from forge_client.wire import AgentId

router = APIRouter(route_class=GuardedRoute, tags=["agents"])

Admin = Annotated[Caller, Depends(allow("admin"))]
Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Cursor = Annotated[AgentId | None, Query(description="With `due`: the last page's `next_cursor`.")]
Limit = Annotated[int, Query(ge=1, le=500, description="With `due`: agents in one page.")]


@router.post("/agents", status_code=201, responses=refuses("id_taken"))
async def create_agent(new: NewAgent, caller: Admin, services: CurrentServices) -> Agent:
    """Create an agent of the caller's tenant."""
    return await agents.create(services.pool, caller.tenant, new, services.clock())


@router.get("/agents")
async def list_agents(
    caller: Reader,
    services: CurrentServices,
    due: bool = False,
    cursor: Cursor = None,
    limit: Limit = 200,
) -> AgentList:
    """List the agents that the key may see: all, or a page of those with un-reflected episodes."""
    if due:
        return await agents.due(services.pool, caller.tenant, caller.bound_to(), cursor, limit)
    found = await agents.all_of(services.pool, caller.tenant, caller.bound_to())
    return AgentList(agents=found)


@router.get("/agents/{agent_id}")
async def get_agent(agent_id: str, caller: Reader, services: CurrentServices) -> Agent:
    """Return one agent."""
    return await agents.get(services.pool, caller.tenant, agent_id)
