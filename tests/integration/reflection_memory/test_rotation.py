from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from database.pool import Pool, open_pool, transaction
from reflection_memory.errors import InvalidMasterKey, WrongMasterKey
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing import data_key, rotation
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey, generate
from reflection_memory.sealing.rotation import Progress, rotate
from tests.fixtures.postgres import FreshDatabase
from tests.integration.reflection_memory.conftest import Tamper
from tests.integration.reflection_memory.made import entry

EXCHANGES = 25


@pytest_asyncio.fixture
async def owner_pool(fresh_database: FreshDatabase) -> AsyncIterator[Pool]:
    opened = await open_pool(fresh_database.owner_url, max_size=2)
    yield opened
    await opened.close()


@pytest.fixture
def old(master_key: str) -> MasterKey:
    return MasterKey.parse(master_key)


@pytest.fixture
def new() -> MasterKey:
    return MasterKey.parse(generate())


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "PAGE", 10)


@pytest_asyncio.fixture
async def told(memory: ReflectionMemory) -> ReflectionMemory:
    await memory.record_many([entry(n, correlation_id=f"c{n}") for n in range(EXCHANGES)])
    return memory


async def under(pool: Pool, *masters: MasterKey) -> ReflectionMemory:
    """Return the log as a process sees it that was started with these master keys."""
    keyring = await Keyring.open(pool, masters[0], old_master=[*masters, None][1])
    return ReflectionMemory(pool, keyring, "tenant")


async def everything(memory: ReflectionMemory) -> list[Any]:
    return [found.content async for found in memory.narrative()]


async def run(owner_pool: Pool, old: MasterKey, new: MasterKey) -> list[Progress]:
    return [progress async for progress in rotate(owner_pool, old, new)]


async def test_a_rotation_rewraps_the_keys_and_touches_no_entry_digest_or_root(
    told: ReflectionMemory,
    owner_pool: Pool,
    owner: asyncpg.Connection[Any],
    old: MasterKey,
    new: MasterKey,
) -> None:
    async def stored() -> list[Any]:
        tables = ("log_entries", "log_batches", "log_heads")
        return [await owner.fetch(f"SELECT * FROM {table}") for table in tables]  # noqa: S608

    before, anchor = await stored(), await told.anchor()
    steps = await run(owner_pool, old, new)
    assert [(step.rewrapped, step.left, step.done) for step in steps] == [
        (10, 15, False),
        (20, 5, False),
        (25, 0, False),
        (25, 0, True),
    ]
    assert await stored() == before
    after = await under(owner_pool, new)
    assert await everything(after) == list(range(EXCHANGES))
    assert (await after.verify(anchor)).ok
    again = await after.record(entry(0, correlation_id="c0", id="once more"))
    assert again.position == EXCHANGES + 1


async def test_after_a_rotation_the_old_key_opens_nothing_and_that_is_told(
    told: ReflectionMemory, owner_pool: Pool, old: MasterKey, new: MasterKey
) -> None:
    await run(owner_pool, old, new)
    with pytest.raises(WrongMasterKey, match="set FORGE_MASTER_KEY"):
        await under(owner_pool, old)
    with pytest.raises(WrongMasterKey):
        await told._writer._keyring.check(owner_pool)
    with pytest.raises(WrongMasterKey, match="FORGE_OLD_MASTER_KEY"):
        await told.record(entry(correlation_id="new exchange"))


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("pages", [0, 1, 2])
async def test_a_rotation_that_stopped_anywhere_goes_on_where_it_was(
    owner_pool: Pool, old: MasterKey, new: MasterKey, pages: int
) -> None:
    steps = rotate(owner_pool, old, new)
    if not pages:
        await rotation._begin(owner_pool, old, new)
    for _ in range(pages):
        await anext(steps)
    for alone in (old, new):
        with pytest.raises(WrongMasterKey):
            await under(owner_pool, alone)
    both = await under(owner_pool, new, old)
    assert await everything(both) == list(range(EXCHANGES))
    assert (await both.verify()).ok
    rest = await run(owner_pool, old, new)
    assert rest[-1] == Progress(EXCHANGES - 10 * pages, 0, done=True)
    assert await everything(await under(owner_pool, new)) == list(range(EXCHANGES))
    assert await run(owner_pool, old, new) == [Progress(0, 0, done=True)]


