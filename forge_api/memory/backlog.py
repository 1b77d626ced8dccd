"""What waits to be reflected on, and when anything last was: whether the nights do their work."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import database.pool
from database import queries
from database.pool import Pool

TWO_NIGHTS = timedelta(hours=54)
"""Two nights, the second with its hours of catching up."""

_SQL = queries.load("backlog")


@dataclass(frozen=True, slots=True)
class Backlog:
    """Of the whole installation; None: nothing waits, nothing was ever reflected on."""

    episodes: int
    agents: int
    waiting_since: datetime | None
    reflected_at: datetime | None

    def is_stale(self, now: datetime) -> bool:
        """Return whether something waits for two nights in which nothing was reflected on."""
        long_ago = now - TWO_NIGHTS
        waits = self.waiting_since is not None and self.waiting_since < long_ago
        return waits and (self.reflected_at is None or self.reflected_at < long_ago)


async def look(pool: Pool) -> Backlog:
    """Return how things stand."""
    async with database.pool.connection(pool) as connection:
        [row] = await connection.fetch(_SQL["backlog"])
    return Backlog(**dict(row))
