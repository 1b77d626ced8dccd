"""The ring: entries that are taken in memory and written soon, for writers who must not wait.

It loses nothing but by a crash of its process, and then only what came within the last interval and
the commit behind it. A full ring makes its writers wait; it never drops. While Postgres is away it
keeps what it has, and goes on when Postgres is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from database.errors import DatabaseError, DatabaseRefused
from reflection_memory.draft import Draft
from reflection_memory.errors import EntryDiffers, InvalidEntry
from reflection_memory.writer import ENOUGH, Writer

_LOG = logging.getLogger(__name__)

LONGEST_PAUSE = 5.0
"""Seconds between attempts while Postgres does not take what is in the ring."""


@dataclass(frozen=True, slots=True)
class RingSettings:
    """How soon the ring is written, and how much it holds.

    Attributes:
        interval: Seconds that an entry waits at most until its flush begins.
        count: Entries that make a flush begin at once.
        capacity: Entries that the ring holds; whoever comes then waits.
    """

    interval: float = 0.2
    count: int = 500
    capacity: int = 5_000

    def __post_init__(self) -> None:
        if self.interval <= 0:
            raise InvalidEntry("interval", f"is {self.interval}; give seconds above 0")
        if not 1 <= self.count <= self.capacity:
            raise InvalidEntry("count", f"is {self.count}; give 1 to the capacity {self.capacity}")


class Ring:
    """The entries of one process that are on their way into one log."""

    def __init__(self, writer: Writer, settings: RingSettings):
        self._writer = writer
        self._settings = settings
        self._held: dict[str, Draft] = {}
        self._refusals: list[EntryDiffers | DatabaseRefused] = []
        self._room = asyncio.Condition()
        self._writing = asyncio.Lock()
        self._hurry = asyncio.Event()
        self._flusher: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._held)

    async def put(self, drafts: Mapping[str, Draft]) -> None:
        """Take the drafts of one call, all or none; wait while the ring is full.

        Raises:
            InvalidEntry: They would not fit into an empty ring.
            EntryDiffers: An id waits here already and says something else.
        """
        capacity = self._settings.capacity
        if len(drafts) > capacity:
            raise InvalidEntry("entries", f"are {len(drafts)}; the ring holds {capacity}")
        async with self._room:
            await self._room.wait_for(lambda: len(self._held) + len(drafts) <= capacity)
            self._take(drafts)
        if len(self._held) >= self._settings.count:
            self._hurry.set()
        if self._held and (self._flusher is None or self._flusher.done()):
            self._flusher = asyncio.create_task(self._flush_until_empty())

    async def flush(self) -> None:
        """Return once all that was taken before would survive a power cut.

        Raises:
            EntryDiffers: Since the last flush an id proved to be taken by something else.
            DatabaseError: Postgres did not take them; they stay in the ring, and are tried again.
        """
        await self.settle()
        if self._refusals:
            refusals, self._refusals = self._refusals, []
            raise refusals[0]

    async def settle(self) -> None:
        """Write what is held now, in order; what the log refuses is kept for `flush` to tell.

        Raises:
            DatabaseError: Postgres did not take it; it stays in the ring.
        """
        async with self._writing:
            left = len(self._held)
            while left > 0:
                batch = dict(islice(self._held.items(), min(left, ENOUGH)))
                await self._write(batch)
                left -= len(batch)
                for name in batch:
                    del self._held[name]
                async with self._room:
                    self._room.notify_all()

    def _take(self, drafts: Mapping[str, Draft]) -> None:
        for name, draft in drafts.items():
            held = self._held.get(name)
            if held is not None and not hmac.compare_digest(held.digest, draft.digest):
                raise EntryDiffers(name)
        for name, draft in drafts.items():
            self._held.setdefault(name, draft)

    async def _flush_until_empty(self) -> None:
        pause = self._settings.interval
        while self._held:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), pause)
            self._hurry.clear()
            try:
                await self.settle()
                pause = self._settings.interval
            except DatabaseError as error:
                pause = min(2 * pause, LONGEST_PAUSE)
                _LOG.warning("%d entries wait in the ring: %s", len(self._held), error)

    async def _write(self, batch: Mapping[str, Draft]) -> None:
        """Write a batch; what the log refuses is told, and takes nothing from the rest."""
        try:
            await self._writer.write(batch)
        except (EntryDiffers, DatabaseRefused) as refusal:
            if not _is_the_entrys_own(refusal):
                raise
            if len(batch) > 1:
                for name, draft in batch.items():
                    await self._write({name: draft})
                return
            _LOG.error("The ring holds an entry that the log refuses: %s", refusal)
            self._refusals.append(refusal)


def _is_the_entrys_own(refusal: EntryDiffers | DatabaseRefused) -> bool:
    """Tell whether the refusal is about a value (classes 22 and 23), not about the whole log."""
    return isinstance(refusal, EntryDiffers) or (refusal.code or "")[:2] in {"22", "23"}
