"""`/agents/{id}/context`: what an agent goes by, ready for its prompt."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import context, recall
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.names import MAX_QUERY
from forge_client.recall import Context

router = APIRouter(route_class=GuardedRoute, tags=["context"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Text = Annotated[str, Query(max_length=MAX_QUERY)]
Budget = Annotated[int, Query(ge=1, le=100_000)]


@router.get("/agents/{agent_id}/context", responses=refuses("embedder_unavailable"))
async def get_context(
    agent_id: str,
    caller: Reader,
    services: CurrentServices,
    q: Text = "",
    budget_tokens: Budget = 1_000,
    scope: Literal["agent", "org"] = "agent",
) -> Context:
    """Return active beliefs within a budget; with `q` those nearest to it."""
    question = recall.Question(caller.tenant, agent_id, q.strip(), scope, recall.MAX_RESULTS)
    return await context.fitting(services.pool, services.embedder, question, budget_tokens)
