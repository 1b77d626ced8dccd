"""One belief: its card while it waits, its doors at any time, and everything that became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

import gate
from forge_api.memory import belief_states, beliefs, cards, keys
from forge_api.memory.audit import Audit
from forge_api.memory.belief_states import percent
from forge_api.memory.cards import Listing
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_api.services import CurrentServices, Services
from forge_api.web import addresses, card_view, decay_curve, marked_text, stale_cards, wording
from forge_api.web.card_view import CardView, DoorView, EditView
from forge_api.web.decay_curve import DecayCurve
from forge_api.web.frame import Frame, Reviewer, around
from forge_api.web.marked_text import Piece, pieces
from forge_api.web.page_route import PageRoute, wants_fragment
from forge_api.web.rendering import Page
from forge_client.beliefs import AuditRow, Belief, BeliefWithAudit
from forge_client.names import Kind

DOORS = ("keep", "forget", "edit", "restore")
"""What an undo takes back."""

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the chain: one version, who made it, and what it changed."""

    version: int
    position: int
    what: str
    status: str
    when: str
    who: str
    reason: Sequence[Piece]
    text: Sequence[Piece] | None
    """None: erased."""

    was: Sequence[Piece] | None
    """The words before, where they changed."""

    confidence: str


@dataclass(frozen=True, slots=True)
class BeliefPage:
    """A belief with its history, newest first."""

    frame: Frame
    card: CardView | None
    """While it waits."""

    id: str
    agent_id: str
    version: int
    text: Sequence[Piece]
    kind: Kind
    scope: str
    status: str
    erased: str | None
    confidence: str
    curve: DecayCurve | None
    doors: Sequence[DoorView]
    """Of a belief that does not wait."""

    edit: EditView | None
    may_undo: bool
    why: Sequence[Piece]
    sources: int
    run_address: str | None
    successor: str | None
    story: str
    """Where the log tells all that happened to it."""

    chain: Sequence[Link]
    problem: str | None


@dataclass(frozen=True, slots=True)
class CardPart:
    """One card for our script to put in place, with what went wrong at its door."""

    card: CardView
    csrf: str
    back: str
    problem: str | None = None
    next_id: str | None = None
    checked: bool = False


@router.get("/beliefs/{agent_id}/{belief_id}")
async def show_belief(
    agent_id: str, belief_id: str, caller: Reviewer, request: Request, services: CurrentServices
) -> Response:
    """Show one belief."""
    page = await _page(request, services, caller, (agent_id, belief_id))
    if wants_fragment(request) and page.card is not None:
        return Page("parts/card_part.html", CardPart(page.card, page.frame.csrf, "/"))
    return Page("belief.html", page)


async def with_problem(
    request: Request,
    services: Services,
    caller: Caller,
    which: tuple[str, str],
    refused: Refused,
) -> Response:
    """Return the belief as it is by now, with what its door refused."""
    page = await _page(request, services, caller, which, refused.detail)
    if wants_fragment(request) and page.card is not None:
        part = CardPart(page.card, page.frame.csrf, "/", refused.detail)
        return Page("parts/card_part.html", part, refused.status)
    if wants_fragment(request):
        return Page("parts/decided.html", page, refused.status)
    return Page("belief.html", page, refused.status)


async def card_part(
    request: Request, services: Services, caller: Caller, belief: Belief
) -> Response:
    """Return a belief's card, or a line that says what it is now."""
    page = await _page(request, services, caller, (belief.agent_id, belief.id))
    if page.card is None:
        return Page("parts/decided.html", page)
    return Page("parts/card_part.html", CardPart(page.card, page.frame.csrf, "/"))


