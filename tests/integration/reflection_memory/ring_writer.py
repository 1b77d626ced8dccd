"""Processes that die with entries in their ring: `…ring_writer DSN MASTER_KEY SOURCE [KEPT LOST]`.

With numbers it records so many and flushes, records so many more, and kills itself. Without, it
records until it is killed, and prints each number with the moment at which the ring had it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time

from database.pool import open_pool
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
from tests.integration.reflection_memory.made import entry


async def die(memory: ReflectionMemory, source: str, kept: int, lost: int) -> None:
    """Record `kept` entries and flush, record `lost` more, and be killed at once."""
    for number in range(kept + lost):
        await memory.record(entry(number, source=source), durable=False)
        if number == kept - 1:
            await memory.flush()
    os.kill(os.getpid(), signal.SIGKILL)


async def keep_on(memory: ReflectionMemory, source: str) -> None:
    """Record an entry after the other, as one does who must not wait."""
    number = 0
    while True:
        await memory.record(entry(number, source=source), durable=False)
        os.write(1, f"{number} {time.monotonic()}\n".encode())
        number += 1
        await asyncio.sleep(0.001)


async def main(dsn: str, master_key: str, source: str, *numbers: str) -> None:
    """Open the log, and do what is asked."""
    pool = await open_pool(dsn, max_size=2)
    memory = ReflectionMemory(pool, await Keyring.open(pool, MasterKey.parse(master_key)), "tenant")
    if numbers:
        kept, lost = map(int, numbers)
        await die(memory, source, kept, lost)
    await keep_on(memory, source)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
