# ruff: noqa: S311 - chance here needs no secrecy
"""Eight writers, a reader, two subscribers: server, writers and subscribers are killed at random.

`make soak` runs the long form, for SOAK_SECONDS (600); the suite runs a short one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import sys
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import ModuleType

import asyncpg
import pytest
import pytest_asyncio
from pydantic import SecretStr

from database import migrations
from database.errors import DatabaseError
from database.logins import ensure_api_login
from database.pool import Pool, open_pool
from reflection_memory.checkpoint import Checkpoint
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey, generate
from stack import forge_database
from stack.postgres import Postgres
from tests.integration.reflection_memory import soak_reader, soak_writer

WRITERS = 8
PROCESSES = 2
READERS = ("reader 0", "reader 1")
SHORT = 4.0
POLL = 0.2

PAUSES = {True: (0.2, 0.6), False: (1.0, 4.0)}
"""Seconds between two kills, in the short form and in the long one."""


@dataclass
class Soak:
    """What goes on, and what was seen of it."""

    postgres: Postgres
    dsn: str
    master_key: str
    counts: Counter[str] = field(default_factory=Counter)
    acknowledged: dict[str, int] = field(default_factory=dict)
    processes: dict[str, list[Process]] = field(
        default_factory=lambda: {"writer": [], "subscriber": []}
    )
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    """Nothing is killed any more; then `over`: nobody writes; then `heard`: nobody listens."""

    over: asyncio.Event = field(default_factory=asyncio.Event)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def log(self) -> tuple[Pool, ReflectionMemory]:
        pool = await open_pool(self.dsn, max_size=3)
        keyring = await Keyring.open(pool, MasterKey.parse(self.master_key))
        return pool, ReflectionMemory(pool, keyring, "tenant")

    async def keep_writing(self, names: list[str]) -> None:
        """Run these writers in a process, again where it was killed, until it is over."""
        while not self.over.is_set():
            starts = {name: self.acknowledged.get(name, -1) + 1 for name in names}
            told = {"SOAK_STARTS": json.dumps(starts)}
            async with self._running("writer", soak_writer, told, self.over) as process:
                assert process.stdout is not None
                async for line in process.stdout:
                    name, number = line.split()
                    self.acknowledged[name.decode()] = int(number)

    async def keep_listening(self, reader: str) -> None:
        """Run this subscriber in a process, again where it was killed, until it heard all."""
        while not self.heard.is_set():
            told = {"SOAK_READER": reader}
            async with self._running("subscriber", soak_reader, told, self.heard) as process:
                await process.wait()

    @contextlib.asynccontextmanager
    async def _running(
        self, role: str, module: ModuleType, told: dict[str, str], until: asyncio.Event
    ) -> AsyncIterator[Process]:
        """Run a process that may be killed; its input ends when `until` is set."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module.__name__),
            env={**os.environ, "SOAK_DSN": self.dsn, "SOAK_MASTER_KEY": self.master_key, **told},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self.processes[role].append(process)
        assert process.stdin is not None
        stop = asyncio.create_task(_close(process.stdin, until))
        yield process
        assert await process.wait() in (0, -signal.SIGKILL), f"a {role} failed by itself"
        stop.cancel()
        self.processes[role].remove(process)

    async def keep_killing(self, pause: tuple[float, float]) -> None:
        """Kill the server, a writer, a subscriber, in any order, until that is enough."""
        while not self.enough.is_set():
            for whom in random.sample(("server", *self.processes), 3):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.enough.wait(), random.uniform(*pause))
                if whom == "server":
                    await self._kill_server()
                elif there := self.processes[whom]:
                    with contextlib.suppress(ProcessLookupError):
                        random.choice(there).kill()
                self.counts[f"{whom}s killed"] += 1

    async def _kill_server(self) -> None:
        child = self.postgres._child
        assert child is not None
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        await child.ended()
        await self.postgres.start()

    async def end(self, memory: ReflectionMemory) -> int:
        """Return where the log ends; a connection may still turn out to be of the dead server."""
        while True:
            with contextlib.suppress(DatabaseError):
                return (await memory.anchor()).position
            await asyncio.sleep(POLL)

    async def keep_reading(self, memory: ReflectionMemory) -> None:
        """Look at the newest entries: without a gap, in order, never fewer than before."""
        newest = 0
        while True:
            with contextlib.suppress(DatabaseError):
                found = [one.position for one in await memory.recent(50)]
                assert found == list(range(found[0], found[0] + len(found))) if found else True
                assert not found or found[-1] >= newest
                newest = found[-1] if found else newest
                self.counts["reads"] += 1
            await asyncio.sleep(POLL)

    async def all_heard(self, pool: Pool, end: int) -> bool:
        """Tell whether every subscriber's checkpoint stands at the end."""
        with contextlib.suppress(DatabaseError):
            stand = [await Checkpoint(pool, "tenant", reader).position() for reader in READERS]
            return min(stand) == end
        return False


