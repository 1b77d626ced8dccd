"""Entries as they come: everything behind a position that the caller may open, then what is new.

Nothing is skipped and nothing comes twice; an event's id is the entry's position, which is where to
go on. The stream ends when its key does.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime

from database.pool import Pool
from forge_api.memory import keys
from forge_api.memory.entries import EntryDesk
from forge_api.memory.live import BEAT, Event
from forge_api.memory.refusals import invalid
from reflection_memory.history_query import HistoryQuery


@dataclass(frozen=True)
class EntryStream:
    """One caller's view of a log as it grows."""

    pool: Pool
    desk: EntryDesk
    clock: Callable[[], datetime]

    async def events(self, after: int, only: HistoryQuery) -> AsyncGenerator[Event | None]:
        """Yield an `entry` event for each that matches; None stands for a moment without one."""
        walk = self.desk.log.subscribe_to_pages(after, only=only, poll=BEAT)
        async with aclosing(walk) as pages:
            async for page in pages:
                if not await keys.lives(self.pool, self.desk.caller.key_id, self.clock()):
                    return
                for found in page:
                    served = self.desk.served(found)
                    yield Event("entry", served.model_dump(), str(found.position))
                if not page:
                    yield None


def read(place: str) -> int:
    """Return the position that `after` or an event's id names.

    Raises:
        Refused: `invalid`.
    """
    if not (place.isascii() and place.isdecimal() and int(place) < 2**63):
        raise invalid("after", "must be the position of an entry, or 0 for all of them")
    return int(place)
