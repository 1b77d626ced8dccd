from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings

from database.errors import DatabaseUnavailable
from database.pool import Pool, transaction
from reflection_memory import moment
from reflection_memory.append import LARGEST_BATCH
from reflection_memory.entry import EntryType, Lane, NewEntry, Origin, ReflectionEntry
from reflection_memory.errors import EntryDiffers, InvalidEntry
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from tests.fixtures.postgres import FreshDatabase
from tests.integration.reflection_memory.conftest import Tamper
from tests.integration.reflection_memory.made import entry
from tests.unit.reflection_memory.json_values import any_json


async def everything(memory: ReflectionMemory) -> list[ReflectionEntry]:
    return [found async for found in memory.narrative()]


async def assert_in_order(memory: ReflectionMemory, count: int) -> None:
    """Positions without a gap, times strictly increasing, sequences counted per source."""
    found = await everything(memory)
    assert [one.position for one in found] == list(range(1, count + 1))
    assert all(one.timestamp < other.timestamp for one, other in pairwise(found))
    sequences: dict[str, list[int]] = {}
    for one in found:
        sequences.setdefault(one.source, []).append(one.sequence)
    for numbers in sequences.values():
        assert numbers == list(range(1, len(numbers) + 1))
    verified = await memory.verify()
    assert (verified.ok, verified.checked) == (True, count), verified.reason


async def test_every_field_comes_back(memory: ReflectionMemory) -> None:
    given_entry = NewEntry(
        id="ent_1",
        occurred_at=datetime(2024, 2, 29, 1, 2, 3, 4, tzinfo=UTC),
        origin=Origin.ADVISOR,
        lane=Lane.EMOTIONAL,
        type=EntryType.MOOD_STATE,
        source="mood",
        content={"mood": "calm\0\ud800", "b": 1, "a": [1.5, None, True]},
        correlation_id="agent/turn",
        references=["ent_0", "elsewhere"],
        metadata={"tag": "x"},
    )
    recorded = await memory.record(given_entry)
    found = await memory.get("ent_1")
    assert found is not None
    assert found == ReflectionEntry(
        id="ent_1",
        position=1,
        timestamp=recorded.timestamp,
        occurred_at=datetime(2024, 2, 29, 1, 2, 3, 4, tzinfo=UTC),
        origin=Origin.ADVISOR,
        lane=Lane.EMOTIONAL,
        type=EntryType.MOOD_STATE,
        source="mood",
        sequence=1,
        content={"mood": "calm\0\ud800", "b": 1, "a": [1.5, None, True]},
        correlation_id="agent/turn",
        references=("ent_0", "elsewhere"),
        metadata={"tag": "x"},
    )
    assert list(found.content) == ["mood", "b", "a"]
    assert recorded == ("ent_1", 1, moment.to_microseconds(found.timestamp), 1, True)
    assert recorded.timestamp == found.timestamp


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=any_json)
async def test_any_json_value_comes_back_as_it_went_in(
    memory: ReflectionMemory, content: Any
) -> None:
    recorded = await memory.record(entry(content))
    found = await memory.get(recorded.id)
    assert found is not None
    assert repr(found.content) == repr(content)


async def test_eight_writers_in_four_processes_leave_no_gap(
    memory: ReflectionMemory, fresh_database: FreshDatabase, master_key: str
) -> None:
    writers = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.integration.reflection_memory.writer"),
            *(fresh_database.app_url, master_key, str(number), "12", "7"),
        )
        for number in range(4)
    ]
    assert [await writer.wait() for writer in writers] == [0] * 4
    await assert_in_order(memory, 8 * 12 * 7)


async def test_eight_writers_that_all_begin_the_log_begin_one(
    pool: Pool, keyring: Keyring, memory: ReflectionMemory
) -> None:
    logs = [ReflectionMemory(pool, keyring, "tenant") for _ in range(8)]
    await asyncio.gather(*(log.record(entry(correlation_id="same")) for log in logs))
    await assert_in_order(memory, 8)


async def test_a_writer_that_commits_late_is_overtaken_by_nobody(
    pool: Pool, memory: ReflectionMemory
) -> None:
    async with transaction(pool) as connection:
        await memory.append_in(connection, [entry("first")])
        second = asyncio.create_task(memory.record(entry("second")))
        while not await somebody_waits_for_a_lock(pool):
            pass
        assert await everything(memory) == []
    assert (await second).position == 2
    assert [found.content for found in await everything(memory)] == ["first", "second"]


