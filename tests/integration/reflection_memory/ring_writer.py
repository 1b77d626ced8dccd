"""A process that dies with entries in its ring: `…ring_writer DSN MASTER_KEY KEPT LOST`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from database.pool import open_pool
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
from tests.integration.reflection_memory.made import entry


async def write(dsn: str, master_key: str, kept: int, lost: int) -> None:
    """Record `kept` entries and flush, record `lost` more, and be killed at once."""
    pool = await open_pool(dsn, max_size=2)
    memory = ReflectionMemory(pool, await Keyring.open(pool, MasterKey.parse(master_key)), "tenant")
    for number in range(kept + lost):
        await memory.record(entry(number), durable=False)
        if number == kept - 1:
            await memory.flush()
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    dsn, master_key, kept, lost = sys.argv[1:]
    asyncio.run(write(dsn, master_key, int(kept), int(lost)))
