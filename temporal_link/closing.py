"""A Temporal client for a process that ends after its last call.

The SDK's own threads may still touch the interpreter while it shuts down, which ends a process with
SIGSEGV or SIGABRT now and then. Dropping every reference to the client while the event loop still
runs ends those threads in time. No command and no worker opens a client in any other way.
"""

from __future__ import annotations

import gc
import traceback
from collections.abc import Awaitable, Callable
from typing import TypeVar

from temporalio.client import Client

from temporal_link.client import connect
from temporal_link.settings import TemporalSettings

Result = TypeVar("Result")


async def with_client(
    settings: TemporalSettings, command: Callable[[Client], Awaitable[Result]]
) -> Result:
    """Run `command` with a client, and leave nothing of the client behind.

    Args:
        settings: Which Temporal.
        command: Gets the client; must keep neither it nor a handle, nor return one.

    Raises:
        TemporalUnavailable: Nothing answers.
    """

    async def opened() -> Result:
        return await command(await connect(settings))

    return await leaving_nothing(opened)


async def leaving_nothing(work: Callable[[], Awaitable[Result]]) -> Result:
    """Await `work`, which opens clients and workers of its own, and drop what it leaves of them."""
    try:
        return await work()
    except BaseException as fault:
        # The frames of a fault hold the client for as long as the fault is told.
        _clear_frames(fault)
        raise
    finally:
        gc.collect()


def _clear_frames(fault: BaseException) -> None:
    seen: BaseException | None = fault
    while seen is not None:
        traceback.clear_frames(seen.__traceback__)
        seen = seen.__cause__ or seen.__context__
