"""The log: what happened, in the order in which it was recorded, and one belief's whole story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request, Response

from forge_api.memory import chronicle
from forge_api.memory.entries import EntryDesk
from forge_api.memory.keys import Caller
from forge_api.services import CurrentServices, Services
from forge_api.web import addresses, sources, wording
from forge_api.web.frame import Frame, Reviewer, around
from forge_api.web.marked_text import Piece, pieces
from forge_api.web.page_route import PageRoute
from forge_api.web.rendering import Page
from forge_client.entries import Entry
from reflection_memory.entry import EntryType, Lane, Origin
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory

PAGE = 50
SHORT = 400
"""Characters that are shown open; what is longer stands folded, whole."""

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Row:
    """One entry."""

    position: int
    id: str
    when: str
    facts: Sequence[str]
    title: str
    """What it is, in a word or two; of a notice, its event."""

    text: Sequence[Piece]
    folded: bool
    size: str
    erased: bool
    correlation: str | None
    correlation_address: str | None
    belief_address: str | None


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, newest first; a belief's story is told from its beginning."""

    frame: Frame
    rows: Sequence[Row]
    lanes: Sequence[str]
    lane: Lane | None
    origins: Sequence[str]
    origin: Origin | None
    types: Sequence[str]
    type: EntryType | None
    correlation: str | None
    belief_id: str | None
    belief_address: str | None
    unfiltered: str
    next: str | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for."""

    agent: str | None
    lane: Lane | None
    origin: Origin | None
    type: EntryType | None
    correlation: str | None
    belief: str | None
    after: int | None

    def address(self) -> str:
        """Return the address that asks for this."""
        return addresses.page(
            "log",
            agent=self.agent,
            lane=self.lane and self.lane.value,
            origin=self.origin and self.origin.value,
            type=self.type and self.type.value,
            correlation=self.correlation,
            belief=self.belief,
            after=self.after,
        )


@router.get("/log")
async def show_log(
    request: Request,
    caller: Reviewer,
    services: CurrentServices,
    agent: str | None = None,
    lane: str = "",
    origin: str = "",
    type: str = "",  # noqa: A002 - the name that addresses show
    correlation: str | None = None,
    belief: str | None = None,
    after: int | None = None,
) -> Response:
    """Show a page of the log."""
    wanted = Wanted(
        agent=agent or None,
        lane=next((one for one in Lane if one.value == lane), None),
        origin=next((one for one in Origin if one.value == origin), None),
        type=next((one for one in EntryType if one.value == type), None),
        correlation=(correlation or "").strip() or None,
        belief=belief or None,
        after=after if after is not None and 0 <= after < 2**63 else None,
    )
    frame = await around(request, services, caller, "Log", "log", wanted.agent)
    found = await _entries(services, caller, wanted)
    return Page("log.html", _page(frame, wanted, found))


def _page(frame: Frame, wanted: Wanted, found: Sequence[Entry]) -> LogPage:
    shown = found[:PAGE]
    more = len(found) > PAGE
    return LogPage(
        frame=frame,
        rows=[_row(entry, wanted) for entry in shown],
        lanes=[one.value for one in Lane],
        lane=wanted.lane,
        origins=[one.value for one in Origin],
        origin=wanted.origin,
        types=[one.value for one in EntryType],
        type=wanted.type,
        correlation=wanted.correlation,
        belief_id=wanted.belief,
        belief_address=addresses.belief(wanted.agent, wanted.belief)
        if wanted.agent and wanted.belief
        else None,
        unfiltered=addresses.page("log", agent=wanted.agent),
        next=replace(wanted, after=shown[-1].position).address() if more else None,
    )


async def _entries(services: Services, caller: Caller, wanted: Wanted) -> list[Entry]:
    only = [wanted.agent] if wanted.agent else caller.bound_to()
    if only == []:
        return []
    told_by = [one for agent in only or () for one in (agent, chronicle.source_of(agent))]
    question = HistoryQuery(
        types=[wanted.type] if wanted.type else (),
        origins=[wanted.origin] if wanted.origin else (),
        lanes=[wanted.lane] if wanted.lane else (),
        sources=told_by,
        correlation_id=chronicle.story_of(wanted.belief) if wanted.belief else wanted.correlation,
        after=wanted.after,
        limit=PAGE + 1,
        reverse=wanted.belief is None,
    )
    log = ReflectionMemory(services.pool, services.keyring, caller.tenant)
    return await EntryDesk(log, caller, sources=None).query(question)


def _row(entry: Entry, wanted: Wanted) -> Row:
    title, text = _told(entry)
    correlation = entry.correlation_id
    return Row(
        position=entry.position,
        id=entry.id,
        when=wording.when(entry.timestamp),
        facts=[entry.origin, entry.lane, entry.type, entry.source],
        title=title,
        text=pieces(text),
        folded=len(text) > SHORT or entry.type == "SYSTEM_NOTICE",
        size=wording.count(len(text), "character"),
        erased=entry.erased,
        correlation=correlation,
        correlation_address=correlation
        and addresses.page("log", agent=wanted.agent, correlation=correlation),
        belief_address=_belief_of(entry.content),
    )


def _belief_of(content: Any) -> str | None:
    """Return the address of the belief that a notice of ours is about."""
    if not isinstance(content, dict):
        return None
    agent_id, belief_id = content.get("agent_id"), content.get("belief_id")
    if isinstance(agent_id, str) and isinstance(belief_id, str):
        return addresses.belief(agent_id, belief_id)
    return None


def _told(entry: Entry) -> tuple[str, str]:
    """Return an entry's title, and its text."""
    content = entry.content
    if isinstance(content, dict) and isinstance(content.get("event"), str):
        facts = {name: fact for name, fact in content.items() if name != "event"}
        return content["event"].replace(".", " ").capitalize(), sources.readable(facts)
    speaker = sources.SPEAKERS.get(entry.type, entry.type.replace("_", " ").capitalize())
    return speaker, "" if entry.erased else sources.readable(content)
