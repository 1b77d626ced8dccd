"""`/agents/{id}/erasures`: turns taken out of memory for good."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import GuardedRoute, allow
from forge_api.memory.audit import Audit
from forge_api.memory.erasure import Eraser
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.erasures import Erasure, ErasureRequest

router = APIRouter(route_class=GuardedRoute, tags=["erasure"])

Admin = Annotated[Caller, Depends(allow("admin"))]


@router.post("/agents/{agent_id}/erasures", responses=refuses("turn_not_found"))
async def erase(
    agent_id: str, request: ErasureRequest, caller: Admin, services: CurrentServices
) -> Erasure:
    """Destroy the keys of turns and clear all that was derived from them; safe to repeat.

    Nothing undoes it. The words are then in no answer and under no living key; the server's own
    `reflection erase` also has the database rewrite the files that they stood in.
    """
    audit = Audit(services.keyring)
    eraser = Eraser(services.pool, audit, services.clock, services.outside)
    return await eraser.erase(caller, agent_id, request)
