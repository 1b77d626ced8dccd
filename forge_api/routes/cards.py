"""`/cards`: what waits for a person's word."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import cards
from forge_api.memory.keys import Caller
from forge_api.services import CurrentServices
from forge_client.cards import CardList

router = APIRouter(route_class=GuardedRoute, tags=["cards"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Filter = Annotated[cards.CardFilter | None, Query(alias="filter")]
Limit = Annotated[int, Query(ge=1, le=cards.MAX_PAGE)]


@router.get("/agents/{agent_id}/cards")
async def list_cards(
    agent_id: str,
    caller: Reader,
    services: CurrentServices,
    only: Filter = None,
    cursor: str | None = None,
    limit: Limit = 50,
) -> CardList:
    """List one agent's open cards, newest first."""
    now, fade = services.clock(), services.lambda_per_day
    listing = cards.Listing(caller.tenant, [agent_id], now, fade, only, cursor, limit)
    return await cards.page(services.pool, listing)


@router.get("/cards")
async def list_all_cards(
    caller: Reader,
    services: CurrentServices,
    only: Filter = None,
    cursor: str | None = None,
    limit: Limit = 50,
) -> CardList:
    """List the open cards of every agent that the key may see, newest first."""
    agents = None if caller.agents is None else sorted(caller.agents)
    now, fade = services.clock(), services.lambda_per_day
    listing = cards.Listing(caller.tenant, agents, now, fade, only, cursor, limit)
    return await cards.page(services.pool, listing)
