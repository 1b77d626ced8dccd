"""A subscription: everything behind a position, then everything that comes, in the log's order.

Nothing is skipped and nothing comes twice, since positions have no gaps and become visible in their
order: whoever goes by position needs no luck. The bell only shortens the wait; a poll finds what it
did not ring for.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace

from database.pool import Pool
from reflection_memory.bell import Bell
from reflection_memory.entry import ReflectionEntry
from reflection_memory.errors import InvalidEntry
from reflection_memory.history import History
from reflection_memory.history_query import HistoryQuery

PAGE = 200
"""Entries that a subscriber is given at once."""

POLL = 1.0
"""Seconds after which a subscriber looks for itself."""


async def pages(
    pool: Pool, history: History, after: int, only: HistoryQuery | None, poll: float
) -> AsyncGenerator[list[ReflectionEntry]]:
    """Walk what is behind position `after` for ever; an empty page: nothing came within a poll.

    Args:
        pool: Where the bell is heard.
        history: Where the entries are read.
        after: The last position that the subscriber has dealt with; 0: from the first entry on.
        only: What narrows the subscription; its window, limit and direction do not count.
        poll: Seconds.
    """
    if after < 0:
        raise InvalidEntry("after", f"is {after}; give the last position that was read, or 0")
    question = replace(only or HistoryQuery(), since=None, until=None, limit=PAGE, reverse=False)
    async with Bell.shared(pool) as bell:
        while True:
            ring = bell.next_ring()
            end = await history.end()
            page = await history.query(replace(question, after=after)) if end > after else []
            after = _read_up_to(page, end, after)
            yield page
            if not page and end <= after:
                await bell.wait(ring, poll)


def _read_up_to(page: list[ReflectionEntry], end: int, after: int) -> int:
    """Return how far was read: what the question leaves out needs no second look."""
    if len(page) == PAGE:
        return page[-1].position
    return max([after, end, *(one.position for one in page[-1:])])
