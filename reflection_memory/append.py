"""The safe append: the only code that writes to the log.

Digests and seals are made before the log is locked. Then, in the caller's transaction: lock the
tenant's head row, look up which ids are known, give out positions, times and sequences, COPY, chain
the batch, move the head. The lock is held until the caller commits, so append late and commit soon.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import asyncpg

from database import queries
from database.pool import Connection
from reflection_memory import links, moment, rows, stretches
from reflection_memory.draft import Draft, Drafter, reseal
from reflection_memory.entry import NewEntry, Recorded
from reflection_memory.errors import EntryDiffers, InvalidEntry
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.keyring import Keyring

LARGEST_BATCH = 10_000
"""Entries of one append: it bounds how long other writers wait."""

LARGEST_COPY = 64 * 1024 * 1024
"""Bytes of rows that are sent at once, but for the last of them."""

_SQL = queries.load("log_append")
IDS = "log_entries_log_id_key"
"""The constraint that keeps an id from being taken twice."""


class Appender:
    """Appends to one tenant's log."""

    def __init__(self, keyring: Keyring, tenant: str):
        self._keyring = keyring
        self._tenant = tenant
        self._chain = keyring.chain("log", tenant)
        self._drafter = Drafter(keyring, tenant)

    async def append(self, connection: Connection, entries: Sequence[NewEntry]) -> list[Recorded]:
        """Append what is not yet there, in the caller's transaction; an answer each, in order.

        Raises:
            InvalidEntry: A body cannot be kept, or there are over LARGEST_BATCH entries.
            EntryDiffers: An id is taken by something else; the transaction must be given up.
        """
        drafts = await self.draft(entries)
        [answer] = await self.append_each(connection, [drafts])
        if isinstance(answer, EntryDiffers):
            raise answer
        return [answer[entry.id] for entry in entries]

    async def draft(self, entries: Sequence[NewEntry]) -> dict[str, Draft]:
        """Return the drafts of one call, by id: all that can be done before the log is locked.

        Raises:
            InvalidEntry: A body cannot be kept, or there are over LARGEST_BATCH entries.
            EntryDiffers: Two entries share an id and say different things.
        """
        if len(entries) > LARGEST_BATCH:
            raise InvalidEntry("entries", f"are {len(entries)}; give at most {LARGEST_BATCH}")
        return await self._drafter.draft(entries)

    async def append_each(
        self,
        connection: Connection,
        calls: Sequence[Mapping[str, Draft]],
        *,
        expect_known: bool = True,
    ) -> list[Answer]:
        """Append the drafts of several calls in one batch; an answer a call.

        A call whose id is taken by something else is answered so and writes nothing; that takes
        nothing from the others. Without `expect_known` no id is looked up, which is faster, and one
        that is known makes Postgres refuse the batch, naming the constraint IDS.
        """
        drafts = [draft for call in calls for draft in call.values()]
        if not drafts:
            return [Places({}, {}, {}) for _ in calls]
        state = await self._lock(connection, drafts, drafts if expect_known else ())
        known = {name: _Known(*row) for name, *row in state["known"]}
        admission = _Admission(known)
        refused = [admission.refusal(call) for call in calls]
        fresh = admission.fresh
        if fresh:
            await self._align_keys(connection, state["keys"], fresh.values())
            await self._write(connection, state, list(fresh.values()))
        return [
            refusal or Places(call, known, fresh)
            for call, refusal in zip(calls, refused, strict=True)
        ]

    async def _lock(
        self, connection: Connection, drafts: Sequence[Draft], sought: Sequence[Draft]
    ) -> asyncpg.Record:
        """Lock the log's head, and read what an append must know once nobody else can append.

        Where another writer moved the head while this one waited for the lock, what came with it is
        older than the head: it is read again, under the lock.
        """
        asked = (
            self._tenant,
            list({draft.entry.id for draft in sought}),
            list({draft.entry.source for draft in drafts}),
            list({draft.unit for draft in drafts}),
        )
        state = await connection.fetchrow(_SQL["lock"], *asked)
        if state is None:
            start = self._chain.start(self._tenant)
            await connection.execute(_SQL["create_head"], self._tenant, start)
            state = await connection.fetchrow(_SQL["lock"], *asked)
        assert state is not None  # noqa: S101 - it was just made, and heads are never removed
        if not state["is_current"]:
            state = await connection.fetchrow(_SQL["lock"], *asked)
            assert state is not None  # noqa: S101 - this transaction holds it
        return state

    async def _align_keys(
        self, connection: Connection, living_rows: Iterable[Any], fresh: Collection[Draft]
    ) -> None:
        """Seal every draft with its unit's living key, and store the keys that are new.

        Only under the lock is it certain which key lives: another writer may have made one since,
        an erasure may have destroyed the one that was sealed with. So no erasure is missed, and no
        key needs a commit of its own before its first entry.
        """
        living = {key.unit: key for key in (self._keyring.unwrap(*row) for row in living_rows)}
        created: dict[str, DataKey] = {}
        stale = []
        for draft in fresh:
            key = living.get(draft.unit) or created.get(draft.unit)
            if key is None:
                key = created[draft.unit] = self._unused(draft)
            if key.id != draft.key.id:
                draft.key = key
                stale.append(draft)
        reseal(stale)
        await self._keyring.store(connection, created.values())

    def _unused(self, draft: Draft) -> DataKey:
        """Return the draft's key if it was made for it; one that was seen before is destroyed."""
        if draft.key is self._keyring.likely(self._tenant, draft.unit):
            return self._keyring.create(self._tenant, draft.unit)
        return draft.key

    async def _write(
        self,
        connection: Connection,
        state: asyncpg.Record,
        fresh: Sequence[Draft],
    ) -> None:
        # The clock may step back: time still moves forward, a microsecond an entry.
        started = max(moment.to_microseconds(state["now"]), state["committed_us"] + 1)
        _place(fresh, state["position"] + 1, started, dict(state["sequences"]))
        root = self._chain.extend(state["root"], map(_link, fresh))
        for copied in _rows(state["log"], fresh):
            await connection.copy_to_table(
                "log_entries", source=copied, columns=rows.COLUMNS, format="binary"
            )
        await connection.execute(
            _SQL["close_batch"],
            state["log"],
            fresh[0].position,
            fresh[-1].position,
            started,
            b"".join([draft.leaf[: links.FINGERPRINT_SIZE] for draft in fresh]),
            root,
            fresh[-1].committed_us,
        )


