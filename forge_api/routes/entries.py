"""`/reflection-memory`: the log under everything, entry by entry."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BeforeValidator, Field

from forge_api import answers
from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.answers import AsciiJSON
from forge_api.event_stream import EventStreams
from forge_api.memory import agents, chronicle, entry_stream
from forge_api.memory.entries import SAID, EntryDesk
from forge_api.memory.entry_stream import EntryStream
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.entries import Entry, EntryFilter, EntryList, NewEntry, Places
from reflection_memory import entry as log_entry
from reflection_memory.grant import Grant
from reflection_memory.history_query import LARGEST_PAGE, HistoryQuery
from reflection_memory.log import ReflectionMemory

router = APIRouter(
    route_class=GuardedRoute, prefix="/reflection-memory", tags=["reflection memory"]
)

Writer = Annotated[Caller, Depends(allow("agent"))]
Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]


def _as_list(sent: Any) -> Any:
    return sent if isinstance(sent, list) else [sent]


OneOrMany = Annotated[
    list[NewEntry], BeforeValidator(_as_list), Field(min_length=1, max_length=1_000)
]
Limit = Annotated[int, Query(ge=1, le=LARGEST_PAGE)]

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "`entry` events (an Entry; its id is the position), as server-sent events.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


async def desk_of(services: CurrentServices, caller: Caller) -> EntryDesk:
    """Return the log as this caller may see it."""
    sources = await _sources(services, caller)
    grant = Grant(sources, SAID if caller.said_only else None)
    log = ReflectionMemory(services.pool, services.keyring, caller.tenant, grant=grant)
    return EntryDesk(log, caller, sources)


async def _sources(services: CurrentServices, caller: Caller) -> frozenset[str] | None:
    """Return whose entries a key may open; None: everybody's."""
    if caller.role != "agent" and caller.agents is None:
        return None
    own = await agents.all_of(services.pool, caller.tenant, caller.bound_to())
    sources = {agent.id for agent in own}
    if caller.role != "agent":
        sources |= {chronicle.source_of(agent.id) for agent in own}
    return frozenset(sources)


@router.post("/entries", status_code=201, responses=refuses("agent_not_found", "entry_differs"))
async def record_entries(new: OneOrMany, caller: Writer, services: CurrentServices) -> Places:
    """Record one entry or a list, all or none; safe to repeat for entries with ids."""
    desk = await desk_of(services, caller)
    return Places(entries=await desk.record(new))


@router.get("/entries/{entry_id}", response_model=Entry, responses=refuses("entry_not_found"))
async def get_entry(entry_id: str, caller: Reader, services: CurrentServices) -> AsciiJSON:
    """Return one entry."""
    desk = await desk_of(services, caller)
    return answers.verbatim(await desk.get(entry_id))


@router.get("/entries", response_model=EntryList, responses=refuses("agent_not_found"))
async def list_entries(
    wanted: Annotated[EntryFilter, Query()], caller: Reader, services: CurrentServices
) -> AsciiJSON:
    """Return a page of the log under these filters, oldest first unless reversed."""
    desk = await desk_of(services, caller)
    return answers.verbatim(EntryList(entries=await desk.query(_question(wanted))))


def _question(wanted: EntryFilter) -> HistoryQuery:
    return HistoryQuery(
        types=[log_entry.EntryType(one) for one in wanted.types],
        origins=[log_entry.Origin(one) for one in wanted.origins],
        lanes=[log_entry.Lane(one) for one in wanted.lanes],
        sources=wanted.sources,
        correlation_id=wanted.correlation_id,
        since=wanted.since,
        until=wanted.until,
        after=wanted.after,
        limit=wanted.limit,
        reverse=wanted.reverse,
    )


@router.get("/recent", response_model=EntryList)
async def recent_entries(caller: Reader, services: CurrentServices, n: Limit = 20) -> AsciiJSON:
    """Return the last `n` entries, oldest first."""
    desk = await desk_of(services, caller)
    newest = await desk.query(HistoryQuery(limit=n, reverse=True))
    return answers.verbatim(EntryList(entries=newest[::-1]))


@router.get(
    "/subscribe",
    response_class=StreamingResponse,
    responses=STREAM | refuses("agent_not_found", "invalid"),
)
async def subscribe(
    request: Request,
    wanted: Annotated[EntryFilter, Query()],
    caller: Reader,
    services: CurrentServices,
    last_event_id: Annotated[str | None, Header(max_length=30, include_in_schema=False)] = None,
) -> StreamingResponse:
    """Stream what is behind `after`, then what comes; ends when the key does.

    The filters narrow it; `since`, `until`, `limit` and `reverse` do not count.
    """
    desk = await desk_of(services, caller)
    desk.require_sources(wanted.sources)
    after = entry_stream.read(last_event_id) if last_event_id else wanted.after or 0
    stream = EntryStream(services.pool, desk, services.clock)
    streams: EventStreams = request.app.state.event_streams
    return streams.answer(caller, stream.events(after, _question(wanted)))
