"""`/reflection-memory`: the log under everything, entry by entry."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from pydantic import BeforeValidator, Field

from forge_api import answers
from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.answers import AsciiJSON
from forge_api.memory import agents, chronicle
from forge_api.memory.entries import EntryDesk
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.entries import Entry, EntryFilter, EntryList, NewEntry, Places
from reflection_memory import entry as log_entry
from reflection_memory.history import LARGEST_PAGE, HistoryQuery
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


async def _desk(services: CurrentServices, caller: Caller) -> EntryDesk:
    log = ReflectionMemory(services.pool, services.keyring, caller.tenant)
    if caller.role != "agent" and caller.agents is None:
        return EntryDesk(log, caller, sources=None)
    own = await agents.all_of(services.pool, caller.tenant, caller.bound_to())
    sources = {agent.id for agent in own}
    if caller.role != "agent":
        sources |= {chronicle.source_of(agent.id) for agent in own}
    return EntryDesk(log, caller, frozenset(sources))


@router.post("/entries", status_code=201, responses=refuses("agent_not_found", "entry_differs"))
async def record_entries(new: OneOrMany, caller: Writer, services: CurrentServices) -> Places:
    """Record one entry or a list, all or none; safe to repeat for entries with ids."""
    desk = await _desk(services, caller)
    return Places(entries=await desk.record(new))


@router.get("/entries/{entry_id}", response_model=Entry, responses=refuses("entry_not_found"))
async def get_entry(entry_id: str, caller: Reader, services: CurrentServices) -> AsciiJSON:
    """Return one entry."""
    desk = await _desk(services, caller)
    return answers.verbatim(await desk.get(entry_id))


@router.get("/entries", response_model=EntryList, responses=refuses("agent_not_found"))
async def list_entries(
    wanted: Annotated[EntryFilter, Query()], caller: Reader, services: CurrentServices
) -> AsciiJSON:
    """Return a page of the log under these filters, oldest first unless reversed."""
    question = HistoryQuery(
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
    desk = await _desk(services, caller)
    return answers.verbatim(EntryList(entries=await desk.query(question)))


@router.get("/recent", response_model=EntryList)
async def recent_entries(caller: Reader, services: CurrentServices, n: Limit = 20) -> AsciiJSON:
    """Return the last `n` entries, oldest first."""
    desk = await _desk(services, caller)
    newest = await desk.query(HistoryQuery(limit=n, reverse=True))
    return answers.verbatim(EntryList(entries=newest[::-1]))
