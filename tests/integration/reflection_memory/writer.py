"""A writer in a process of its own: `python -m …writer DSN MASTER_KEY NAME BATCHES SIZE`."""

from __future__ import annotations

import asyncio
import sys

from database.pool import open_pool
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
from tests.integration.reflection_memory.made import entry


async def write(dsn: str, master_key: str, name: str, batches: int, size: int) -> None:
    """Record `batches` batches of `size` as two sources at once, and the first of them twice."""
    pool = await open_pool(dsn, max_size=2)
    memory = ReflectionMemory(pool, await Keyring.open(pool, MasterKey.parse(master_key)), "tenant")

    async def one_source(source: str) -> None:
        for batch in range(batches):
            entries = [
                entry(n, id=f"{source}/{batch}/{n}", source=source, correlation_id=f"c/{batch}")
                for n in range(size)
            ]
            await memory.record_many(entries)
            await memory.record(entries[0])

    await asyncio.gather(one_source(f"{name}a"), one_source(f"{name}b"))
    await pool.close()


if __name__ == "__main__":
    dsn, master_key, name, batches, size = sys.argv[1:]
    asyncio.run(write(dsn, master_key, name, int(batches), int(size)))
