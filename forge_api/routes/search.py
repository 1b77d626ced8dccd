"""`/agents/{id}/memory/search`: what memory holds on a question."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import recall
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.names import MAX_QUERY
from forge_client.recall import SearchAnswer
from forge_client.wire import Instant

router = APIRouter(route_class=GuardedRoute, tags=["search"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Text = Annotated[str, Query(min_length=1, max_length=MAX_QUERY, pattern=r"\S")]
Results = Annotated[int, Query(ge=1, le=recall.MAX_RESULTS)]


@router.get("/agents/{agent_id}/memory/search", responses=refuses("embedder_unavailable"))
async def search(
    agent_id: str,
    q: Text,
    caller: Reader,
    services: CurrentServices,
    k: Results = 12,
    scope: recall.SearchScope = "agent",
    since: Instant | None = None,
) -> SearchAnswer:
    """Find episodes and active beliefs by words and by meaning."""
    question = recall.Question(caller.tenant, agent_id, q, scope, k, since)
    return await recall.search(services.pool, services.embedder, question)
