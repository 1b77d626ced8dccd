from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest

from database.errors import DatabaseUnavailable
from database.pool import Pool, transaction
from reflection_memory.errors import EntryDiffers, InvalidEntry
from reflection_memory.history_query import LARGEST_PAGE, HistoryQuery
from reflection_memory.log import ReflectionMemory
from reflection_memory.ring import RingSettings
from reflection_memory.sealing.keyring import Keyring
from tests.fixtures.postgres import FreshDatabase
from tests.integration.reflection_memory import ring_writer
from tests.integration.reflection_memory.made import entry
from tests.integration.reflection_memory.test_append import assert_in_order

NEVER = 3_600.0

Ringed = Callable[..., ReflectionMemory]


@pytest.fixture
def ringed(pool: Pool, keyring: Keyring) -> Ringed:
    """Make a log whose ring is flushed when the test says so, but for what it says otherwise."""

    def make(interval: float = NEVER, count: int = 100, capacity: int = 100) -> ReflectionMemory:
        settings = RingSettings(interval=interval, count=count, capacity=capacity)
        return ReflectionMemory(pool, keyring, "tenant", ring=settings)

    return make


async def count_of(owner: asyncpg.Connection[Any]) -> int:
    return int(await owner.fetchval("SELECT count(*) FROM log_entries"))


async def reaches(owner: asyncpg.Connection[Any], count: int) -> None:
    while await count_of(owner) < count:
        pass


async def test_what_the_ring_holds_is_written_by_a_flush(
    ringed: Ringed, owner: asyncpg.Connection[Any]
) -> None:
    memory = ringed()
    for number in range(5):
        await memory.record(entry(number), durable=False)
    await memory.record_many([entry(5), entry(6)], durable=False)
    assert await count_of(owner) == 0
    await memory.flush()
    assert [found.content for found in await memory.recent(9)] == list(range(7))
    await assert_in_order(memory, 7)


async def test_the_ring_is_flushed_when_its_interval_is_over(
    ringed: Ringed, owner: asyncpg.Connection[Any]
) -> None:
    memory = ringed(interval=0.01)
    for number in range(1, 4):
        await memory.record(entry(number), durable=False)
        await reaches(owner, number)


async def test_the_ring_is_flushed_when_its_count_is_reached(
    ringed: Ringed, owner: asyncpg.Connection[Any]
) -> None:
    memory = ringed(count=3)
    await memory.record_many([entry(1), entry(2)], durable=False)
    await memory.record(entry(3), durable=False)
    await reaches(owner, 3)


async def test_recent_shows_what_was_only_in_the_ring(ringed: Ringed) -> None:
    memory = ringed()
    await memory.record(entry("durable"))
    await memory.record(entry("in the ring"), durable=False)
    assert [found.content for found in await memory.recent(2)] == ["durable", "in the ring"]


async def test_a_full_ring_makes_its_writers_wait_and_drops_nothing(
    ringed: Ringed, pool: Pool, owner: asyncpg.Connection[Any]
) -> None:
    memory = ringed(count=4, capacity=4)
    async with transaction(pool) as connection:
        await memory.append_in(connection, [entry("holds the log")])
        writers = [
            asyncio.create_task(memory.record(entry(n, id=f"e{n}"), durable=False))
            for n in range(20)
        ]
        await asyncio.wait(writers[:4])
        assert len(memory._ring) == 4
        assert not any(writer.done() for writer in writers[4:])
    await asyncio.gather(*writers)
    await memory.flush()
    found = await memory.recent(20)
    assert [one.id for one in found] == [f"e{n}" for n in range(20)]
    assert await count_of(owner) == 21


async def test_while_postgres_takes_nothing_the_ring_keeps_what_it_has(
    ringed: Ringed, owner: asyncpg.Connection[Any]
) -> None:
    memory = ringed()
    await memory.record(entry(id="kept"), durable=False)
    await owner.execute("ALTER TABLE log_heads RENAME TO away")
    with pytest.raises(Exception, match="UndefinedTable"):
        await memory.flush()
    await owner.execute("ALTER TABLE away RENAME TO log_heads")
    await memory.record(entry(id="next"), durable=False)
    assert {found.id for found in await memory.recent(2)} == {"kept", "next"}


