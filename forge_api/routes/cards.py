"""`/cards`: what waits for a person's word, as it stands, as it changes, and many words at once."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field, WithJsonSchema

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.event_stream import EventStreams
from forge_api.memory import card_stream, cards
from forge_api.memory.card_stream import CardStream
from forge_api.memory.decisions import Decisions
from forge_api.memory.keys import Caller
from forge_api.memory.still_true import StillTrue
from forge_api.problems import refuses
from forge_api.routes.doors import AllDoors, Reviewer
from forge_api.routes.proposals import TakesProposals
from forge_api.services import CurrentServices, Services
from forge_client.cards import CardFilter, CardList
from forge_client.decisions import MAX_DECISIONS, Decision, DecisionAnswer
from forge_client.still_true import StillTrueAnswer, StillTrueRequest
from gate import GateConfig

router = APIRouter(route_class=GuardedRoute, tags=["cards"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Filter = Annotated[CardFilter | None, Query(alias="filter")]
Limit = Annotated[int, Query(ge=1, le=cards.MAX_PAGE)]
After = Annotated[
    str | None,
    Query(max_length=100_000, description="`position` of a list, or the last event's id."),
]
LastEventId = Annotated[str | None, Header(max_length=100_000, include_in_schema=False)]
# Each is checked by itself, so that a bad one is one bad answer.
Sent = Annotated[
    list[Annotated[dict[str, Any], WithJsonSchema(Decision.model_json_schema())]],
    Field(max_length=MAX_DECISIONS),
]

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "`card` (a Card), `decided` (id, agent_id, op, status, version) and "
        "`caught_up` events, as server-sent events.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


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
    listing = _listing(services, caller, [agent_id], only, cursor, limit)
    return await _page(services, listing)


@router.get("/cards")
async def list_all_cards(
    caller: Reader,
    services: CurrentServices,
    only: Filter = None,
    cursor: str | None = None,
    limit: Limit = 50,
) -> CardList:
    """List the open cards of every agent that the key may see, newest first."""
    listing = _listing(services, caller, caller.bound_to(), only, cursor, limit)
    return await _page(services, listing)


@router.get("/agents/{agent_id}/cards/stream", response_class=StreamingResponse, responses=STREAM)
async def stream_cards(
    agent_id: str,
    request: Request,
    caller: Reader,
    services: CurrentServices,
    after: After = None,
    last_event_id: LastEventId = None,
) -> StreamingResponse:
    """Stream one agent's cards: what is open, then every change; ends when the key does."""
    listing = _listing(services, caller, [agent_id])
    return _stream(request, services, caller, listing, last_event_id or after)


@router.get("/cards/stream", response_class=StreamingResponse, responses=STREAM)
async def stream_all_cards(
    request: Request,
    caller: Reader,
    services: CurrentServices,
    after: After = None,
    last_event_id: LastEventId = None,
) -> StreamingResponse:
    """Stream the cards of every agent that the key may see; ends when the key does."""
    listing = _listing(services, caller, caller.bound_to())
    return _stream(request, services, caller, listing, last_event_id or after)


@router.post("/agents/{agent_id}/cards/decisions", responses=refuses("invalid"))
async def decide_cards(
    agent_id: str, sent: Sent, caller: Reviewer, doors: AllDoors
) -> DecisionAnswer:
    """Pass many doors, each by itself and with an answer each; flagged cards stay shut here."""
    taken = await Decisions(doors, caller, agent_id).take(sent)
    return DecisionAnswer(results=taken)


@router.post(
    "/agents/{agent_id}/cards/still-true", responses=refuses("invalid", "embedder_unavailable")
)
async def ask_still_true(
    agent_id: str,
    request: StillTrueRequest,
    caller: Reviewer,
    proposals: TakesProposals,
    services: CurrentServices,
) -> StillTrueAnswer:
    """Make cards of beliefs that faded: is this still true? Kept, their fading begins anew."""
    config = GateConfig(
        lambda_per_day=services.lambda_per_day, lasting_kinds=services.lasting_kinds
    )
    return await StillTrue(proposals, config, services.clock).ask(caller, agent_id, request)


def _listing(
    services: Services,
    caller: Caller,
    agents: list[str] | None,
    only: CardFilter | None = None,
    cursor: str | None = None,
    limit: int = cards.MAX_PAGE,
) -> cards.Listing:
    return cards.Listing(
        tenant=caller.tenant,
        agents=agents,
        now=services.clock(),
        lambda_per_day=services.lambda_per_day,
        only=only,
        cursor=cursor,
        limit=limit,
        lasting_kinds=services.lasting_kinds,
    )


async def _page(services: Services, listing: cards.Listing) -> CardList:
    # Read before the cards: a change between the two is then told twice, and never missed.
    seen = await card_stream.ends(services.pool, listing)
    page = await cards.page(services.pool, listing)
    return page.model_copy(update={"position": card_stream.written(seen)})


def _stream(
    request: Request,
    services: Services,
    caller: Caller,
    listing: cards.Listing,
    after: str | None,
) -> StreamingResponse:
    streams: EventStreams = request.app.state.event_streams
    stream = CardStream(services.pool, caller, listing, services.clock)
    return streams.answer(caller, stream.events(card_stream.read(after)))
