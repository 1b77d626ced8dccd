from __future__ import annotations

import asyncio

import pytest

from database.errors import DatabaseUnavailable
from database.pool import connection, open_pool, transaction
from tests.fixtures.postgres import FreshDatabase


async def test_a_connection_bounds_how_long_it_may_hold_what_it_locked(
    fresh_database: FreshDatabase,
) -> None:
    pool = await open_pool(fresh_database.app_url)
    async with connection(pool) as borrowed:
        assert await borrowed.fetchval("SHOW idle_in_transaction_session_timeout") == "1min"
    await pool.close()


async def test_who_leaves_a_transaction_idle_is_cut_off_and_told(
    fresh_database: FreshDatabase,
) -> None:
    pool = await open_pool(fresh_database.app_url)
    cut = asyncio.Event()

    async def leave_idle() -> None:
        async with transaction(pool) as borrowed:
            borrowed.add_termination_listener(lambda _: cut.set())
            await borrowed.execute("SET LOCAL idle_in_transaction_session_timeout = '1ms'")
            await cut.wait()
            await borrowed.execute("SELECT 1")

    with pytest.raises(DatabaseUnavailable):
        await leave_idle()
    await pool.close()
