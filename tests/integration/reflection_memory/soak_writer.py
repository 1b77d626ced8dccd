"""Writers that give up on nothing: `python -m …soak_writer`, told by its environment.

`SOAK_DSN` and `SOAK_MASTER_KEY`; `SOAK_STARTS` names each writer with the number that it begins at
(`{"w0": 17}`). Each writes entries `NAME/NUMBER` in batches, says `NAME NUMBER` once all up to that
number are acknowledged, and tries a batch again until it is. It ends when its input does.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys

from database.errors import DatabaseError
from database.pool import Pool, open_pool
from reflection_memory.entry import NewEntry
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
from tests.integration.reflection_memory.made import entry

PAUSE = 0.05
"""Seconds between attempts."""

MOST = 20
"""Entries of a batch."""


async def write_all(dsn: str, master_key: str, starts: dict[str, int]) -> None:
    """Run every writer until the input ends."""
    pool, memory = await open_log(dsn, master_key)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), stopped.set)
    await asyncio.gather(
        *(_write(memory, name, number, stopped) for name, number in starts.items())
    )
    await pool.close()


async def open_log(dsn: str, master_key: str) -> tuple[Pool, ReflectionMemory]:
    """Open the log once its server can be had."""
    while True:
        try:
            pool = await open_pool(dsn, max_size=2)
            keyring = await Keyring.open(pool, MasterKey.parse(master_key))
        except DatabaseError:
            await asyncio.sleep(PAUSE)
        else:
            return pool, ReflectionMemory(pool, keyring, "tenant")


async def _write(memory: ReflectionMemory, name: str, number: int, stopped: asyncio.Event) -> None:
    while not stopped.is_set():
        upto = number + random.randint(1, MOST)  # noqa: S311 - chance here needs no secrecy
        batch = [
            entry(n, id=f"{name}/{n}", source=name, correlation_id=f"{name}/{n // 10}")
            for n in range(number, upto)
        ]
        await _insist(memory, batch)
        number = upto
        sys.stdout.write(f"{name} {number - 1}\n")
        sys.stdout.flush()


async def _insist(memory: ReflectionMemory, batch: list[NewEntry]) -> None:
    while True:
        try:
            await memory.record_many(batch)
        except DatabaseError:
            await asyncio.sleep(PAUSE)
        else:
            return


if __name__ == "__main__":
    asyncio.run(
        write_all(
            os.environ["SOAK_DSN"],
            os.environ["SOAK_MASTER_KEY"],
            json.loads(os.environ["SOAK_STARTS"]),
        )
    )
