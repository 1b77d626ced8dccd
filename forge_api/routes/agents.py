"""`/agents`: who remembers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import ALL_ROLES, allow
from forge_api.memory import agents
from forge_api.memory.keys import Caller
from forge_api.services import CurrentServices
from forge_client.agents import Agent, AgentList, NewAgent

router = APIRouter(tags=["agents"])

Admin = Annotated[Caller, Depends(allow("admin"))]
Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]


@router.post("/agents", status_code=201)
async def create_agent(new: NewAgent, caller: Admin, services: CurrentServices) -> Agent:
    """Create an agent of the caller's tenant."""
    return await agents.create(services.pool, caller.tenant, new, services.clock())


@router.get("/agents")
async def list_agents(caller: Reader, services: CurrentServices) -> AgentList:
    """List the agents that the key may see."""
    found = await agents.all_of(services.pool, caller.tenant, caller.bound_to())
    return AgentList(agents=found)


@router.get("/agents/{agent_id}")
async def get_agent(agent_id: str, caller: Reader, services: CurrentServices) -> Agent:
    """Return one agent."""
    return await agents.get(services.pool, caller.tenant, agent_id)
