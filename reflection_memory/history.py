"""Reading the log: how a sealed row becomes an entry again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import asyncpg

from database import queries
from database.pool import Connection, Pool, connection
from reflection_memory import body, claims, moment, stretches
from reflection_memory.entry import EntryType, Lane, Origin, ReflectionEntry
from reflection_memory.errors import SealBroken
from reflection_memory.grant import EVERYTHING, Grant
from reflection_memory.history_query import HistoryQuery
from reflection_memory.sealing.keyring import Keyring

MOST_APART = 32
"""Sources that are looked up one by one; of more, the log itself is read: they are much of it."""

_SQL = queries.load("log_history")


class History:
    """Reads one tenant's log, for a reader who may open what `grant` covers."""

    def __init__(self, pool: Pool, keyring: Keyring, tenant: str, grant: Grant = EVERYTHING):
        self._grant = grant
        self._pool = pool
        self._keyring = keyring
        self._tenant = tenant

    async def get(self, ids: Iterable[str]) -> dict[str, ReflectionEntry]:
        """Return the entries that exist of `ids`, by id."""
        async with connection(self._pool) as borrowed:
            rows = await borrowed.fetch(_SQL["get_entries"], self._tenant, list(ids))
        found = (self._open(row) for row in rows)
        return {entry.id: entry for entry in found if self._grant.covers(entry)}

    async def end(self) -> int:
        """Return the last position of the log; 0: it is empty."""
        async with connection(self._pool) as borrowed:
            return int(await borrowed.fetchval(_SQL["end"], self._tenant) or 0)

    async def query(self, question: HistoryQuery) -> list[ReflectionEntry]:
        """Return one page of what matches."""
        narrowed = self._grant.narrow(question)
        return [] if narrowed is None else await self._query(narrowed)

    async def _query(self, question: HistoryQuery) -> list[ReflectionEntry]:
        way, named = _way(question)
        async with connection(self._pool) as borrowed:
            rows = await borrowed.fetch(
                _SQL[way],
                self._tenant,
                question.after,
                await self._position_at(borrowed, question.since),
                await self._position_at(borrowed, question.until),
                list(question.types) or None,
                list(question.origins) or None,
                list(question.lanes) or None,
                question.limit,
                *named,
            )
        return [self._open(row) for row in rows]

    async def _position_at(self, borrowed: Connection, at: datetime | None) -> int | None:
        """Return the first position of `at` or later: times only ever increase with positions."""
        if at is None:
            return None
        committed_us = moment.to_microseconds(at)
        found = await borrowed.fetchval(_SQL["position_at"], self._tenant, committed_us)
        return 1 if found is None else int(found)

    def _open(self, row: asyncpg.Record) -> ReflectionEntry:
        erased = row["destroyed_at"] is not None
        content, references, metadata = (None, (), {}) if erased else self._unseal(row)
        return ReflectionEntry(
            id=row["id"],
            position=row["position"],
            timestamp=moment.from_microseconds(row["committed_us"]),
            occurred_at=moment.from_microseconds(row["occurred_us"]),
            origin=Origin(row["origin"]),
            lane=Lane(row["lane"]),
            type=EntryType(row["type"]),
            source=row["source"],
            sequence=row["sequence"],
            content=content,
            correlation_id=row["correlation_id"],
            references=references,
            metadata=metadata,
            erased=erased,
        )

    def _unseal(self, row: asyncpg.Record) -> tuple[Any, tuple[str, ...], dict[str, Any]]:
        subject = f"entry {row['id']} at position {row['position']}"
        if row["wrapped"] is None:
            raise SealBroken(subject)
        key = self._keyring.unwrap(
            row["tenant"], row["unit"], row["key_id"], row["master_key_id"], row["wrapped"]
        )
        bound_to = claims.of(row) + key.id
        return body.decode(key.open(row["sealed"], bound_to, subject))


def _way(question: HistoryQuery) -> tuple[str, tuple[Any, ...]]:
    """Return which query answers, and what else it asks: the shortest way is by the exchange."""
    direction = "backward" if question.reverse else "forward"
    sources = list(set(question.sources)) or None
    if question.correlation_id is not None:
        return f"by_exchange_{direction}", (stretches.LONGEST, question.correlation_id, sources)
    if sources and len(sources) <= MOST_APART:
        return f"by_source_{direction}", (stretches.LONGEST, sources)
    return f"query_{direction}", (sources,)
