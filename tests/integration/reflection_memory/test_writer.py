from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from database.errors import DatabaseUnavailable
from database.pool import Pool, transaction
from reflection_memory import writer
from reflection_memory.errors import EntryDiffers, InvalidEntry
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.writer import Writer
from tests.integration.reflection_memory.made import entry
from tests.integration.reflection_memory.test_append import (
    assert_in_order,
    everything,
    somebody_waits_for_a_lock,
)

CALLERS = 64
EACH = 15


async def commits(owner: asyncpg.Connection[Any]) -> int:
    """Return the database's commits, once those of the idle are counted too."""
    await owner.execute("SELECT pg_stat_clear_snapshot()")
    counted = await owner.fetchval(
        "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
    )
    return int(counted)


async def settled_commits(pool: Pool, owner: asyncpg.Connection[Any]) -> int:
    """Return the commits after every session of `pool` has told its own."""
    await pool.expire_connections()
    async with pool.acquire() as connection:
        await connection.execute("SELECT pg_stat_force_next_flush()")
    return await commits(owner)


async def test_callers_that_come_at_once_share_commits(
    pool: Pool, memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    await memory.record(entry())
    before = await settled_commits(pool, owner)

    async def one_caller(number: int) -> None:
        for turn in range(EACH):
            await memory.record(entry(turn, source=f"s{number}"))

    await asyncio.gather(*(one_caller(number) for number in range(CALLERS)))
    spent = await settled_commits(pool, owner) - before
    batches = await owner.fetchval("SELECT count(*) FROM log_batches")
    assert batches - 1 <= CALLERS * EACH / 30
    # What the counting itself commits is counted as well.
    assert spent <= CALLERS * EACH / 30 + 5
    await assert_in_order(memory, 1 + CALLERS * EACH)


async def test_a_process_has_one_writer_a_log(pool: Pool, keyring: Keyring) -> None:
    first = Writer.shared(pool, keyring, "tenant")
    assert Writer.shared(pool, keyring, "tenant") is first
    assert Writer.shared(pool, keyring, "other") is not first


async def test_what_one_caller_did_wrong_fails_no_other(memory: ReflectionMemory) -> None:
    await memory.record(entry("first", id="taken"))
    answers = await asyncio.gather(
        memory.record(entry("a", id="a")),
        memory.record(entry("other", id="taken")),
        memory.record_many([entry("new", id="new"), entry("other", id="taken")]),
        memory.record(entry("a", id="a")),
        memory.record(entry("not a", id="a")),
        memory.record(entry({1: "no JSON"})),
        memory.record(entry("b", id="b")),
        return_exceptions=True,
    )
    kinds = [type(one) if isinstance(one, Exception) else one.fresh for one in answers]  # type: ignore[union-attr]
    assert kinds == [True, EntryDiffers, EntryDiffers, False, EntryDiffers, InvalidEntry, True]
    assert [found.id for found in await everything(memory)] == ["taken", "a", "b"]
    await assert_in_order(memory, 3)


async def test_an_id_that_a_refused_call_shares_with_a_good_one_is_written(
    memory: ReflectionMemory,
) -> None:
    await memory.record(entry("first", id="taken"))
    refused, written = await asyncio.gather(
        memory.record_many([entry("shared", id="shared"), entry("other", id="taken")]),
        memory.record(entry("shared", id="shared")),
        return_exceptions=True,
    )
    assert isinstance(refused, EntryDiffers)
    assert not isinstance(written, BaseException)
    assert written.fresh
    await assert_in_order(memory, 2)


async def test_one_id_for_two_sources_at_once_is_the_first_ones(memory: ReflectionMemory) -> None:
    answers = await asyncio.gather(
        *(memory.record(entry(source=source, id="a", correlation_id=source)) for source in "xy"),
        return_exceptions=True,
    )
    assert [isinstance(answer, EntryDiffers) for answer in answers] == [False, True]
    assert [found.source for found in await everything(memory)] == ["x"]


async def test_a_caller_that_gives_up_takes_nothing_from_the_others(
    pool: Pool, memory: ReflectionMemory
) -> None:
    async with transaction(pool) as connection:
        await memory.append_in(connection, [entry("holds the log")])
        first = asyncio.create_task(memory.record(entry("in the commit", id="a")))
        while not await somebody_waits_for_a_lock(pool):
            pass
        waiting = [asyncio.create_task(memory.record(entry(n, id=f"w{n}"))) for n in range(4)]
        await asyncio.sleep(0)
        assert memory._writer._waiting.qsize() == len(waiting)
        first.cancel()
        waiting[1].cancel()
    answers = await asyncio.gather(first, *waiting, return_exceptions=True)
    assert [isinstance(one, asyncio.CancelledError) for one in answers] == [1, 0, 1, 0, 0]
    assert await memory.get("w1") is None
    again = await memory.record(entry("in the commit", id="a"))
    assert (again.position, again.fresh) == (2, False)
    await assert_in_order(memory, 5)


async def test_who_finds_the_queue_full_waits_and_is_served(
    memory: ReflectionMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MOST_WAITING", 3)
    small = Writer(memory._pool, memory._writer._keyring, "tenant")
    memory._writer = small
    answers = await asyncio.gather(*(memory.record(entry(n)) for n in range(20)))
    assert [answer.position for answer in answers] == list(range(1, 21))


async def test_a_commit_that_fails_is_told_to_all_who_shared_it_and_to_nobody_else(
    pool: Pool, memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    async with transaction(pool) as connection:
        await memory.append_in(connection, [entry("holds the log")])
        shared = [asyncio.create_task(memory.record(entry(n, id=f"s{n}"))) for n in range(3)]
        while not await somebody_waits_for_a_lock(pool):
            pass
        await owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        answers = await asyncio.gather(*shared, return_exceptions=True)
        assert [type(answer) for answer in answers] == [DatabaseUnavailable] * 3
    again = await asyncio.gather(*(memory.record(entry(n, id=f"s{n}")) for n in range(3)))
    assert [answer.fresh for answer in again] == [True] * 3
    await assert_in_order(memory, 4)


async def test_an_entry_that_postgres_refuses_fails_alone(
    memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    await owner.execute("ALTER TABLE log_entries ADD CHECK (source <> 'refused')")
    answers = await asyncio.gather(
        *(memory.record(entry(source=source)) for source in ("a", "refused", "b")),
        return_exceptions=True,
    )
    assert [isinstance(answer, Exception) for answer in answers] == [False, True, False]
    await assert_in_order(memory, 2)
