"""A subscriber that gives up on nothing: `python -m …soak_reader`, told by its environment.

`SOAK_DSN`, `SOAK_MASTER_KEY` and `SOAK_READER`, its name. It notes each position that it hears in
the table `heard`, in the transaction that moves its checkpoint, and begins there when it is started
again or has lost the server. It ends when its input does.
"""

from __future__ import annotations

import asyncio
import os
import sys

from database.errors import DatabaseError
from database.pool import Pool, transaction
from reflection_memory.checkpoint import Checkpoint
from reflection_memory.entry import ReflectionEntry
from reflection_memory.log import ReflectionMemory
from tests.integration.reflection_memory.soak_writer import PAUSE, open_log

POLL = 0.2


async def hear_all(dsn: str, master_key: str, reader: str) -> None:
    """Subscribe until the input ends."""
    pool, memory = await open_log(dsn, master_key)
    hearing = asyncio.create_task(_keep_hearing(pool, memory, reader))
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), hearing.cancel)
    await asyncio.wait({hearing})
    if not hearing.cancelled():
        hearing.result()
    await pool.close()


async def _keep_hearing(pool: Pool, memory: ReflectionMemory, reader: str) -> None:
    checkpoint = Checkpoint(pool, "tenant", reader)
    while True:
        try:
            async for page in memory.subscribe_to_pages(await checkpoint.position(), poll=POLL):
                if page:
                    await _note(pool, checkpoint, reader, page)
        except DatabaseError:
            await asyncio.sleep(PAUSE)


async def _note(
    pool: Pool, checkpoint: Checkpoint, reader: str, page: list[ReflectionEntry]
) -> None:
    async with transaction(pool) as connection:
        await connection.executemany(
            "INSERT INTO heard (reader, position) VALUES ($1, $2)",
            [(reader, one.position) for one in page],
        )
        await checkpoint.advance_in(connection, page[-1].position)


if __name__ == "__main__":
    asyncio.run(
        hear_all(os.environ["SOAK_DSN"], os.environ["SOAK_MASTER_KEY"], os.environ["SOAK_READER"])
    )
