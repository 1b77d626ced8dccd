# ruff: noqa: S311 - chance here needs no secrecy
"""Eight writers, readers and subscribers, while Postgres and the writers are killed at random.

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
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

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
from tests.integration.reflection_memory import soak_writer

WRITERS = 8
PROCESSES = 2
SHORT = 4.0
POLL = 0.2

PAUSES = {True: (0.2, 0.6), False: (1.0, 4.0)}
"""Seconds between two kills, in the short form and in the long one."""


@dataclass
class Seen:
    """What one subscriber saw, and how far it knows that its checkpoint has moved."""

    reader: str
    positions: list[int] = field(default_factory=list)
    advanced: int = 0

    @property
    def last(self) -> int:
        return self.positions[-1] if self.positions else 0


@dataclass
class Soak:
    """What goes on, and what was seen of it."""

    postgres: Postgres
    dsn: str
    master_key: str
    counts: Counter[str] = field(default_factory=Counter)
    acknowledged: dict[str, int] = field(default_factory=dict)
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    """Nothing is killed any more; then `over`: nobody writes any more."""

    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def log(self) -> tuple[Pool, ReflectionMemory]:
        pool = await open_pool(self.dsn, max_size=3)
        keyring = await Keyring.open(pool, MasterKey.parse(self.master_key))
        return pool, ReflectionMemory(pool, keyring, "tenant")

    async def keep_writing(
        self, names: list[str], killing: list[asyncio.subprocess.Process]
    ) -> None:
        """Run these writers in a process, again where it was killed, until it is over."""
        while not self.over.is_set():
            starts = {name: self.acknowledged.get(name, -1) + 1 for name in names}
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", soak_writer.__name__),
                env={
                    **os.environ,
                    "SOAK_DSN": self.dsn,
                    "SOAK_MASTER_KEY": self.master_key,
                    "SOAK_STARTS": json.dumps(starts),
                },
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            killing.append(process)
            assert process.stdin is not None
            assert process.stdout is not None
            stop = asyncio.create_task(self._stop(process.stdin))
            async for line in process.stdout:
                name, number = line.split()
                self.acknowledged[name.decode()] = int(number)
            stop.cancel()
            killing.remove(process)
            assert await process.wait() in (0, -signal.SIGKILL), "a writer failed by itself"

    async def _stop(self, told: asyncio.StreamWriter) -> None:
        await self.over.wait()
        told.close()

    async def keep_killing(
        self, writers: list[asyncio.subprocess.Process], pause: tuple[float, float]
    ) -> None:
        """Kill the server and a writer, in any order, again and again, until that is enough."""
        while not self.enough.is_set():
            for whom in random.sample(("server", "writer"), 2):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.enough.wait(), random.uniform(*pause))
                if whom == "server":
                    await self._kill_server()
                elif writers:
                    with contextlib.suppress(ProcessLookupError):
                        random.choice(writers).kill()
                    self.counts["writers killed"] += 1

    async def _kill_server(self) -> None:
        child = self.postgres._child
        assert child is not None
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        await child.ended()
        self.counts["servers killed"] += 1
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

    async def keep_listening(self, pool: Pool, memory: ReflectionMemory, seen: Seen) -> None:
        """Subscribe from where this reader stands, note what comes; again after each failure."""
        checkpoint = Checkpoint(pool, "tenant", seen.reader)
        while True:
            with contextlib.suppress(DatabaseError):
                async for found in memory.subscribe(seen.last, poll=POLL):
                    seen.positions.append(found.position)
                    if found.position % 100 == 0:
                        await checkpoint.advance(found.position)
                        seen.advanced = found.position
            self.counts["subscriptions lost"] += 1
            await asyncio.sleep(POLL)


@pytest_asyncio.fixture
async def soak(tmp_path: Path) -> AsyncIterator[Soak]:
    """A durable server of the test's own, since it is going to be killed."""
    owner, app = SecretStr(secrets.token_urlsafe()), SecretStr(secrets.token_urlsafe())
    postgres = Postgres(tmp_path / "data", tmp_path / "postgres.log", owner)
    await postgres.start()
    try:
        await migrations.migrate(postgres.owner_url())
        await ensure_api_login(postgres.owner_url(), forge_database.APP, app)
        yield Soak(postgres, postgres.url("postgres", forge_database.APP, app), generate())
    finally:
        await postgres.stop()


async def run(soak: Soak, seconds: float) -> None:
    processes: list[asyncio.subprocess.Process] = []
    try:
        await _run(soak, seconds, processes)
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        print(dict(soak.counts))  # noqa: T201 - the counts are what a soak is for


async def _run(soak: Soak, seconds: float, processes: list[asyncio.subprocess.Process]) -> None:
    pool, memory = await soak.log()
    names = [f"w{number}" for number in range(WRITERS)]
    writing = [
        asyncio.create_task(soak.keep_writing(names[start::PROCESSES], processes))
        for start in range(PROCESSES)
    ]
    subscribers = [Seen(f"reader {number}") for number in range(2)]
    watching = [
        asyncio.create_task(soak.keep_reading(memory)),
        *(asyncio.create_task(soak.keep_listening(pool, memory, one)) for one in subscribers),
    ]
    killing = asyncio.create_task(soak.keep_killing(processes, PAUSES[seconds <= SHORT]))
    done, _ = await asyncio.wait(
        {*writing, *watching, killing}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
    )
    for task in done:
        task.result()
    # Not cancelled: what was killed last stands again when this ends.
    soak.enough.set()
    await killing
    soak.over.set()
    await asyncio.gather(*writing)
    end = await soak.end(memory)
    while any(one.last < end for one in subscribers):
        done, _ = await asyncio.wait(watching, timeout=POLL, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    await judge(soak, pool, memory, subscribers)
    await pool.close()


async def judge(soak: Soak, pool: Pool, memory: ReflectionMemory, subscribers: list[Seen]) -> None:
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
    for one in subscribers:
        assert one.positions == positions, "a subscriber skipped, or saw twice"
        stands = await Checkpoint(pool, "tenant", one.reader).position()
        assert one.advanced <= stands <= end, "a checkpoint stepped back, or ahead of the log"
    verified = await memory.verify()
    assert (verified.ok, verified.checked) == (True, end), verified.reason


async def test_nothing_is_lost_doubled_or_skipped_while_all_is_killed_for_a_while(
    soak: Soak,
) -> None:
    await run(soak, SHORT)
    assert soak.counts["entries"] >= soak.counts["acknowledged"] > 0
    assert soak.counts["servers killed"]


@pytest.mark.soak
@pytest.mark.timeout(3_600)
async def test_nothing_is_lost_doubled_or_skipped_while_all_is_killed(soak: Soak) -> None:
    await run(soak, float(os.environ.get("SOAK_SECONDS", "600")))
    assert soak.counts["servers killed"]
    assert soak.counts["writers killed"]
