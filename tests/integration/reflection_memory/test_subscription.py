from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from database.pool import Pool, transaction
from reflection_memory import subscription
from reflection_memory.bell import Bell
from reflection_memory.entry import Origin, ReflectionEntry
from reflection_memory.errors import InvalidEntry
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory
from tests.integration.reflection_memory.made import entry

NEVER = 3_600.0
SOON = 0.02


async def take(walk: AsyncIterator[ReflectionEntry], count: int) -> list[Any]:
    return [(await anext(walk)).content for _ in range(count)]


async def test_a_subscriber_catches_up_and_then_hears_what_comes(memory: ReflectionMemory) -> None:
    await memory.record_many([entry(n) for n in range(subscription.PAGE + 5)])
    walk = memory.subscribe(poll=NEVER)
    assert await take(walk, subscription.PAGE + 5) == list(range(subscription.PAGE + 5))
    for number in range(3):
        coming = asyncio.ensure_future(anext(walk))
        await memory.record(entry(f"live {number}"))
        assert (await coming).content == f"live {number}"


@pytest.mark.parametrize("restart", range(13))
async def test_a_subscriber_that_restarts_anywhere_misses_nothing_and_sees_nothing_twice(
    memory: ReflectionMemory, restart: int
) -> None:
    for size in (1, 4, 2, 5):
        await memory.record_many([entry(n) for n in range(size)])
    first = memory.subscribe()
    seen = [(await anext(first)).position for _ in range(restart)]
    last = seen[-1] if seen else 0
    second = memory.subscribe(after=last)
    seen += [(await anext(second)).position for _ in range(12 - restart)]
    assert seen == list(range(1, 13))


async def test_without_a_notification_the_poll_finds_what_came(
    memory: ReflectionMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deaf(_: Bell) -> None:
        return None

    monkeypatch.setattr(Bell, "_listen", deaf)
    walk = memory.subscribe(poll=SOON)
    coming = asyncio.ensure_future(anext(walk))
    await memory.record(entry("unheard"))
    assert (await coming).content == "unheard"


async def test_a_bell_whose_line_is_cut_listens_anew(
    pool: Pool, memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    walk = memory.subscribe(poll=SOON)
    await memory.record(entry(1))
    assert await take(walk, 1) == [1]
    bell = Bell.shared(pool)
    assert bell._line is not None
    await owner.execute("SELECT pg_terminate_backend($1)", bell._line.get_server_pid())
    await memory.record(entry(2))
    assert await take(walk, 1) == [2]
    coming = asyncio.ensure_future(anext(walk))
    await memory.record(entry(3))
    assert (await coming).content == 3


async def test_a_bell_whose_line_is_gone_before_it_is_told_hangs_up_without_an_error(
    pool: Pool,
) -> None:
    async with Bell.shared(pool) as bell:
        assert bell._line is not None
        bell._line.terminate()
    assert pool.get_idle_size() == pool.get_size()


async def test_many_subscribers_listen_on_one_connection_and_leave_none_behind(
    pool: Pool, memory: ReflectionMemory
) -> None:
    def listeners() -> int:
        return pool.get_size() - pool.get_idle_size()

    walks = [memory.subscribe(poll=NEVER) for _ in range(5)]
    coming = [asyncio.ensure_future(anext(walk)) for walk in walks]
    await memory.record(entry("for all"))
    assert [(await one).content for one in coming] == ["for all"] * 5
    assert listeners() == 1
    for walk in walks:
        await walk.aclose()
    assert listeners() == 0


async def test_an_idle_transaction_of_somebody_else_stops_no_reader(
    memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    async with owner.transaction(isolation="repeatable_read"):
        await owner.fetchval("SELECT count(*) FROM log_entries")
        await owner.execute("SELECT txid_current()")
        walk = memory.subscribe(poll=SOON)
        for number in range(3):
            await memory.record(entry(number))
        assert await take(walk, 3) == [0, 1, 2]


async def test_a_writer_that_commits_late_is_not_skipped_by_a_subscriber(
    pool: Pool, memory: ReflectionMemory
) -> None:
    walk = memory.subscribe(poll=SOON)
    coming = asyncio.ensure_future(anext(walk))
    async with transaction(pool) as connection:
        await memory.append_in(connection, [entry("late")])
        after = asyncio.create_task(memory.record(entry("behind it")))
        await asyncio.wait({coming}, timeout=3 * SOON)
        assert not coming.done()
    await after
    assert [(await coming).content, *await take(walk, 1)] == ["late", "behind it"]


async def test_a_narrow_subscription_reads_nothing_twice_that_it_leaves_out(
    memory: ReflectionMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    query = memory._history.query

    async def noted(question: HistoryQuery) -> list[ReflectionEntry]:
        asked.append(question.after or 0)
        return await query(question)

    monkeypatch.setattr(memory._history, "query", noted)
    walk = memory.subscribe(only=HistoryQuery(origins=[Origin.ADVISOR]), poll=NEVER)
    await memory.record_many([entry(n) for n in range(3)])
    coming = asyncio.ensure_future(anext(walk))
    for number in range(3):
        await memory.record(entry(number))
    await memory.record(entry("cue", origin=Origin.ADVISOR))
    assert (await coming).content == "cue"
    assert asked == sorted(set(asked))


async def test_a_subscription_begins_at_no_negative_position(memory: ReflectionMemory) -> None:
    with pytest.raises(InvalidEntry, match="after"):
        await anext(memory.subscribe(after=-1))


async def test_who_is_cancelled_while_coming_in_leaves_no_connection_behind(pool: Pool) -> None:
    async def hear() -> None:
        async with Bell.shared(pool):
            await asyncio.Event().wait()

    for turns in range(0, 400, 10):
        coming = asyncio.create_task(hear())
        for _ in range(turns):
            await asyncio.sleep(0)
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        assert pool.get_size() == pool.get_idle_size()
