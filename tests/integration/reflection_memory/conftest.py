"""A log on a real Postgres: what every test of this folder starts from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from database.pool import Pool, open_pool
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
from tests.fixtures.postgres import FreshDatabase

GUARDED = ("log_entries", "log_batches", "log_heads", "data_keys", "sealing_secret")

Tamper = Callable[..., Awaitable[None]]


@pytest_asyncio.fixture
async def pool(fresh_database: FreshDatabase) -> AsyncIterator[Pool]:
    opened = await open_pool(fresh_database.app_url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def keyring(pool: Pool, master_key: str) -> Keyring:
    return await Keyring.open(pool, MasterKey.parse(master_key))


@pytest.fixture
def memory(pool: Pool, keyring: Keyring) -> ReflectionMemory:
    return ReflectionMemory(pool, keyring, "tenant")


@pytest_asyncio.fixture
async def owner(fresh_database: FreshDatabase) -> AsyncIterator[asyncpg.Connection[Any]]:
    connection = await asyncpg.connect(fresh_database.owner_url)
    yield connection
    await connection.close()


@pytest.fixture
def tamper(owner: asyncpg.Connection[Any]) -> Tamper:
    """Do what only somebody with the whole server can: switch the guards off, then alter."""

    async def alter(statement: str, *values: Any) -> None:
        async with owner.transaction():
            for table in GUARDED:
                await owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            done = await owner.execute(statement, *values)
            assert not done.endswith(" 0"), "the test altered nothing"
            for table in GUARDED:
                await owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")

    return alter