class _Known(NamedTuple):
    """Where an entry lies that was recorded before, and what it said."""

    position: int
    committed_us: int
    sequence: int
    digest: bytes


class Places:
    """Where the entries of one call lie, by id: known before, or appended for this or another."""

    def __init__(
        self, call: Mapping[str, Draft], known: Mapping[str, _Known], fresh: Mapping[str, Draft]
    ):
        self._call = call
        self._known = known
        self._fresh = fresh

    def __getitem__(self, name: str) -> Recorded:
        found = self._known.get(name) or self._fresh[name]
        fresh = found is self._call[name]
        return Recorded(name, found.position, found.committed_us, found.sequence, fresh)


Answer: TypeAlias = Places | EntryDiffers
"""Where the entries of one call lie; or why it was refused."""


class _Admission:
    """Decides, call by call, what is new: `fresh`, in the order of the log to be."""

    def __init__(self, known: Mapping[str, _Known]):
        self.fresh: dict[str, Draft] = {}
        self._known = known

    def refusal(self, call: Mapping[str, Draft]) -> EntryDiffers | None:
        """Take in a call, all of it or nothing: then the error says which id was taken."""
        for name, draft in call.items():
            taken = self._known.get(name) or self.fresh.get(name)
            if taken is not None and not hmac.compare_digest(taken.digest, draft.digest):
                return EntryDiffers(name)
        for name, draft in call.items():
            if name not in self._known:
                self.fresh.setdefault(name, draft)
        return None


def _place(
    fresh: Iterable[Draft], position: int, committed_us: int, sequences: dict[str, int | None]
) -> None:
    """Give each draft its position, its time and its source's next sequence."""
    for index, draft in enumerate(fresh):
        source = draft.entry.source
        draft.position = position + index
        draft.committed_us = committed_us + index
        draft.sequence = sequences[source] = (sequences[source] or 0) + 1


def _rows(log: int, fresh: Sequence[Draft]) -> Iterator[Any]:
    """Yield the rows of a batch as COPYs, each whole, and none much over LARGEST_COPY.

    Each is a buffer (though the driver's types know of files only): from a file the driver would
    wait for ever where its connection is lost in the middle, for leave to send the rest.
    """
    sources = stretches.reaches(draft.entry.source for draft in fresh)
    exchanges = stretches.reaches(draft.entry.correlation_id for draft in fresh)
    parts, size = [rows.SIGNATURE], 0
    for draft, source, exchange in zip(fresh, sources, exchanges, strict=True):
        if size > LARGEST_COPY:
            yield memoryview(b"".join([*parts, rows.END]))
            parts, size = [rows.SIGNATURE], 0
        placed = draft.position, draft.committed_us, draft.sequence, log
        parts += (rows.placed(*placed, source, exchange), draft.row)
        size += len(draft.row)
    yield memoryview(b"".join([*parts, rows.END]))


def _link(draft: Draft) -> bytes:
    return links.link(draft.leaf, draft.position, draft.committed_us, draft.sequence)
