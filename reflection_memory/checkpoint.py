"""A checkpoint: how far a named reader has dealt with a log; it moves forward only.

A reader that comes back subscribes after it. Advance it behind what was done, or in the same
transaction: ahead of that, a crash would skip entries.
"""

from __future__ import annotations

from database import queries
from database.pool import Connection, Pool, connection, transaction
from reflection_memory.entry import check_name
from reflection_memory.errors import InvalidEntry

_SQL = queries.load("log_checkpoints")


class Checkpoint:
    """The checkpoint of `reader` in the log of `tenant`."""

    def __init__(self, pool: Pool, tenant: str, reader: str):
        check_name("reader", reader)
        self._pool = pool
        self._tenant = tenant
        self._reader = reader

    async def position(self) -> int:
        """Return the last position that was dealt with; 0: none."""
        async with connection(self._pool) as borrowed:
            return int(await borrowed.fetchval(_SQL["read"], self._tenant, self._reader) or 0)

    async def advance(self, position: int) -> bool:
        """Move forward to `position`; False: it stood there already, or further on, and stays.

        Raises:
            InvalidEntry: The log does not reach to `position`.
        """
        async with transaction(self._pool) as borrowed:
            return await self.advance_in(borrowed, position)

    async def advance_in(self, borrowed: Connection, position: int) -> bool:
        """Do so in the caller's transaction, together with what the reader made of the entries.

        Raises:
            InvalidEntry: The log does not reach to `position`.
        """
        row = await borrowed.fetchrow(_SQL["advance"], self._tenant, self._reader, position)
        if row is None or row["log_end"] < position:
            raise InvalidEntry("position", f"is {position}, and the log does not reach so far")
        return bool(row["moved"])
