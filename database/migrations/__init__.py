"""Forward-only migrations: plain SQL, numbered in one line for all tables.

Each runs in a transaction of its own and is remembered with a digest, so that a file that changed
after it was applied is told, and a database from a newer release is refused instead of guessed at.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib import resources

import asyncpg

from database import errors

_FILE = re.compile(r"^(\d{4})_([a-z0-9_]+)\.sql$")

# Any constant will do; it only has to be the same for everybody who migrates this database.
_LOCK = 7_203_110_301

_CREATE_TABLE = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    number     integer PRIMARY KEY,
    name       text NOT NULL,
    digest     text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
)
"""
_INSERT = "INSERT INTO schema_migrations (number, name, digest) VALUES ($1, $2, $3)"


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step."""

    number: int
    name: str
    sql: str

    @property
    def digest(self) -> str:
        """SHA-256 of the file's text, in hex."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def all_migrations() -> list[Migration]:
    """Return every step in order.

    Raises:
        MigrationError: The numbers have a gap or a double.
    """
    found = sorted(
        (
            Migration(int(match[1]), match[2], path.read_text("utf-8"))
            for path in resources.files("database.migrations").iterdir()
            if (match := _FILE.match(path.name))
        ),
        key=lambda step: step.number,
    )
    if [step.number for step in found] != list(range(1, len(found) + 1)):
        raise errors.MigrationError("The migrations' numbers have a gap or a double")
    return found


async def migrate(owner_dsn: str) -> list[str]:
    """Bring a database up to date; safe to run twice, and by several at once.

    Args:
        owner_dsn: Of the role that owns the tables; never the API's own.

    Returns:
        The names of the steps that were applied now.

    Raises:
        MigrationError: An applied step's file changed, or the database is newer than this release.
    """
    with errors.mapped():
        owner = await asyncpg.connect(owner_dsn)
        try:
            await owner.execute("SET lock_timeout = '60s'")
            await owner.execute("SELECT pg_advisory_lock($1)", _LOCK)
            await owner.execute(_CREATE_TABLE)
            return await _apply_missing(owner, all_migrations())
        finally:
            await owner.close()


async def _apply_missing(
    owner: asyncpg.Connection[asyncpg.Record], steps: list[Migration]
) -> list[str]:
    rows = await owner.fetch("SELECT number, digest FROM schema_migrations")
    applied = {row["number"]: row["digest"] for row in rows}
    _refuse_strangers(applied, steps)
    missing = [step for step in steps if step.number not in applied]
    for step in missing:
        async with owner.transaction():
            await owner.execute(step.sql)
            await owner.execute(_INSERT, step.number, step.name, step.digest)
    return [step.name for step in missing]


def _refuse_strangers(applied: dict[int, str], steps: list[Migration]) -> None:
    known = {step.number: step for step in steps}
    for number, digest in sorted(applied.items()):
        if number not in known:
            raise errors.MigrationError(
                f"The database has migration {number}, which this release does not know; "
                "run the newer release"
            )
        if known[number].digest != digest:
            raise errors.MigrationError(
                f"Migration {number} ({known[number].name}) changed after it was applied; "
                "restore its file and add a new migration instead"
            )
