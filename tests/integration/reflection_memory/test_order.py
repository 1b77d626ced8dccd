"""A reader that goes by position, while writers commit late: ours is held against a plain sequence.

The same trial is run on both, so that it is known to find what it looks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from database.errors import DatabaseUnavailable
from database.pool import Connection, Pool, open_pool, transaction
from reflection_memory.entry import Recorded
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from tests.fixtures.postgres import FreshDatabase
from tests.integration.reflection_memory.made import entry
from tests.integration.reflection_memory.test_append import (
    assert_in_order,
    somebody_waits_for_a_lock,
)

WRITERS = 5

Append = Callable[[Connection, str], Awaitable[object]]
ReadAfter = Callable[[int], Awaitable[list[tuple[int, str]]]]


async def skipped(pool: Pool, append_one: Append, read_after: ReadAfter) -> set[str]:
    """Return what a reader never saw of writers that committed in the opposite order."""
    gates = [asyncio.Event() for _ in range(WRITERS)]
    began = [asyncio.Event() for _ in range(WRITERS)]

    async def write(number: int) -> None:
        async with transaction(pool) as connection:
            began[number].set()
            await append_one(connection, f"e{number}")
            await gates[number].wait()

    writers = [asyncio.create_task(write(number)) for number in range(WRITERS)]
    await asyncio.gather(*(event.wait() for event in began))
    seen: list[str] = []
    cursor = 0
    for gate, writer in zip(reversed(gates), reversed(writers), strict=True):
        gate.set()
        # In our log only the first can commit; the others wait for it, and so does this reader.
        await asyncio.wait({writer}, timeout=0.2)
        for position, name in await read_after(cursor):
            cursor = position
            seen.append(name)
    await asyncio.gather(*writers)
    seen += [name for _, name in await read_after(cursor)]
    assert len(seen) == len(set(seen))
    return {f"e{number}" for number in range(WRITERS)} - set(seen)


@pytest_asyncio.fixture
async def owner_pool(fresh_database: FreshDatabase) -> AsyncIterator[Pool]:
    opened = await open_pool(fresh_database.owner_url)
    yield opened
    await opened.close()


async def test_writers_that_commit_late_are_skipped_by_no_reader(
    owner_pool: Pool, memory: ReflectionMemory
) -> None:
    async def append_one(connection: Connection, name: str) -> object:
        return await memory.append_in(connection, [entry(id=name)])

    async def read_after(cursor: int) -> list[tuple[int, str]]:
        found = await memory.query(HistoryQuery(after=cursor))
        return [(one.position, one.id) for one in found]

    assert await skipped(owner_pool, append_one, read_after) == set()
    await assert_in_order(memory, WRITERS)


async def test_the_same_trial_catches_a_log_that_is_a_plain_sequence(owner_pool: Pool) -> None:
    await owner_pool.execute("CREATE TABLE mutant (position bigserial PRIMARY KEY, id text)")
    order = asyncio.Condition()
    written: list[str] = []

    async def append_one(connection: Connection, name: str) -> object:
        async with order:
            await order.wait_for(lambda: name == f"e{len(written)}")
            written.append(name)
            await connection.execute("INSERT INTO mutant (id) VALUES ($1)", name)
            order.notify_all()
        return None

    async def read_after(cursor: int) -> list[tuple[int, str]]:
        asked = "SELECT position, id FROM mutant WHERE position > $1 ORDER BY position"
        return [(row["position"], row["id"]) for row in await owner_pool.fetch(asked, cursor)]

    assert await skipped(owner_pool, append_one, read_after)


@pytest_asyncio.fixture
async def stuck_in_the_middle(owner: asyncpg.Connection[Any]) -> AsyncIterator[None]:
    """Make every COPY stop at its hundredth row, for as long as this holds a lock."""
    await owner.execute(
        "CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_advisory_xact_lock(100); RETURN NEW; END $$"
    )
    await owner.execute(
        "CREATE TRIGGER wait_here BEFORE INSERT ON log_entries FOR EACH ROW "
        "WHEN (NEW.position = 100) EXECUTE FUNCTION wait_here()"
    )
    await owner.execute("SELECT pg_advisory_lock(100)")
    yield
    await owner.execute("SELECT pg_advisory_unlock(100)")


@pytest.mark.usefixtures("stuck_in_the_middle")
async def test_a_connection_cut_in_the_middle_of_a_copy_leaves_nothing(
    pool: Pool, memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    # Far more than fits between client and server: the client waits to send the rest.
    entries = [entry("x" * 5_000, id=f"e{number}") for number in range(2_000)]
    cut = asyncio.create_task(memory.record_many(entries))
    while not await somebody_waits_for_a_lock(pool):
        pass
    await owner.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    with pytest.raises(DatabaseUnavailable):
        await cut
    assert await memory.recent(1) == []
    await owner.execute("DROP TRIGGER wait_here ON log_entries")
    answers = await memory.record_many(entries)
    assert all(answer.fresh for answer in answers)
    await assert_in_order(memory, len(entries))


async def test_an_answer_that_was_lost_after_the_commit_is_given_by_the_same_call_again(
    pool: Pool, memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    entries = [entry(number, id=f"e{number}") for number in range(3)]

    async def lose_the_answer() -> None:
        async with transaction(pool) as connection:
            await memory.append_in(connection, entries)
            await connection.execute("COMMIT")
            await owner.execute("SELECT pg_terminate_backend($1)", connection.get_server_pid())

    with pytest.raises(DatabaseUnavailable):
        await lose_the_answer()
    again = await memory.record_many(entries)
    assert [(answer.position, answer.fresh) for answer in again] == [
        (1, False),
        (2, False),
        (3, False),
    ]
    await assert_in_order(memory, 3)


async def test_the_same_ids_at_once_from_two_writers_are_one_entry_each(
    owner_pool: Pool, pool: Pool, keyring: Keyring
) -> None:
    # A process has one writer a pool.
    logs = [ReflectionMemory(one, keyring, "tenant") for one in (owner_pool, pool)]
    answers = await asyncio.gather(
        *(log.record(entry(n, id=f"e{n}", source="s")) for n in range(20) for log in logs)
    )
    assert sorted(answer.fresh for answer in answers) == [False] * 20 + [True] * 20
    assert all(one[:4] == other[:4] for one, other in in_pairs(answers))
    await assert_in_order(logs[0], 20)


def in_pairs(answers: list[Recorded]) -> list[tuple[Recorded, Recorded]]:
    return list(zip(answers[::2], answers[1::2], strict=True))
