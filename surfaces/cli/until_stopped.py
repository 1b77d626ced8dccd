"""Work that a person ends: SIGINT and SIGTERM cancel it, and it ends in order."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any

from surfaces.cli import screen


async def until_stopped(work: Coroutine[Any, Any, int]) -> int:
    """Await `work` and return its status, 0 when a signal ended it.

    Only the first signal cancels: what follows could leave a half-stopped stack behind.
    """
    task = asyncio.ensure_future(work)
    stopping = False

    def stop() -> None:
        nonlocal stopping
        if not stopping:
            stopping = True
            screen.progress("Stopping")
            task.cancel()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    try:
        return await task
    except asyncio.CancelledError:
        if not stopping:
            raise
        return 0
