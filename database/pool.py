"""The one way to a connection: a pool whose connections know our types, and a transaction on it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

import asyncpg
import numpy as np
import numpy.typing as npt
from pgvector import Vector

from database import errors

if TYPE_CHECKING:
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
    Connection: TypeAlias = (
        asyncpg.Connection[asyncpg.Record] | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]
    )
else:
    # The driver's classes are generic for the type checker only.
    Pool = asyncpg.Pool
    Connection = asyncpg.Connection

ACQUIRE_TIMEOUT = 10.0
"""Seconds a caller waits for a free connection before it is told that there is none."""

COMMAND_TIMEOUT = 60.0
"""Seconds one statement may take."""

_SERVER_SETTINGS = {
    "application_name": "mule-reflection",
    # After a few executions Postgres may settle on a plan that ignores the agent filter's
    # selectivity; a plan for the values at hand costs far less than that plan does.
    "plan_cache_mode": "force_custom_plan",
    # Nothing here runs long enough to win back what compiling it costs.
    "jit": "off",
    # Whoever froze, or whose cable was cut, in the middle of an append holds its log: not for ever.
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
    "tcp_user_timeout": "40s",
}


async def open_pool(dsn: str, *, min_size: int = 1, max_size: int = 10) -> Pool:
    """Open a pool on a migrated database.

    Connections encode `json` and `jsonb` as Python values and `vector` as float32 numpy arrays.

    Raises:
        DatabaseUnavailable: Nothing answers at `dsn`.
        DatabaseRefused: The password is wrong, or the database does not exist.
        MigrationError: The database was never migrated.
    """
    with errors.mapped():
        pool: Pool = await asyncpg.create_pool(
            dsn,
            min_size=min_size,
            max_size=max_size,
            command_timeout=COMMAND_TIMEOUT,
            server_settings=_SERVER_SETTINGS,
            init=_teach_types,
            reset=_nothing_to_reset,
        )
    return pool


@asynccontextmanager
async def connection(pool: Pool) -> AsyncIterator[Connection]:
    """Borrow a connection for reading; driver errors come out as ours."""
    with errors.mapped():
        async with pool.acquire(timeout=ACQUIRE_TIMEOUT) as borrowed:
            yield borrowed


@asynccontextmanager
async def transaction(pool: Pool) -> AsyncIterator[Connection]:
    """Borrow a connection inside a transaction: it commits when the block ends without an error."""
    async with connection(pool) as borrowed, borrowed.transaction():
        yield borrowed


async def _nothing_to_reset(_: asyncpg.Connection[asyncpg.Record]) -> None:
    """Send nothing: nobody here changes a session, and the driver ends what is left open.

    The driver's own way asks the server four things whenever a connection is given back, and who
    gave it back waits for them.
    """


async def _teach_types(new: asyncpg.Connection[asyncpg.Record]) -> None:
    try:
        await new.set_type_codec(
            "vector", schema="public", encoder=_from_array, decoder=_to_array, format="binary"
        )
    except ValueError:
        raise errors.MigrationError(
            "The database is not migrated; run: python -m forge_api migrate"
        ) from None
    for name in ("json", "jsonb"):
        await new.set_type_codec(name, schema="pg_catalog", encoder=json.dumps, decoder=json.loads)


def _from_array(vector: npt.NDArray[np.floating]) -> bytes:
    return bytes(Vector(vector).to_binary())


def _to_array(packed: bytes) -> npt.NDArray[np.float32]:
    array: npt.NDArray[np.float32] = Vector.from_binary(packed).to_numpy()
    return array
