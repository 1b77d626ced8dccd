"""`…/beliefs/{bid}/provenance`: from a belief back to the words that taught it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.answers import AsciiJSON
from forge_api.answers import verbatim as as_recorded
from forge_api.memory.keys import Caller
from forge_api.memory.provenance import Walk
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.recall import Provenance
from reflection_memory.log import ReflectionMemory

router = APIRouter(route_class=GuardedRoute, tags=["beliefs"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]


@router.get(
    "/agents/{agent_id}/memory/beliefs/{belief_id}/provenance",
    response_model=Provenance,
    responses=refuses("belief_not_found"),
)
async def provenance(
    agent_id: str,
    belief_id: str,
    caller: Reader,
    services: CurrentServices,
    verbatim: bool = False,
) -> AsciiJSON:
    """Return a belief's run, episodes and entries; as they came only for a reviewer who asks."""
    log = ReflectionMemory(services.pool, services.keyring, caller.tenant)
    walk = Walk(services.pool, log, caller)
    return as_recorded(await walk.from_belief(agent_id, belief_id, verbatim=verbatim))