async def _close(told: asyncio.StreamWriter, until: asyncio.Event) -> None:
    await until.wait()
    told.close()


@pytest_asyncio.fixture
async def soak(tmp_path: Path) -> AsyncIterator[Soak]:
    """A durable server of the test's own, since it is going to be killed."""
    owner, app = SecretStr(secrets.token_urlsafe()), SecretStr(secrets.token_urlsafe())
    postgres = Postgres(tmp_path / "data", tmp_path / "postgres.log", owner)
    await postgres.start()
    try:
        await migrations.migrate(postgres.owner_url())
        await ensure_api_login(postgres.owner_url(), forge_database.APP, app)
        await make_table_for_what_is_heard(postgres.owner_url())
        yield Soak(postgres, postgres.url("postgres", forge_database.APP, app), generate())
    finally:
        await postgres.stop()


async def make_table_for_what_is_heard(owner_url: str) -> None:
    owner = await asyncpg.connect(owner_url)
    await owner.execute(
        "CREATE TABLE heard (n bigserial PRIMARY KEY, reader text, position bigint); "
        "GRANT SELECT, INSERT ON heard TO forge_api; GRANT USAGE ON heard_n_seq TO forge_api"
    )
    await owner.close()


async def run(soak: Soak, seconds: float) -> None:
    try:
        await _run(soak, seconds)
    finally:
        for process in chain.from_iterable(soak.processes.values()):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        print(dict(soak.counts))  # noqa: T201 - the counts are what a soak is for


async def _run(soak: Soak, seconds: float) -> None:
    pool, memory = await soak.log()
    names = [f"w{number}" for number in range(WRITERS)]
    writing = [
        asyncio.create_task(soak.keep_writing(names[start::PROCESSES]))
        for start in range(PROCESSES)
    ]
    listening = [asyncio.create_task(soak.keep_listening(reader)) for reader in READERS]
    reading = asyncio.create_task(soak.keep_reading(memory))
    killing = asyncio.create_task(soak.keep_killing(PAUSES[seconds <= SHORT]))
    await first_of({*writing, *listening, reading, killing}, seconds)
    # Not cancelled: what was killed last stands again when this ends.
    soak.enough.set()
    await killing
    while len(soak.acknowledged) < WRITERS:
        await first_of({*writing, *listening, reading}, POLL)
    soak.over.set()
    await asyncio.gather(*writing)
    end = await soak.end(memory)
    while not await soak.all_heard(pool, end):
        await first_of({*listening, reading}, POLL)
    soak.heard.set()
    await asyncio.gather(*listening)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await judge(soak, pool, memory)
    await pool.close()


async def first_of(tasks: set[asyncio.Task[None]], seconds: float) -> None:
    """Return once one has ended, or the seconds have; what failed in it is raised."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def judge(soak: Soak, pool: Pool, memory: ReflectionMemory) -> None:
    numbers: dict[str, list[int]] = {}
    positions = []
    async for found in memory.narrative():
        positions.append(found.position)
        numbers.setdefault(found.source, []).append(found.content)
    end = len(positions)
    acknowledged = sum(number + 1 for number in soak.acknowledged.values())
    soak.counts.update(entries=end, acknowledged=acknowledged)
    assert positions == list(range(1, end + 1)), "a gap, or an entry twice"
    for source, found_numbers in numbers.items():
        assert found_numbers == list(range(len(found_numbers))), "lost, twice, or out of order"
        assert len(found_numbers) > soak.acknowledged.get(source, -1), "an acknowledged one is lost"
    for reader in READERS:
        rows = await pool.fetch("SELECT position FROM heard WHERE reader = $1 ORDER BY n", reader)
        assert [row["position"] for row in rows] == positions, "a subscriber skipped, or saw twice"
        assert await Checkpoint(pool, "tenant", reader).position() == end
    verified = await memory.verify()
    assert (verified.ok, verified.checked) == (True, end), verified.reason


async def test_nothing_is_lost_doubled_or_skipped_while_all_is_killed_for_a_while(
    soak: Soak,
) -> None:
    await run(soak, SHORT)
    assert soak.counts["entries"] >= soak.counts["acknowledged"] >= WRITERS
    assert soak.counts["servers killed"]


@pytest.mark.soak
@pytest.mark.timeout(3_600)
async def test_nothing_is_lost_doubled_or_skipped_while_all_is_killed(soak: Soak) -> None:
    await run(soak, float(os.environ.get("SOAK_SECONDS", "600")))
    assert soak.counts["servers killed"]
    assert soak.counts["writers killed"]
    assert soak.counts["subscribers killed"]
