"""Who appends: Reflection Memory, and what it is held against, all on one durable Postgres.

Every contender writes the same entries: 480 characters of text, an exchange for every ten. What
it starts from is made before the clock starts; a batch counts once it is durable.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from database.pool import Pool
from reflection_memory import moment
from reflection_memory.entry import EntryType, Lane, NewEntry, Origin, new_entry_id
from reflection_memory.log import ReflectionMemory

WORDS = 480
"""Characters of an entry's text."""

EXCHANGE = 10
"""Entries of one exchange."""

SOURCE = "my-agent"

# The columns (but the two reaches), widths and primary key of `log_entries`, and none of its other
# indexes; sealed text is 30 bytes longer than its plain text, so the baseline writes as many bytes.
CREATE_BASELINE = """
CREATE TABLE IF NOT EXISTS bare (
    position bigint NOT NULL, committed_us bigint NOT NULL, occurred_us bigint NOT NULL,
    sequence bigint NOT NULL, log integer NOT NULL, origin entry_origin NOT NULL,
    lane entry_lane NOT NULL, type entry_type NOT NULL, id text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL, correlation_id text COLLATE "C", key_id bytea NOT NULL,
    digest bytea NOT NULL, sealed bytea NOT NULL, PRIMARY KEY (log, position)
);
ALTER TABLE bare ALTER COLUMN sealed SET STORAGE EXTERNAL;
"""
INSERT_BASELINE = (
    "INSERT INTO bare VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
)


class Contender(Protocol):
    """Writes batches."""

    name: str

    async def prepare(self, batches: int, size: int) -> None:
        """Make what `run` will write."""

    async def run(self) -> None:
        """Write it, and return once the last batch is durable."""


class Ours:
    """Reflection Memory: sealed, chained, deduplicated; `lanes` batches at a time under way."""

    def __init__(self, memory: ReflectionMemory, lanes: int) -> None:
        self.name = "ours" if lanes > 1 else "ours, one batch at a time"
        self._memory = memory
        self._lanes = lanes
        self._batches: list[list[NewEntry]] = []
        self._exchanges = 0

    async def prepare(self, batches: int, size: int) -> None:
        """Make entries."""
        self._batches = [self.entries(size) for _ in range(batches)]

    def entries(self, count: int) -> list[NewEntry]:
        """Return entries, an exchange for every ten."""
        first = self._exchanges
        self._exchanges += -(-count // EXCHANGE)
        return [
            NewEntry(
                origin=Origin.INTERNAL,
                lane=Lane.UNIFIED,
                type=EntryType.MESSAGE,
                source=SOURCE,
                content=_text(),
                correlation_id=f"{SOURCE}/{id(self)}-{first + place // EXCHANGE}",
            )
            for place in range(count)
        ]

    async def run(self) -> None:
        """Record the batches."""
        batches = iter(self._batches)
        await asyncio.gather(*(self._record(batches) for _ in range(self._lanes)))

    async def _record(self, batches: Iterable[Sequence[NewEntry]]) -> None:
        for batch in batches:
            await self._memory.record_many(batch)


class Rows:
    """What the baselines on Postgres have in common: finished rows, and one connection each."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._position = 0
        self._batches: list[list[tuple[Any, ...]]] = []

    async def prepare(self, batches: int, size: int) -> None:
        """Make rows."""
        await self._pool.execute(CREATE_BASELINE)
        self._position = await self._pool.fetchval("SELECT coalesce(max(position), 0) FROM bare")
        self._batches = [[self._row() for _ in range(size)] for _ in range(batches)]

    def _row(self) -> tuple[Any, ...]:
        self._position += 1
        now = moment.to_microseconds(datetime.now(UTC))
        exchange = f"{SOURCE}/{id(self)}-{self._position // EXCHANGE}"
        names = ("INTERNAL", "UNIFIED", "MESSAGE", new_entry_id(), SOURCE, exchange)
        numbers = (self._position, now, now, self._position, 1)
        return (*numbers, *names, os.urandom(16), os.urandom(16), os.urandom(WORDS + 32))


class BareCopy(Rows):
    """COPY of finished rows: nothing sealed, nothing chained, no id looked up."""

    name = "bare COPY"

    async def run(self) -> None:
        """Copy the batches."""
        async with self._pool.acquire() as connection:
            for batch in self._batches:
                await connection.copy_records_to_table("bare", records=batch)


class ExecuteMany(Rows):
    """The driver's executemany: a pipelined INSERT a row, one transaction a batch."""

    name = "executemany"

    async def run(self) -> None:
        """Insert the batches."""
        async with self._pool.acquire() as connection:
            for batch in self._batches:
                await connection.executemany(INSERT_BASELINE, batch)


class JsonLines:
    """A file with a JSON line an entry, synchronised to disk after each batch."""

    name = "JSON lines + fsync"

    def __init__(self, folder: Path) -> None:
        descriptor, _ = tempfile.mkstemp(dir=folder)
        self._file = os.fdopen(descriptor, "ab", buffering=0)
        self._batches: list[list[dict[str, Any]]] = []

    async def prepare(self, batches: int, size: int) -> None:
        """Make entries."""
        one = {"origin": "INTERNAL", "lane": "UNIFIED", "type": "MESSAGE", "source": SOURCE}
        self._batches = [
            [{**one, "id": new_entry_id(), "content": _text()} for _ in range(size)]
            for _ in range(batches)
        ]

    async def run(self) -> None:
        """Write the batches."""
        for batch in self._batches:
            self._file.write("".join(f"{json.dumps(entry)}\n" for entry in batch).encode())
            os.fsync(self._file.fileno())


def _text() -> str:
    return os.urandom(WORDS // 2).hex()


async def commits(connection: asyncpg.Connection[Any]) -> int:
    """Return the commits of the connection's database so far."""
    await connection.execute("SELECT pg_stat_clear_snapshot()")
    counted = await connection.fetchval(
        "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
    )
    return int(counted)
