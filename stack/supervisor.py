"""Keeps the children running: starts them in stages, notices an end, tells it, tries again.

A child that ends too often ends the stack, with the reason: a part that cannot live is told, not
hidden behind endless restarts. Stopping goes the way back, last stage first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import NoReturn

from stack import child, errors

LIMIT = 5
WINDOW_SECONDS = 120.0
"""More than LIMIT ends of one child within the window, and the stack gives up."""

FIRST_DELAY_SECONDS = 0.25
LONGEST_DELAY_SECONDS = 8.0


class Patience:
    """How long to wait before one child is started again, and when to give up."""

    def __init__(self, limit: int = LIMIT, window: float = WINDOW_SECONDS) -> None:
        self._limit = limit
        self._window = window
        self._ends: list[float] = []

    def delay_after_end(self, now: float) -> float | None:
        """Note an end at `now` (seconds); return the delay before a new start, None to give up."""
        self._ends = [end for end in self._ends if now - end < self._window] + [now]
        if len(self._ends) > self._limit:
            return None
        return min(FIRST_DELAY_SECONDS * 2.0 ** (len(self._ends) - 1), LONGEST_DELAY_SECONDS)


class Supervisor:
    """The children of one stack. `tell` takes a line for the person who watches."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._stages: list[list[child.Child]] = []

    async def start(self, *programs: child.Program) -> None:
        """Start one stage, its members at the same time; return once all answer.

        Raises:
            ChildFailed: one of them did not start; the others are left to `stop`.
        """
        self._tell(f"Starting {' and '.join(program.name for program in programs)}")
        stage = [child.Child(program) for program in programs]
        self._stages.append(stage)
        await _together(one.start() for one in stage)

    async def watch(self) -> NoReturn:
        """Keep all children running; end only by raising.

        Raises:
            ChildFailed: a child ended too often.
        """
        await _together(self._keep(one) for stage in self._stages for one in stage)
        raise errors.ChildFailed("The stack has no part to watch.")

    async def stop(self) -> None:
        """End all children, the last stage first. Safe to repeat."""
        while self._stages:
            await _together(one.stop() for one in self._stages[-1])
            self._stages.pop()

    async def _keep(self, one: child.Child) -> NoReturn:
        patience = Patience()
        while True:
            status = await one.ended()
            delay = patience.delay_after_end(asyncio.get_running_loop().time())
            if delay is None:
                raise errors.ChildFailed(f"Giving up: {one.story('ended again and again')}")
            self._tell(f"{one.program.name} {_ending(status)}; starting it again in {delay:g} s")
            await asyncio.sleep(delay)
            await self._start_again(one)

    async def _start_again(self, one: child.Child) -> None:
        try:
            await one.start()
        except errors.ChildFailed as error:
            self._tell(str(error))
        else:
            self._tell(f"{one.program.name} answers again")


async def _together(steps: Iterable[Awaitable[None]]) -> None:
    """Await all; at the first failure cancel the rest and raise just that one."""
    tasks = [asyncio.ensure_future(step) for step in steps]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _ending(status: int) -> str:
    return f"was killed (signal {-status})" if status < 0 else f"ended (status {status})"
