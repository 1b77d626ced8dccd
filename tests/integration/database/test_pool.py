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


async def test_the_server_is_asked_nothing_when_a_connection_is_given_back(
    fresh_database: FreshDatabase,
) -> None:
    pool = await open_pool(fresh_database.app_url, max_size=2)
    async with connection(pool) as watching:
        async with connection(pool) as borrowed:
            process = await borrowed.fetchval("SELECT pg_backend_pid() /* the last word */")
        last = "SELECT query FROM pg_stat_activity WHERE pid = $1"
        assert "the last word" in await watching.fetchval(last, process)
    await pool.close()


async def test_what_a_cancelled_caller_began_is_over_for_the_next(
    fresh_database: FreshDatabase,
) -> None:
    pool = await open_pool(fresh_database.app_url, max_size=1)
    began = asyncio.Event()

    async def begin() -> None:
        async with transaction(pool) as borrowed:
            await borrowed.execute("SET LOCAL work_mem = '99MB'")
            began.set()
            await asyncio.Event().wait()

    caller = asyncio.create_task(begin())
    await began.wait()
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    async with connection(pool) as borrowed:
        assert not borrowed.is_in_transaction()
        assert await borrowed.fetchval("SHOW work_mem") != "99MB"
    await pool.close()
