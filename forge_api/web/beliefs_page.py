"""Beliefs: what an agent holds true, held true on a day, or is asked to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, get_args

from fastapi import APIRouter, Query, Request, Response

from forge_api.embedding import EmbedderUnavailable
from forge_api.memory import audit_chain, beliefs, recall
from forge_api.memory.audit import Audit
from forge_api.memory.belief_states import percent
from forge_api.memory.beliefs import Listing
from forge_api.memory.keys import Caller
from forge_api.memory.recall import Question
from forge_api.services import CurrentServices, Services
from forge_api.web import addresses, wording
from forge_api.web.frame import AgentlessPage, Frame, Reviewer, around
from forge_api.web.marked_text import Piece, found_words
from forge_api.web.page_route import PageRoute
from forge_api.web.rendering import Page
from forge_client.beliefs import AuditVerdict, Belief
from forge_client.names import Kind, Status

PAGE = 50

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Row:
    """One belief of the list."""

    address: str
    text: Sequence[Piece]
    facts: Sequence[str]


@dataclass(frozen=True, slots=True)
class BeliefsPage:
    """A page of beliefs, with what it was asked for."""

    frame: Frame
    rows: Sequence[Row]
    total: int
    words: str | None
    statuses: Sequence[Status]
    status: Status | None
    kinds: Sequence[Kind]
    kind: Kind | None
    on: str
    """The day whose end is looked at; empty: now."""

    next: str | None
    problem: str | None
    verdict: AuditVerdict | None
    """Of the audit's chain, where that was asked for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for."""

    words: str | None
    status: Status | None
    kind: Kind | None
    on: date | None
    cursor: str | None


@router.get("/beliefs")
async def show_beliefs(
    request: Request,
    caller: Reviewer,
    services: CurrentServices,
    agent: str | None = None,
    q: str | None = None,
    status: str = "active",
    kind: str = "",
    on: str = "",
    cursor: Annotated[str | None, Query()] = None,
    verify: bool = False,
) -> Response:
    """Show a page of beliefs, or the ones nearest to some words."""
    wanted = Wanted(
        words=(q or "").strip() or None,
        status=next((one for one in get_args(Status) if one == status), None),
        kind=next((one for one in get_args(Kind) if one == kind), None),
        on=_day(on),
        cursor=cursor,
    )
    frame = await around(request, services, caller, "Beliefs", "beliefs", agent or None)
    if frame.agent is None:
        return Page("choose_agent.html", AgentlessPage(frame))
    verdict = None
    if verify:
        verdict = await audit_chain.verify(services.pool, services.keyring, frame.agent)
    return Page("beliefs.html", await _page(services, caller, frame, wanted, verdict))


async def _page(
    services: Services,
    caller: Caller,
    frame: Frame,
    wanted: Wanted,
    verdict: AuditVerdict | None,
) -> BeliefsPage:
    agent_id, problem, following = frame.agent or "", None, None
    found: Sequence[Belief]
    if wanted.words is None:
        listed = await beliefs.page(
            services.pool, Audit(services.keyring), caller.tenant, agent_id, _listing(wanted)
        )
        found, total, following = listed.beliefs, listed.total, listed.next_cursor
    else:
        found, problem = await _searched(services, caller, agent_id, wanted.words)
        total = len(found)
    now = services.clock()
    return BeliefsPage(
        frame=frame,
        rows=[_row(belief, wanted.words or "", now) for belief in found],
        total=total,
        words=wanted.words,
        statuses=get_args(Status),
        status=wanted.status,
        kinds=get_args(Kind),
        kind=wanted.kind,
        on=wanted.on.isoformat() if wanted.on else "",
        next=_address(agent_id, wanted, following) if following else None,
        problem=problem,
        verdict=verdict,
    )


def _listing(wanted: Wanted) -> Listing:
    return Listing(
        statuses=[wanted.status] if wanted.status else None,
        kinds=[wanted.kind] if wanted.kind else None,
        as_of=_end_of(wanted.on) if wanted.on else None,
        cursor=wanted.cursor,
        limit=PAGE,
    )


async def _searched(
    services: Services, caller: Caller, agent_id: str, words: str
) -> tuple[Sequence[Belief], str | None]:
    """Return the active beliefs nearest to these words, or why nobody can search now."""
    question = Question(caller.tenant, agent_id, words, "agent", recall.MAX_RESULTS)
    try:
        answer = await recall.search(services.pool, services.embedder, question)
    except EmbedderUnavailable:
        return [], "The embedder does not answer, so nothing can be searched; try again."
    return answer.beliefs, None


def _row(belief: Belief, words: str, now: datetime) -> Row:
    text = belief.content or "Its words were erased."
    facts = [
        belief.status,
        belief.kind,
        percent(belief.confidence),
        wording.count(len(belief.source_episodes), "episode"),
        wording.ago(belief.updated_at, now),
    ]
    return Row(addresses.belief(belief.agent_id, belief.id), found_words(text, words), facts)


def _address(agent_id: str, wanted: Wanted, cursor: str) -> str:
    return addresses.page(
        "beliefs",
        agent=agent_id,
        status=wanted.status or "any",
        kind=wanted.kind,
        on=wanted.on.isoformat() if wanted.on else None,
        cursor=cursor,
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _end_of(day: date) -> datetime:
    try:
        return datetime.combine(day + timedelta(days=1), time(), UTC)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
