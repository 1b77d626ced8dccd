"""The inbox: what waits for a person's word, newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, get_args

from fastapi import APIRouter, Query, Request, Response

from forge_api.access import require_agent
from forge_api.memory import card_stream, cards
from forge_api.memory.cards import Listing
from forge_api.memory.keys import Caller
from forge_api.services import CurrentServices, Services
from forge_api.web import addresses, done, emptiness, stale_cards
from forge_api.web.card_view import CardView
from forge_api.web.done import Done
from forge_api.web.emptiness import Emptiness
from forge_api.web.frame import Frame, Reviewer, around
from forge_api.web.page_route import PageRoute
from forge_api.web.rendering import Page
from forge_client.cards import CardFilter
from forge_client.names import Kind

PAGE = 20
FILTERS: Mapping[CardFilter | None, str] = {
    None: "All",
    "needs_review": "Needs review",
    "adds": "Adds",
    "changes": "Changes",
    "stale": "Stale",
}

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class FilterView:
    """One filter, how many cards it shows, and where it leads."""

    label: str
    count: int
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class InboxPage:
    """The inbox."""

    frame: Frame
    cards: Sequence[CardView]
    total: int
    """Cards under these filters, on this page and all others."""

    waiting: int
    """Cards without any filter."""

    filters: Sequence[FilterView]
    kind: Kind | None
    kinds: Sequence[Kind]
    words: str | None
    only: CardFilter | None
    selectable: int
    all_selected: bool
    select_address: str
    unfiltered: str
    """Where the same inbox is without filters."""

    newest: str | None
    next: str | None
    done: Done | None
    emptiness: Emptiness | None
    stream: str
    """Where news of cards come from."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for."""

    agent: str | None = None
    only: CardFilter | None = None
    kind: Kind | None = None
    words: str | None = None
    cursor: str | None = None
    select: str | None = None

    def address(
        self, only: CardFilter | None, cursor: str | None = None, select: str | None = None
    ) -> str:
        """Return the address of the same inbox under another filter, or at another place."""
        return addresses.page(
            agent=self.agent,
            filter=only,
            kind=self.kind,
            q=self.words,
            cursor=cursor,
            select=select,
        )


@router.get("/")
async def show_inbox(
    request: Request,
    caller: Reviewer,
    services: CurrentServices,
    agent: str | None = None,
    only: Annotated[CardFilter | None, Query(alias="filter")] = None,
    kind: Kind | None = None,
    q: str | None = None,
    cursor: str | None = None,
    select: str | None = None,
    done: str | None = None,
) -> Response:
    """Show one page of open cards."""
    wanted = Wanted(agent or None, only, kind, (q or "").strip() or None, cursor, select)
    return Page("inbox.html", await inbox(request, services, caller, wanted, done))


async def inbox(
    request: Request, services: Services, caller: Caller, wanted: Wanted, told: str | None
) -> InboxPage:
    """Return the inbox's data."""
    listing = await listing_for(services, caller, wanted)
    frame = await around(request, services, caller, "Inbox", "inbox", wanted.agent)
    only = wanted.only
    # Read before the cards: news between the two is then told twice, and never missed.
    seen = card_stream.written(await card_stream.ends(services.pool, listing))
    found = await cards.page(services.pool, listing)
    waiting = found.counts["open"]
    if listing.kind or listing.words:
        waiting = await cards.waiting(services.pool, listing)
    shown = await stale_cards.views(services, caller.tenant, found.cards)
    following = found.next_cursor
    return InboxPage(
        frame=frame,
        cards=shown,
        total=found.total,
        waiting=waiting,
        filters=_filters(wanted, found.counts),
        kind=wanted.kind,
        kinds=get_args(Kind),
        words=wanted.words,
        only=only,
        selectable=sum(card.selectable for card in shown),
        all_selected=wanted.select == "adds",
        select_address=wanted.address(only, wanted.cursor, None if wanted.select else "adds"),
        unfiltered=addresses.page(agent=wanted.agent),
        newest=wanted.address(only) if wanted.cursor else None,
        next=wanted.address(only, following) if following else None,
        done=await _told(services, caller, told),
        emptiness=None if shown else await emptiness.of(services.pool, listing, waiting),
        stream=_stream(wanted, seen),
    )


async def listing_for(services: Services, caller: Caller, wanted: Wanted) -> Listing:
    """Return the listing that the address asks for.

    Raises:
        Refused: `agent_not_found`.
    """
    if wanted.agent is not None:
        await require_agent(services, caller, wanted.agent)
    return Listing(
        tenant=caller.tenant,
        agents=caller.bound_to() if wanted.agent is None else [wanted.agent],
        now=services.clock(),
        lambda_per_day=services.lambda_per_day,
        only=wanted.only,
        cursor=wanted.cursor,
        limit=PAGE,
        kind=wanted.kind,
        lasting_kinds=services.lasting_kinds,
        words=wanted.words,
    )


def _stream(wanted: Wanted, seen: str) -> str:
    whose = ["agents", wanted.agent] if wanted.agent else []
    return addresses.page(*whose, "cards", "stream", after=seen)


def _filters(wanted: Wanted, counts: Mapping[str, int]) -> list[FilterView]:
    return [
        FilterView(
            label=label,
            count=counts[only or "open"],
            address=wanted.address(only),
            chosen=wanted.only == only,
        )
        for only, label in FILTERS.items()
    ]


async def _told(services: Services, caller: Caller, told: str | None) -> Done | None:
    """Return what the address says was done: `agent/belief/door/version`."""
    parts = (told or "").split("/")
    if len(parts) != 4 or not parts[3].isdecimal() or len(parts[3]) > 9:
        return None
    agent_id, belief_id, door, version = parts
    await require_agent(services, caller, agent_id)
    return await done.read(services.pool, agent_id, belief_id, door, int(version))
