"""The sweep after an erasure: what was cleared is also gone from the files of the database.

An UPDATE leaves the old row in its page, an index its words, the planner its samples, and the
write-ahead log a copy of each. The sweep has all of them written anew, or over. It takes each table
for itself while it rewrites it, so readers wait for a moment.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import asyncpg

from database import queries
from database.errors import DatabaseUnavailable, mapped

PATIENCE = "60s"
"""How long it waits for a table that somebody holds."""

LONGEST = 3_600.0
"""Seconds that one step may take."""

ARCHIVING = 60.0
"""Seconds it waits for the archive, where the server has one, to take each full file of the log."""

TABLES = ("turns", "episodes", "beliefs", "runs", "data_keys", "tier_records")
"""Every table in which an erasure clears something."""

_SQL = queries.load("sweep")


@dataclass(frozen=True, slots=True)
class Swept:
    """What was written anew.

    Attributes:
        tables: Names of the tables.
        log_files: Files of the write-ahead log that were written over.
        complete: False: this role may not touch statistics and write-ahead log; a superuser may.
    """

    tables: tuple[str, ...]
    log_files: int
    complete: bool


async def sweep(owner_dsn: str) -> Swept:
    """Rewrite what an erasure has cleared; safe to repeat, also while forge serves.

    Args:
        owner_dsn: Of the role that owns the tables; a superuser for all of it.

    Raises:
        DatabaseConflict: A table was held for longer than PATIENCE.
        DatabaseUnavailable: The archive did not keep up.
        DatabaseError: Postgres did not do it.
    """
    with mapped():
        owner = await asyncpg.connect(owner_dsn, command_timeout=LONGEST)
        try:
            return await _sweep(owner)
        finally:
            await owner.close()


async def _sweep(owner: asyncpg.Connection[asyncpg.Record]) -> Swept:
    await owner.execute(_SQL["lock_patience"], PATIENCE)
    for table in TABLES:
        await owner.execute(_SQL[f"rewrite_{table}"])
    complete = bool(await owner.fetchval(_SQL["is_superuser"]))
    if not complete:
        return Swept(TABLES, 0, complete=False)
    await owner.execute(_SQL["rewrite_statistics"])
    return Swept(TABLES, await _write_over_log(owner), complete=True)


async def _write_over_log(owner: asyncpg.Connection[asyncpg.Record]) -> int:
    """Leave the present file, so that it is kept for later too; then fill every such file."""
    await owner.fetchval(_SQL["fill_segment"])
    await _await_archive(owner)
    await owner.execute(_SQL["checkpoint"])
    files = int(await owner.fetchval(_SQL["count_segments"]))
    for _ in range(files):
        await owner.fetchval(_SQL["fill_segment"])
    await owner.execute(_SQL["checkpoint"])
    return files


async def _await_archive(owner: asyncpg.Connection[asyncpg.Record]) -> None:
    """Return once the archive has every full file: until then the server keeps it as it is."""
    for _ in range(int(ARCHIVING / 0.1)):
        if not await owner.fetchval(_SQL["count_unarchived"]):
            return
        await asyncio.sleep(0.1)
    raise DatabaseUnavailable(
        "The write-ahead log's archive does not keep up: see to archive_command, then sweep again"
    )
