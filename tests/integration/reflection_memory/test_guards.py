from __future__ import annotations

from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from database.errors import DatabaseRefused
from database.pool import Pool, transaction
from reflection_memory.log import ReflectionMemory
from tests.integration.reflection_memory.made import entry

REFUSED = [
    "UPDATE log_entries SET sequence = 7",
    "UPDATE log_entries SET sequence = 7 WHERE false",
    "DELETE FROM log_entries",
    "TRUNCATE log_entries",
    "INSERT INTO log_entries TABLE log_entries ON CONFLICT (log, id) DO UPDATE SET sequence = 7",
    "UPDATE log_batches SET root = ''",
    "DELETE FROM log_batches",
    "TRUNCATE log_batches",
    "DELETE FROM log_heads",
    "TRUNCATE log_heads",
    "UPDATE log_heads SET position = position - 1",
    "UPDATE log_heads SET position = position + 1, committed_us = 0",
    "DELETE FROM data_keys",
    "TRUNCATE data_keys",
    "UPDATE data_keys SET wrapped = '\\x00'",
    "DELETE FROM sealing_secret",
    "TRUNCATE sealing_secret",
]
"""What the API's role and the owner are refused alike."""

REFUSED_TO_THE_API = [
    "UPDATE data_keys SET unit = 'other'",
    "UPDATE data_keys SET master_key_id = 'other', wrapped = '\\x00'",
    "UPDATE log_heads SET tenant = 'other'",
    "UPDATE sealing_secret SET wrapped = '\\x00'",
    "ALTER TABLE log_entries DISABLE TRIGGER append_only",
    "SET session_replication_role = replica",
]


@pytest_asyncio.fixture(autouse=True)
async def one_entry(memory: ReflectionMemory) -> None:
    await memory.record(entry())


@pytest.mark.parametrize("statement", [*REFUSED, *REFUSED_TO_THE_API])
async def test_the_apis_own_role_is_refused(pool: Pool, statement: str) -> None:
    with pytest.raises(DatabaseRefused):
        async with transaction(pool) as connection:
            await connection.execute(statement)


@pytest.mark.parametrize("statement", REFUSED)
@pytest.mark.parametrize("role", ["origin", "replica"])
async def test_the_owner_is_refused_whatever_its_replication_role(
    owner: asyncpg.Connection[Any], statement: str, role: str
) -> None:
    await owner.execute(f"SET session_replication_role = {role}")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await owner.execute(statement)


async def test_a_destroyed_key_cannot_be_put_back(pool: Pool) -> None:
    async with transaction(pool) as connection:
        await connection.execute("UPDATE data_keys SET wrapped = NULL, destroyed_at = now()")
    with pytest.raises(DatabaseRefused):
        async with transaction(pool) as connection:
            await connection.execute("UPDATE data_keys SET wrapped = '\\x00', destroyed_at = NULL")