async def test_a_connection_that_is_cut_costs_the_ring_nothing(
    ringed: Ringed, pool: Pool, owner: asyncpg.Connection[Any]
) -> None:
    memory = ringed()
    async with transaction(pool) as connection:
        await memory.append_in(connection, [entry("holds the log")])
        await memory.record(entry(id="kept"), durable=False)
        flush = asyncio.create_task(memory.flush())
        cut = 0
        while not cut:
            cut = await owner.fetchval(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
        with pytest.raises(DatabaseUnavailable):
            await flush
    await memory.flush()
    assert await memory.get("kept")
    await assert_in_order(memory, 2)


async def test_a_killed_process_loses_no_more_than_what_came_since_its_last_flush(
    memory: ReflectionMemory, fresh_database: FreshDatabase, master_key: str
) -> None:
    kept, lost = 30, 40
    killed = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", ring_writer.__name__),
        *(fresh_database.app_url, master_key, "dying", str(kept), str(lost)),
    )
    assert await killed.wait() == -signal.SIGKILL
    found = [one.content async for one in memory.narrative()]
    assert found == list(range(len(found)))
    assert kept <= len(found) <= kept + lost
    assert (await memory.verify()).ok


@pytest.mark.soak
async def test_what_a_kill_takes_from_the_ring_is_its_tail_and_is_measured(
    memory: ReflectionMemory, fresh_database: FreshDatabase, master_key: str
) -> None:
    losses: list[tuple[int, float]] = []
    for attempt in range(20):
        source, told, killed = f"writer {attempt}", list[float](), 0.0
        writer = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", ring_writer.__name__),
            *(fresh_database.app_url, master_key, source),
            stdout=asyncio.subprocess.PIPE,
        )
        assert writer.stdout is not None
        async for line in writer.stdout:
            told.append(float(line.split()[1]))
            if len(told) == 200 + 37 * attempt:
                killed = time.monotonic()
                writer.kill()
        await writer.wait()
        asked = HistoryQuery(sources=[source], limit=LARGEST_PAGE)
        kept = [one.content for one in await memory.query(asked)]
        assert kept == list(range(len(kept)))
        lost = told[len(kept) :]
        losses.append((len(lost), killed - lost[0] if lost else 0.0))
    print({"kills": len(losses), "most lost": max(losses), "longest": max(s for _, s in losses)})  # noqa: T201
    assert (await memory.verify()).ok


async def test_the_same_id_in_the_ring_is_one_entry_and_another_content_is_refused(
    ringed: Ringed,
) -> None:
    memory = ringed()
    await memory.record(entry(1, id="a"), durable=False)
    await memory.record(entry(1, id="a"), durable=False)
    with pytest.raises(EntryDiffers, match="Entry a "):
        await memory.record(entry(2, id="a"), durable=False)
    await memory.flush()
    await assert_in_order(memory, 1)


async def test_an_id_that_the_log_holds_otherwise_is_told_by_the_flush_and_costs_no_other(
    ringed: Ringed,
) -> None:
    memory = ringed()
    await memory.record(entry("first", id="taken"))
    await memory.record(entry("other", id="taken"), durable=False)
    await memory.record(entry("good", id="good"), durable=False)
    with pytest.raises(EntryDiffers, match="Entry taken "):
        await memory.flush()
    await memory.flush()
    assert [found.id for found in await memory.recent(9)] == ["taken", "good"]


async def test_what_cannot_be_kept_is_told_at_once(ringed: Ringed) -> None:
    memory = ringed(count=2, capacity=2)
    with pytest.raises(InvalidEntry, match="content"):
        await memory.record(entry({1: "no JSON"}), durable=False)
    with pytest.raises(InvalidEntry, match="the ring holds 2"):
        await memory.record_many([entry() for _ in range(3)], durable=False)


@pytest.mark.parametrize("given", [{"interval": 0}, {"count": 0}, {"count": 9, "capacity": 8}])
def test_settings_that_make_no_ring_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidEntry):
        RingSettings(**given)