async def _page(
    request: Request,
    services: Services,
    caller: Caller,
    which: tuple[str, str],
    problem: str | None = None,
) -> BeliefPage:
    agent_id, belief_id = which
    audit = Audit(services.keyring)
    found = await beliefs.with_audit(services.pool, audit, caller.tenant, agent_id, belief_id)
    belief = found.belief
    frame = await around(request, services, caller, "Belief", "beliefs", agent_id)
    labels = {key.id: key.label for key in await keys.all_of(services.pool, caller.tenant)}
    open_doors = belief_states.open_doors(belief.op, belief.status)
    return BeliefPage(
        frame=frame,
        card=await _card(services, caller, belief),
        id=belief.id,
        agent_id=agent_id,
        version=belief.version,
        text=pieces(belief.content),
        kind=belief.kind,
        scope=belief.scope,
        status=belief.status,
        erased=wording.when(belief.erased_at) if belief.erased_at else None,
        confidence=percent(belief.confidence),
        curve=_curve(belief, services),
        doors=[
            DoorView(door, belief_states.label(door), card_view.KEYS.get(door, ""))
            for door in open_doors
            if door not in ("undo", "edit") and belief.erased_at is None
        ],
        edit=_edit(belief) if "edit" in open_doors and belief.erased_at is None else None,
        may_undo="undo" in open_doors and found.audit[0].action in DOORS,
        why=pieces(belief.why),
        sources=len(belief.source_episodes),
        run_address=belief.run_id and addresses.run(agent_id, belief.run_id),
        successor=belief.superseded_by and addresses.belief(agent_id, belief.superseded_by),
        story=addresses.page("log", agent=agent_id, belief=belief_id),
        chain=_chain(found, labels),
        problem=problem,
    )


async def _card(services: Services, caller: Caller, belief: Belief) -> CardView | None:
    listing = Listing(
        tenant=caller.tenant,
        agents=None,
        now=services.clock(),
        lambda_per_day=services.lambda_per_day,
        lasting_kinds=services.lasting_kinds,
    )
    card = await cards.get(services.pool, listing, belief.agent_id, belief.id)
    return (await stale_cards.views(services, caller.tenant, [card]))[0] if card else None


def _edit(belief: Belief) -> EditView:
    return card_view.edit_of(belief, belief_states.label("edit"))


def _curve(belief: Belief, services: Services) -> DecayCurve | None:
    if belief.status != "active":
        return None
    days = max((services.clock() - belief.updated_at).total_seconds() / 86_400, 0.0)
    fades = services.fades(belief.kind)
    return decay_curve.drawn(gate.decayed_confidence(belief.confidence, days, fades), fades)


def _chain(found: BeliefWithAudit, labels: Mapping[str, str | None]) -> list[Link]:
    older = [*found.audit[1:], None]
    return [_link(row, before, labels) for row, before in zip(found.audit, older, strict=True)]


def _link(row: AuditRow, before: AuditRow | None, labels: Mapping[str, str | None]) -> Link:
    was, text = _difference(row, before)
    return Link(
        version=row.version,
        position=row.position,
        what=wording.ACTIONS.get(row.action, row.action),
        status=row.to_status,
        when=wording.when(row.at),
        who=_who(row, labels),
        reason=pieces(row.reason or ""),
        text=text,
        was=was,
        confidence=_confidence(row, before),
    )


def _difference(
    row: AuditRow, before: AuditRow | None
) -> tuple[Sequence[Piece] | None, Sequence[Piece] | None]:
    if row.content is None:
        return None, None
    if before is None or before.content in (None, row.content):
        return None, pieces(row.content)
    return marked_text.compared(before.content or "", row.content)


def _who(row: AuditRow, labels: Mapping[str, str | None]) -> str:
    named = row.actor or labels.get(row.key_id)
    return f"{row.role} {named} ({row.key_id})" if named else f"{row.role} {row.key_id}"


def _confidence(row: AuditRow, before: AuditRow | None) -> str:
    now = percent(row.confidence)
    if before is None or before.confidence == row.confidence:
        return now
    return f"{percent(before.confidence)} → {now}"
