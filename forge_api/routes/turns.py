"""`/agents/{id}/turns`: what an agent just lived."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from forge_api.access import GuardedRoute, allow
from forge_api.memory.keys import Caller
from forge_api.memory.turns import TurnRecorder
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.turns import NewTurn, RecordedTurn

router = APIRouter(route_class=GuardedRoute, tags=["turns"])

Recorder = Annotated[Caller, Depends(allow("agent", "admin"))]


@router.post(
    "/agents/{agent_id}/turns",
    status_code=201,
    responses={
        200: {"model": RecordedTurn, "description": "Recorded before; nothing written"},
        **refuses("turn_differs"),
    },
)
async def record_turn(
    agent_id: str, turn: NewTurn, caller: Recorder, services: CurrentServices, response: Response
) -> RecordedTurn:
    """Record a finished turn; safe to repeat. One that the agent never answered is taken too."""
    recorder = TurnRecorder(services.pool, services.keyring, services.embedder, caller.tenant)
    outcome = await recorder.record(agent_id, turn, services.clock())
    response.status_code = 201 if outcome.fresh else 200
    return outcome.turn
