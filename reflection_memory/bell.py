"""The bell: it rings when somebody appended to some log of this database.

It is a hint, so that subscribers need not wait for their next poll; whatever is lost of it (a
connection, a notification) costs time and nothing else. A process listens on one connection a pool,
and only while somebody waits.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias
from weakref import WeakValueDictionary

import asyncpg

from database.errors import DatabaseError, mapped
from database.pool import ACQUIRE_TIMEOUT, Pool

if TYPE_CHECKING:
    Line: TypeAlias = asyncpg.pool.PoolConnectionProxy[asyncpg.Record]

CHANNEL = "reflection_memory"


class Bell:
    """Rings for everybody in this process who waits: `async with Bell.shared(pool) as bell`."""

    _shared: ClassVar[WeakValueDictionary[int, Bell]] = WeakValueDictionary()

    def __init__(self, pool: Pool):
        self._pool = pool
        self._rung = asyncio.Event()
        self._hearers = 0
        self._line: Line | None = None
        self._changing = asyncio.Lock()

    @classmethod
    def shared(cls, pool: Pool) -> Bell:
        """Return the process's bell of this pool."""
        found = cls._shared.get(id(pool))
        if found is None:
            found = cls._shared[id(pool)] = cls(pool)
        return found

    async def __aenter__(self) -> Self:
        self._hearers += 1
        try:
            await self._listen()
        except BaseException:
            # Who is cancelled here has not come in, so it will not go out either.
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._hearers -= 1
        async with self._changing:
            if not self._hearers:
                await self._hang_up()

    def next_ring(self) -> asyncio.Event:
        """Return what the next ring sets. Take it before you read: then none is missed between."""
        return self._rung

    async def wait(self, ring: asyncio.Event, seconds: float) -> None:
        """Return at that ring, or after `seconds` without one."""
        await self._listen()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ring.wait(), seconds)

    async def _listen(self) -> None:
        """Listen, unless that is done already; who cannot goes by polling alone."""
        async with self._changing:
            if self._line is None:
                try:
                    with mapped():
                        await self._call()
                except DatabaseError:
                    await self._hang_up()

    async def _call(self) -> None:
        # Held before it listens: whoever is cancelled between the two still gives it back.
        self._line = await self._pool.acquire(timeout=ACQUIRE_TIMEOUT)
        self._line.add_termination_listener(self._lose_line)
        await self._line.add_listener(CHANNEL, self._ring)

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            # The driver refuses whatever is asked of a line that was cut: it is given back already.
            with contextlib.suppress(DatabaseError), mapped():
                try:
                    line.remove_termination_listener(self._lose_line)
                    await line.remove_listener(CHANNEL, self._ring)
                finally:
                    await self._pool.release(line)

    def _lose_line(self, *_: Any) -> None:
        """Forget a line that was cut, and wake everybody: the next wait listens anew."""
        self._line = None
        self._ring()

    def _ring(self, *_: Any) -> None:
        self._rung.set()
        self._rung = asyncio.Event()
