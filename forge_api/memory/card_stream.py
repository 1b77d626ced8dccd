"""Cards as they come and go: what is open, then every change, in the order of each agent's audit.

The log's bell is a hint, a look at the audits' ends the guarantee: whoever goes on from the last id
that it saw misses nothing. What an event tells is how things stand now, so the same card may come
again. The stream ends when its key does.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import cards, keys
from forge_api.memory.cards import Listing
from forge_api.memory.keys import Caller
from forge_api.memory.live import BEAT, Event
from forge_api.memory.refusals import invalid
from forge_client.beliefs import Belief
from forge_client.cards import Card
from reflection_memory.bell import Bell

SLICE = 200
"""Rows of an audit that are told of before the next id."""

_PLACE = re.compile(r"[A-Za-z0-9._-]{1,64}:[0-9]{1,18}(,[A-Za-z0-9._-]{1,64}:[0-9]{1,18})*")

_SQL = queries.load("card_stream")

Ends = Mapping[str, int]
"""Agent → the position of its audit up to which everything was told."""


@dataclass(frozen=True)
class CardStream:
    """One caller's view of the cards of some agents, as it changes."""

    pool: Pool
    caller: Caller
    listing: Listing
    clock: Callable[[], datetime]

    async def events(self, after: Ends | None) -> AsyncGenerator[Event | None]:
        """Yield `card` for what is open or has changed, `decided` for what waits no more.

        Without `after` it begins with all open cards; `caught_up` stands before what is live. None
        stands for a moment without an event.
        """
        async with Bell.shared(self.pool) as bell:
            seen = dict(after or {})
            if after is None:
                seen = await ends(self.pool, self.listing)
                async for card in self._open_cards():
                    yield Event("card", card.model_dump())
                yield Event("caught_up", {}, written(seen))
            while True:
                ring = bell.next_ring()
                if not await keys.lives(self.pool, self.caller.key_id, self.clock()):
                    return
                async for event in self._changes(seen):
                    yield event
                yield None
                await bell.wait(ring, BEAT)

    async def _open_cards(self) -> AsyncGenerator[Card]:
        cursor: str | None = None
        while True:
            wanted = replace(self.listing, now=self.clock(), cursor=cursor, limit=cards.MAX_PAGE)
            page = await cards.page(self.pool, wanted)
            for card in page.cards:
                yield card
            if (cursor := page.next_cursor) is None:
                return

    async def _changes(self, seen: dict[str, int]) -> AsyncGenerator[Event]:
        """Yield what the audits tell behind `seen`, and move it on."""
        for agent_id, end in (await ends(self.pool, self.listing)).items():
            while (start := seen.get(agent_id, 0)) < end:
                upto = min(end, start + SLICE)
                told = await self._told(agent_id, start, upto)
                seen[agent_id] = upto
                for event in told:
                    # Only the last one of a slice says that all of it was told.
                    yield replace(event, id=written(seen)) if event is told[-1] else event

    async def _told(self, agent_id: str, start: int, upto: int) -> list[Event]:
        looked = replace(self.listing, now=self.clock())
        async with database.pool.connection(self.pool) as connection:
            beliefs = await _touched(connection, agent_id, start, upto)
            waiting = [belief for belief in beliefs if belief.status == "pending"]
            shown = await cards.of(connection, waiting, looked)
        decided = [_decided(belief) for belief in beliefs if belief.status != "pending"]
        return [*decided, *(Event("card", card.model_dump()) for card in shown)]


async def ends(pool: Pool, listing: Listing) -> dict[str, int]:
    """Return where the audits of the listing's agents end."""
    async with database.pool.connection(pool) as connection:
        rows = await connection.fetch(_SQL["ends"], listing.tenant, listing.agents)
    return {row["agent_id"]: row["position"] for row in rows}


def written(seen: Ends) -> str:
    """Return the place in a stream as its readers keep it."""
    return ",".join(f"{agent_id}:{position}" for agent_id, position in sorted(seen.items()))


def read(place: str | None) -> Ends | None:
    """Return what `written` was given; None for no place, which is before everything.

    Raises:
        Refused: `invalid`.
    """
    if not place:
        return None
    if _PLACE.fullmatch(place) is None:
        raise invalid("after", "must be the id of an event, or the `position` of a list of cards")
    named = (one.split(":") for one in place.split(","))
    return {agent_id: int(position) for agent_id, position in named}


async def _touched(connection: Connection, agent_id: str, start: int, upto: int) -> list[Belief]:
    rows = await connection.fetch(_SQL["touched"], agent_id, start, upto)
    return [Belief(**dict(row)) for row in rows]


def _decided(belief: Belief) -> Event:
    names = {"id", "agent_id", "op", "status", "version", "updated_at"}
    return Event("decided", belief.model_dump(include=names))
