"""A short process that used a client ends cleanly, every time."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.fixtures.temporal import TemporalServer

COMMAND = Path(__file__).with_name("short_command.py")
ROOT = Path(__file__).parents[3]
AT_ONCE = 2


async def exit_statuses(server: TemporalServer, runs: int, *words: str) -> list[int]:
    turnstile = asyncio.Semaphore(AT_ONCE)
    environment = {
        **os.environ,
        **server.environment("unused"),
        "PYTHONPATH": str(ROOT),
        "PYTHONFAULTHANDLER": "1",
    }

    async def run() -> int:
        async with turnstile:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(COMMAND),
                *words,
                env=environment,
                stderr=asyncio.subprocess.DEVNULL,
            )
            return await process.wait()

    return await asyncio.gather(*(run() for _ in range(runs)))


async def test_a_short_process_never_crashes_at_its_end(temporal_server: TemporalServer) -> None:
    assert await exit_statuses(temporal_server, 25) == [0] * 25


async def test_nor_does_one_that_failed(temporal_server: TemporalServer) -> None:
    assert await exit_statuses(temporal_server, 8, "fail") == [1] * 8
