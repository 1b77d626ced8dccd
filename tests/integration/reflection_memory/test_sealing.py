from __future__ import annotations

import asyncio
import base64
import contextlib
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from database.pool import Pool, transaction
from reflection_memory.errors import SealBroken, WrongMasterKey
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing import data_key
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey, generate
from tests.fixtures.postgres import PostgresServer
from tests.integration.reflection_memory.conftest import Tamper
from tests.integration.reflection_memory.made import entry

EXCHANGE = data_key.exchange("c")


async def another_process(pool: Pool, master_key: str) -> ReflectionMemory:
    """Return the same log under a keyring with a cache of its own."""
    return ReflectionMemory(pool, await Keyring.open(pool, MasterKey.parse(master_key)), "tenant")


async def erase(pool: Pool, keyring: Keyring, unit: str) -> list[str]:
    async with transaction(pool) as connection:
        return await keyring.destroy(connection, "tenant", [unit])


async def test_a_wrong_master_key_is_told_when_the_keyring_opens(
    pool: Pool, memory: ReflectionMemory
) -> None:
    await memory.record(entry())
    with pytest.raises(WrongMasterKey, match="set FORGE_MASTER_KEY"):
        await Keyring.open(pool, MasterKey.parse(generate()))


async def test_a_lost_secret_is_told_and_never_replaced(
    pool: Pool, memory: ReflectionMemory, tamper: Tamper, master_key: str
) -> None:
    await memory.record(entry())
    await tamper("DELETE FROM sealing_secret")
    with pytest.raises(WrongMasterKey, match="backup"):
        await Keyring.open(pool, MasterKey.parse(master_key))


async def test_keyrings_that_open_at_once_share_one_secret(pool: Pool, master_key: str) -> None:
    master = MasterKey.parse(master_key)
    keyrings = await asyncio.gather(*(Keyring.open(pool, master) for _ in range(6)))
    assert len({keyring.subkey("purpose", "owner") for keyring in keyrings}) == 1


async def test_an_exchange_has_one_key_whoever_writes(
    pool: Pool, memory: ReflectionMemory, master_key: str, owner: asyncpg.Connection[Any]
) -> None:
    other = await another_process(pool, master_key)
    await memory.record(entry(1, correlation_id="c"))
    await other.record_many([entry(2, correlation_id="c"), entry(3, correlation_id="c")])
    await memory.record(entry(4, correlation_id="c", source="another"))
    assert await owner.fetchval("SELECT count(*) FROM data_keys") == 1
    assert [found.content for found in await other.recent(9)] == [1, 2, 3, 4]


async def test_outside_exchanges_a_source_has_a_key_a_day(
    memory: ReflectionMemory, owner: asyncpg.Connection[Any]
) -> None:
    await memory.record_many([entry(source=source) for source in "aab"])
    units = await owner.fetch("SELECT unit FROM data_keys ORDER BY unit")
    assert [row["unit"][:4] + row["unit"][-2:] for row in units] == ["day//a", "day//b"]


async def test_what_is_erased_is_gone_for_every_process(
    pool: Pool, memory: ReflectionMemory, keyring: Keyring, master_key: str
) -> None:
    other = await another_process(pool, master_key)
    await memory.record_many([entry("secret", id="a", correlation_id="c", metadata={"m": 1})])
    await memory.record(entry("kept", id="b"))
    assert await other.get("a")
    assert await erase(pool, keyring, EXCHANGE) == [EXCHANGE]
    for log in (memory, other):
        found = await log.get("a")
        assert found is not None
        assert (found.erased, found.content, found.metadata) == (True, None, {})
        kept = await log.get("b")
        assert kept is not None
        assert (kept.erased, kept.content) == (False, "kept")


async def test_recording_again_does_not_bring_the_erased_back(
    pool: Pool, memory: ReflectionMemory, keyring: Keyring
) -> None:
    said = entry("secret", id="a", correlation_id="c")
    await memory.record(said)
    await erase(pool, keyring, EXCHANGE)
    assert (await memory.record(said)).fresh is False
    found = await memory.get("a")
    assert found is not None
    assert found.erased


async def test_what_an_erased_exchange_says_later_has_a_new_key(
    pool: Pool, memory: ReflectionMemory, keyring: Keyring, master_key: str
) -> None:
    other = await another_process(pool, master_key)
    await memory.record(entry("before", correlation_id="c"))
    await other.record(entry("before", correlation_id="c"))
    await erase(pool, keyring, EXCHANGE)
    # `other` still has the destroyed key in its cache, and must not seal with it.
    await other.record(entry("after", correlation_id="c"))
    await memory.record(entry("after", correlation_id="c"))
    assert [found.content for found in await memory.recent(9)] == [None, None, "after", "after"]
    assert (await memory.verify()).ok


async def test_a_broken_seal_is_told_and_names_the_entry(
    memory: ReflectionMemory, tamper: Tamper
) -> None:
    await memory.record(entry(id="a"))
    await tamper("UPDATE log_entries SET sealed = sealed || '\\x00'")
    with pytest.raises(SealBroken, match="entry a at position 1"):
        await memory.get("a")


def files_holding(folder: Path, needles: list[bytes]) -> list[Path]:
    found = []
    for file in folder.rglob("*"):
        # The server removes files while we look, and keeps a socket among them.
        with contextlib.suppress(OSError):
            text = file.read_bytes()
            found += [file for needle in needles if needle in text]
    return found


async def test_no_word_of_an_entry_is_found_in_the_databases_files(
    memory: ReflectionMemory, owner: asyncpg.Connection[Any], postgres_server: PostgresServer
) -> None:
    canary = b"canary-4b1d9c7e"
    word = canary.decode()
    await memory.record(entry([word, word * 2_000], references=[word], metadata={word: word}))
    await memory.record(entry(word, id="in-the-clear"))
    await owner.execute("CHECKPOINT")
    folder = postgres_server.postgres.folder
    assert files_holding(folder, [b"in-the-clear"]), "the search itself finds nothing"
    assert not files_holding(folder, [canary, canary.hex().encode(), base64.b64encode(canary)])
