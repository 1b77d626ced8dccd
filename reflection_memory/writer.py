"""The one writer of a log in a process: calls that come at once share a commit.

While a batch commits, the next calls draft and seal theirs and wait here; then all go in one
transaction. What one call did wrong is answered to that call alone; a caller that gives up takes
nothing from the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple
from weakref import WeakValueDictionary

from database.errors import DatabaseRefused
from database.pool import Pool, transaction
from reflection_memory.append import IDS, Answer, Appender, Places
from reflection_memory.draft import Draft
from reflection_memory.entry import NewEntry
from reflection_memory.sealing.keyring import Keyring

MOST_WAITING = 1_000
"""Calls that wait for a commit; who comes then waits for a place first."""

ENOUGH = 2_000
"""Entries after which a batch takes in no further call: it bounds how long each commit takes."""

WARY = 100
"""Commits for which ids are looked up, after one was known."""


class Writer:
    """Writes to one tenant's log; get it by `shared`, so that a process has one a log."""

    _shared: ClassVar[WeakValueDictionary[tuple[int, int, str], Writer]] = WeakValueDictionary()

    def __init__(self, pool: Pool, keyring: Keyring, tenant: str):
        # Both are kept, also so that nothing else can get their identities while this lives.
        self._pool = pool
        self._keyring = keyring
        self._appender = Appender(keyring, tenant)
        self._waiting: asyncio.Queue[_Call] = asyncio.Queue(MOST_WAITING)
        self._work: asyncio.Task[None] | None = None
        self._wary = 0

    @classmethod
    def shared(cls, pool: Pool, keyring: Keyring, tenant: str) -> Writer:
        """Return the process's writer of this log; it lives as long as somebody holds it."""
        name = (id(pool), id(keyring), tenant)
        found = cls._shared.get(name)
        if found is None:
            found = cls._shared[name] = cls(pool, keyring, tenant)
        return found

    async def draft(self, entries: Sequence[NewEntry]) -> dict[str, Draft]:
        """Return the drafts of one call.

        Raises:
            InvalidEntry: A content cannot be kept, or there are over LARGEST_BATCH entries.
            EntryDiffers: Two entries share an id and say different things.
        """
        return await self._appender.draft(entries)

    async def write(self, drafts: Mapping[str, Draft]) -> Places:
        """Write the drafts of one call, all or none; return once they would survive a power cut.

        Whoever is cancelled in here may find them written, or not: the same call again tells.

        Raises:
            EntryDiffers: An id is taken by something else.
            DatabaseError: The commit failed, or its answer was lost.
        """
        call = _Call(drafts, asyncio.get_running_loop().create_future())
        await self._waiting.put(call)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._write_all())
        return await call.answer

    async def _write_all(self) -> None:
        while not self._waiting.empty():
            # Whoever was just answered may have more: one turn, and it shares the next commit.
            await asyncio.sleep(0)
            await self._serve(self._take())

    def _take(self) -> list[_Call]:
        calls: list[_Call] = []
        entries = 0
        while entries < ENOUGH and not self._waiting.empty():
            call = self._waiting.get_nowait()
            if not call.answer.done():
                calls.append(call)
                entries += len(call.drafts)
        return calls

    async def _serve(self, calls: Sequence[_Call]) -> None:
        """Commit what these ask for and answer each: whatever happens, nobody waits for ever."""
        try:
            answers: Sequence[Answer | BaseException] = await self._commit(calls)
        except DatabaseRefused as refusal:
            if len(calls) > 1:
                # One of them is what Postgres refuses: each by itself, and only that one fails.
                for call in calls:
                    await self._serve([call])
                return
            answers = [refusal]
        except Exception as error:  # noqa: BLE001 - each caller gets it, and judges
            answers = [error] * len(calls)
        except asyncio.CancelledError:
            for call in calls:
                call.answer.cancel()
            raise
        for call, answer in zip(calls, answers, strict=True):
            call.resolve(answer)

    async def _commit(self, calls: Sequence[_Call]) -> list[Answer]:
        """Commit; as long as no id comes again, Postgres alone watches that none does."""
        drafts = [call.drafts for call in calls]
        try:
            async with transaction(self._pool) as connection:
                expected, self._wary = self._wary > 0, max(self._wary - 1, 0)
                return await self._appender.append_each(connection, drafts, expect_known=expected)
        except DatabaseRefused as refusal:
            if refusal.constraint != IDS:
                raise
        self._wary = WARY
        async with transaction(self._pool) as connection:
            return await self._appender.append_each(connection, drafts)


class _Call(NamedTuple):
    """What one caller wants written, and where it waits for the answer."""

    drafts: Mapping[str, Draft]
    answer: asyncio.Future[Places]

    def resolve(self, answer: Answer | BaseException) -> None:
        if self.answer.done():
            return
        if isinstance(answer, BaseException):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)