async def somebody_waits_for_a_lock(pool: Pool) -> bool:
    waiting = await pool.fetchval(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    return bool(waiting)


async def test_an_append_that_is_given_up_leaves_nothing(
    pool: Pool, memory: ReflectionMemory
) -> None:
    async def give_up() -> None:
        async with transaction(pool) as connection:
            await memory.append_in(connection, [entry(correlation_id="c", id="a")])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await give_up()
    assert await memory.get("a") is None
    again = await memory.record(entry(correlation_id="c", id="a"))
    assert (again.position, again.fresh) == (1, True)
    await assert_in_order(memory, 1)


async def test_the_same_id_again_is_the_same_entry(memory: ReflectionMemory) -> None:
    first = await memory.record(entry({"a": 1, "b": 2}, id="a"))
    again = await memory.record(entry({"b": 2, "a": 1}, id="a"))
    assert again == first._replace(fresh=False)
    assert len(await everything(memory)) == 1


async def test_the_same_id_at_once_is_one_entry(memory: ReflectionMemory) -> None:
    answers = await asyncio.gather(*(memory.record(entry(id="a")) for _ in range(8)))
    assert sorted(answer.fresh for answer in answers) == [False] * 7 + [True]
    assert {answer.position for answer in answers} == {1}
    await assert_in_order(memory, 1)


async def test_the_same_id_inside_a_batch_is_one_entry(memory: ReflectionMemory) -> None:
    answers = await memory.record_many([entry(1, id="a"), entry(2, id="b"), entry(1, id="a")])
    assert [answer.position for answer in answers] == [1, 2, 1]
    await assert_in_order(memory, 2)


async def test_a_batch_that_is_known_in_part_adds_the_rest(memory: ReflectionMemory) -> None:
    await memory.record_many([entry(n, id=f"e{n}") for n in (1, 3)])
    answers = await memory.record_many([entry(n, id=f"e{n}") for n in (1, 2, 3, 4)])
    assert [(answer.position, answer.fresh) for answer in answers] == [
        (1, False),
        (3, True),
        (2, False),
        (4, True),
    ]
    await assert_in_order(memory, 4)


@pytest.mark.parametrize(
    "other",
    [
        {"content": "other"},
        {"origin": Origin.SYSTEM},
        {"lane": Lane.TECHNICAL},
        {"type": EntryType.SPIKE},
        {"source": "other"},
        {"correlation_id": "c"},
        {"references": ["r"]},
        {"metadata": {"m": 1}},
        {"occurred_at": datetime(2024, 1, 1, tzinfo=UTC)},
    ],
    ids=lambda other: next(iter(other)),
)
async def test_the_same_id_with_anything_else_is_refused(
    memory: ReflectionMemory, other: dict[str, Any]
) -> None:
    await memory.record(entry(id="a"))
    changed = entry(**({"id": "a"} | other))
    with pytest.raises(EntryDiffers, match="Entry a "):
        await memory.record_many([entry(id="new"), changed])
    with pytest.raises(EntryDiffers):
        await memory.record_many([entry(id="b"), entry(**({"id": "b"} | other))])
    assert [found.id for found in await everything(memory)] == ["a"]


async def test_one_tenants_ids_and_positions_are_not_anothers(
    pool: Pool, keyring: Keyring, memory: ReflectionMemory
) -> None:
    other = ReflectionMemory(pool, keyring, "other")
    await memory.record_many([entry("mine", id="a"), entry(id="b")])
    assert (await other.record(entry("theirs", id="a"))).position == 1
    assert await other.get("b") is None
    found = await other.get("a")
    assert found is not None
    assert found.content == "theirs"


async def test_time_moves_forward_when_the_clock_steps_back(
    memory: ReflectionMemory, tamper: Tamper
) -> None:
    await memory.record(entry())
    future = datetime.now(UTC) + timedelta(days=1)
    await tamper("UPDATE log_heads SET committed_us = $1", moment.to_microseconds(future))
    answers = await memory.record_many([entry(), entry()])
    answers.append(await memory.record(entry()))
    times = [answer.timestamp for answer in answers]
    assert times == [future + timedelta(microseconds=step) for step in (1, 2, 3)]


async def test_a_connection_cut_before_its_commit_leaves_nothing_and_stops_nobody(
    pool: Pool, memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    async def cut() -> None:
        async with transaction(pool) as connection:
            await memory.append_in(connection, [entry(id="cut")])
            await owner.execute("SELECT pg_terminate_backend($1)", connection.get_server_pid())

    with pytest.raises(DatabaseUnavailable):
        await cut()
    await memory.record(entry(id="next"))
    assert (await memory.record(entry(id="cut"))).position == 2
    await assert_in_order(memory, 2)


async def test_a_batch_over_the_bound_is_refused(memory: ReflectionMemory) -> None:
    with pytest.raises(InvalidEntry, match=f"at most {LARGEST_BATCH}"):
        await memory.record_many([entry()] * (LARGEST_BATCH + 1))


async def test_nothing_recorded_is_nothing_written(memory: ReflectionMemory) -> None:
    assert await memory.record_many([]) == []
    assert (await memory.anchor()).position == 0
