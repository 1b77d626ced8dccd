from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from database.pool import Pool, transaction
from reflection_memory.checkpoint import Checkpoint
from reflection_memory.errors import InvalidEntry
from reflection_memory.log import ReflectionMemory
from tests.integration.reflection_memory.made import entry


@pytest.fixture
def checkpoint(pool: Pool) -> Checkpoint:
    return Checkpoint(pool, "tenant", "reader")


async def test_a_checkpoint_moves_forward_and_never_back(
    memory: ReflectionMemory, checkpoint: Checkpoint
) -> None:
    await memory.record_many([entry() for _ in range(5)])
    assert await checkpoint.position() == 0
    assert await checkpoint.advance(3)
    assert not await checkpoint.advance(3)
    assert not await checkpoint.advance(2)
    assert await checkpoint.position() == 3
    assert await checkpoint.advance(5)


async def test_checkpoints_that_move_at_once_end_at_the_furthest(
    memory: ReflectionMemory, checkpoint: Checkpoint
) -> None:
    await memory.record_many([entry() for _ in range(9)])
    await asyncio.gather(*(checkpoint.advance(position) for position in (4, 9, 2, 7)))
    assert await checkpoint.position() == 9


@pytest.mark.parametrize("position", [1, 99])
async def test_a_checkpoint_never_stands_ahead_of_the_log(
    checkpoint: Checkpoint, position: int
) -> None:
    with pytest.raises(InvalidEntry, match="does not reach"):
        await checkpoint.advance(position)
    assert await checkpoint.position() == 0


async def test_a_checkpoint_stands_or_falls_with_what_its_reader_wrote(
    pool: Pool, memory: ReflectionMemory, checkpoint: Checkpoint
) -> None:
    await memory.record(entry())

    async def give_up() -> None:
        async with transaction(pool) as connection:
            await checkpoint.advance_in(connection, 1)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await give_up()
    assert await checkpoint.position() == 0


async def test_no_role_can_move_a_checkpoint_back(
    memory: ReflectionMemory, checkpoint: Checkpoint, owner: asyncpg.Connection[Any]
) -> None:
    await memory.record_many([entry(), entry()])
    await checkpoint.advance(2)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await owner.execute("UPDATE log_checkpoints SET position = 1")
