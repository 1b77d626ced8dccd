"""Reflection Memory: one tenant's log, append-only, in strict order.

Nothing is ever updated or deleted here, and there is no call that would.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import aclosing
from typing import Literal, overload

from database.pool import Connection, Pool
from reflection_memory import subscription
from reflection_memory.append import Appender
from reflection_memory.entry import NewEntry, Recorded, ReflectionEntry
from reflection_memory.grant import EVERYTHING, Grant
from reflection_memory.history import History
from reflection_memory.history_query import HistoryQuery
from reflection_memory.ring import Ring, RingSettings
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.verify import Anchor, Verification, Verifier
from reflection_memory.writer import Writer

PAGE = 200
"""Entries that `narrative` holds at once."""


class ReflectionMemory:
    """The log of `tenant`. Keep one while `durable=False` is used: its ring is its only state."""

    def __init__(
        self,
        pool: Pool,
        keyring: Keyring,
        tenant: str,
        *,
        ring: RingSettings | None = None,
        grant: Grant = EVERYTHING,
    ):
        self._pool = pool
        self._appender = Appender(keyring, tenant)
        self._writer = Writer.shared(pool, keyring, tenant)
        self._ring = Ring(self._writer, ring or RingSettings())
        self._history = History(pool, keyring, tenant, grant)
        self._verifier = Verifier(pool, keyring, tenant)

    @overload
    async def record(self, entry: NewEntry, *, durable: Literal[True] = True) -> Recorded: ...
    @overload
    async def record(self, entry: NewEntry, *, durable: Literal[False]) -> None: ...
    async def record(self, entry: NewEntry, *, durable: bool = True) -> Recorded | None:
        """Record one entry; return once it would survive a power cut.

        The same id with the same content again returns where it lies, and writes nothing. Callers
        that record at once share a commit. With `durable=False`: return once the ring holds it,
        where a crash of this process can still lose it for the ring's interval and a commit; its
        place is known only then.

        Raises:
            InvalidEntry: The content cannot be kept.
            EntryDiffers: The id is taken by something else.
        """
        if durable:
            [recorded] = await self.record_many([entry])
            return recorded
        await self._ring.put(await self._writer.draft([entry]))
        return None

    @overload
    async def record_many(
        self, entries: Sequence[NewEntry], *, durable: Literal[True] = True
    ) -> list[Recorded]: ...
    @overload
    async def record_many(
        self, entries: Sequence[NewEntry], *, durable: Literal[False]
    ) -> None: ...
    async def record_many(
        self, entries: Sequence[NewEntry], *, durable: bool = True
    ) -> list[Recorded] | None:
        """Record entries, all or none, next to each other; an answer each, in their order.

        With `durable=False`: return once the ring holds them, as `record` says.

        Raises:
            InvalidEntry: A content cannot be kept, or there are over LARGEST_BATCH entries.
            EntryDiffers: An id is taken by something else.
        """
        drafts = await self._writer.draft(entries)
        if not durable:
            await self._ring.put(drafts)
            return None
        recorded = await self._writer.write(drafts)
        return [recorded[entry.id] for entry in entries]

    async def flush(self) -> None:
        """Return once all that this object took into its ring would survive a power cut.

        Raises:
            EntryDiffers: Since the last flush an id proved to be taken by something else.
            DatabaseError: Postgres did not take them; they stay in the ring, and are tried again.
        """
        await self._ring.flush()

    async def append_in(
        self, connection: Connection, entries: Sequence[NewEntry]
    ) -> list[Recorded]:
        """Record entries in the caller's transaction (read committed): they stand when it commits.

        From this call until then nobody else can append to this log: call it late, await nothing
        slow behind it. After an error the transaction must be given up.

        Raises:
            InvalidEntry: A content cannot be kept, or there are over LARGEST_BATCH entries.
            EntryDiffers: An id is taken by something else.
        """
        return await self._appender.append(connection, entries)

    async def get(self, entry_id: str) -> ReflectionEntry | None:
        """Return the entry, or None where there is none.

        Raises:
            SealBroken: It was altered.
        """
        return (await self._history.get([entry_id])).get(entry_id)

    async def get_many(self, entry_ids: Iterable[str]) -> dict[str, ReflectionEntry]:
        """Return those entries of `entry_ids` that exist, by id.

        Raises:
            SealBroken: One was altered.
        """
        return await self._history.get(entry_ids)

    async def query(self, question: HistoryQuery) -> list[ReflectionEntry]:
        """Return one page of what matches; the last position in it is the next page's `after`.

        Raises:
            SealBroken: An entry was altered.
        """
        return await self._history.query(question)

    async def recent(self, n: int) -> list[ReflectionEntry]:
        """Return the last `n` entries, oldest first; what waits in the ring is written first.

        Raises:
            InvalidEntry: `n` is not 1 to LARGEST_PAGE.
        """
        if self._ring:
            await self._ring.settle()
        return (await self._history.query(HistoryQuery(limit=n, reverse=True)))[::-1]

    async def narrative(self, after: int = 0) -> AsyncIterator[ReflectionEntry]:
        """Walk the whole chronology behind position `after`, a page in memory at a time."""
        while page := await self._history.query(HistoryQuery(after=after, limit=PAGE)):
            for entry in page:
                yield entry
            after = page[-1].position

    async def subscribe(
        self,
        after: int = 0,
        *,
        only: HistoryQuery | None = None,
        poll: float = subscription.POLL,
    ) -> AsyncGenerator[ReflectionEntry]:
        """Walk what is behind position `after`, then what comes, for ever; nothing twice.

        Keep the position of the last entry that you have dealt with (a `Checkpoint` does), and
        begin behind it after an error or a restart.

        Args:
            after: A position; 0: from the first entry on.
            only: What narrows the subscription; its window, limit and direction do not count.
            poll: Seconds after which it looks for itself, whatever became of a notification.

        Raises:
            InvalidEntry: `after` is below 0.
            DatabaseError: Postgres did not answer.
            SealBroken: An entry was altered.
        """
        async with aclosing(self.subscribe_to_pages(after, only=only, poll=poll)) as pages:
            async for page in pages:
                for entry in page:
                    yield entry

    def subscribe_to_pages(
        self,
        after: int = 0,
        *,
        only: HistoryQuery | None = None,
        poll: float = subscription.POLL,
    ) -> AsyncGenerator[list[ReflectionEntry]]:
        """Do as `subscribe`, a page at a time; an empty page comes at every poll without news."""
        return subscription.pages(self._pool, self._history, after, only, poll)

    async def anchor(self) -> Anchor:
        """Return where the log ends now: kept elsewhere, it later shows a tail that was cut."""
        return await self._verifier.anchor()

    async def verify(self, *kept: Anchor | bytes) -> Verification:
        """Recompute the whole chain, and say where it breaks first.

        With anchors, or roots alone: also that it holds what it held when each was taken.
        """
        return await self._verifier.verify(kept)