@pytest.mark.usefixtures("told")
async def test_who_holds_both_keys_writes_and_reads_all_through_a_rotation(
    pool: Pool, owner_pool: Pool, old: MasterKey, new: MasterKey
) -> None:
    both = await under(pool, new, old)
    await both.record(entry("before", correlation_id="before"))
    steps = 0
    async for progress in rotate(owner_pool, old, new):
        steps += 1
        await both.record(entry(progress.left, correlation_id=f"during {progress.rewrapped}"))
        await both.record(entry("more", correlation_id="c1"))
        assert len(await both.recent(9)) == 9
    alone = await under(pool, new)
    assert len(await everything(alone)) == EXCHANGES + 1 + 2 * steps
    assert (await alone.verify()).ok


@pytest.mark.usefixtures("told")
async def test_an_erased_exchange_stays_erased_through_a_rotation(
    owner_pool: Pool, keyring: Keyring, old: MasterKey, new: MasterKey
) -> None:
    async with transaction(owner_pool) as connection:
        await keyring.destroy(connection, "tenant", [data_key.exchange("c3")])
    await run(owner_pool, old, new)
    found = await everything(await under(owner_pool, new))
    assert found == [None if n == 3 else n for n in range(EXCHANGES)]


@pytest.mark.usefixtures("told")
async def test_a_key_that_was_altered_is_counted_and_stops_no_rotation(
    owner_pool: Pool, tamper: Tamper, old: MasterKey, new: MasterKey
) -> None:
    await tamper(
        "UPDATE data_keys SET wrapped = overlay(wrapped placing '\\x0000' from 20) "
        "WHERE unit = 'exchange/c7'"
    )
    last = (await run(owner_pool, old, new))[-1]
    assert last == Progress(EXCHANGES - 1, 0, broken=1, done=True)
    assert (await (await under(owner_pool, new)).verify()).first_bad == 8


@pytest.mark.usefixtures("told")
async def test_a_rotation_between_wrong_keys_changes_nothing(
    owner_pool: Pool, old: MasterKey, new: MasterKey
) -> None:
    with pytest.raises(WrongMasterKey):
        await run(owner_pool, new, MasterKey.parse(generate()))
    with pytest.raises(InvalidMasterKey):
        await run(owner_pool, old, old)
    assert await everything(await under(owner_pool, old)) == list(range(EXCHANGES))


async def test_a_database_without_a_secret_has_nothing_to_rotate(
    owner_pool: Pool, old: MasterKey, new: MasterKey
) -> None:
    assert await run(owner_pool, old, new) == [Progress(0, 0, done=True)]


@pytest.mark.usefixtures("told")
async def test_the_servers_command_rotates_also_after_a_kill(
    owner_pool: Pool, fresh_database: FreshDatabase, master_key: str
) -> None:
    new = generate()
    environment = {
        "FORGE_DATABASE_URL": fresh_database.app_url,
        "FORGE_OWNER_DATABASE_URL": fresh_database.owner_url,
        "FORGE_MASTER_KEY": new,
        "FORGE_OLD_MASTER_KEY": master_key,
    }

    async def command() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "forge_api", "keys", "rotate"),
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async with transaction(owner_pool) as connection:
        # One key is held back, so that the command is in the middle of its work when it is killed.
        await connection.execute("SELECT FROM data_keys WHERE unit = 'exchange/c5' FOR UPDATE")
        killed = await command()
        while not await owner_pool.fetchval("SELECT rotating_from FROM sealing_secret"):
            assert killed.returncode is None
        killed.send_signal(signal.SIGKILL)
        await killed.wait()
    done = await command()
    printed, told_of_failure = await done.communicate()
    assert done.returncode == 0, told_of_failure
    text = printed.decode()
    assert f"{EXCHANGES} keys wrapped anew, 0 left" in text
    assert new not in text
    alone = await under(owner_pool, MasterKey.parse(new))
    *kept, notice = await everything(alone)
    assert kept == list(range(EXCHANGES))
    assert notice["event"] == "master_key.changed"
