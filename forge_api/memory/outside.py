"""What forge tells outside of its database: where each log ends, and what was erased.

The first shows a tail that was cut, the second has a restored backup forget again. A line is one
JSON object, `{"at", "tenant", "anchor"}` or `{"at", "tenant", "erased": {"agent_id", "turn_ids"}}`.
Without a file the process's own log is told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ValidationError

from database.errors import DatabaseError
from database.pool import Pool
from reflection_memory import verify

_LOG = logging.getLogger(__name__)


class Erased(BaseModel):
    """Which turns of an agent; ids alone."""

    agent_id: str
    turn_ids: list[str]


class Line(BaseModel):
    """One line of the file: an anchor, or an erasure."""

    at: datetime
    tenant: str
    anchor: str | None = None
    erased: Erased | None = None


@dataclass(frozen=True)
class Outside:
    """Where it is told: the end of `file`, or the log of this process."""

    file: Path | None = None

    async def tell(self, *lines: Line) -> None:
        """Return once the lines are on disk.

        Raises:
            OSError: They are not.
        """
        told = [line.model_dump_json(exclude_none=True) for line in lines]
        if self.file is None:
            for line in told:
                _LOG.info("outside %s", line)
        elif told:
            await asyncio.to_thread(_append, self.file, told)

    async def erasing(
        self, at: datetime, tenant: str, agent_id: str, turn_ids: Sequence[str]
    ) -> None:
        """Tell of an erasure, before it is committed: none that was answered may be missing."""
        erased = Erased(agent_id=agent_id, turn_ids=list(turn_ids))
        await self.tell(Line(at=at, tenant=tenant, erased=erased))

    @asynccontextmanager
    async def anchoring(
        self, pool: Pool, clock: Callable[[], datetime], seconds: int
    ) -> AsyncIterator[None]:
        """Tell where each log ends: now, each `seconds` (0: not at all) while inside, at the end.

        Raises:
            OSError: The file cannot be written.
        """
        if not seconds:
            yield
            return
        keeper = _Keeper(self, pool, clock)
        await keeper.tell_news()
        keeping = asyncio.create_task(keeper.keep(seconds))
        try:
            yield
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping
            await keeper.look()


NOWHERE = Outside()
"""No file is set: the process's own log is told."""


class _Keeper:
    """Tells of each log that has moved since it was told of."""

    def __init__(self, outside: Outside, pool: Pool, clock: Callable[[], datetime]):
        self._outside = outside
        self._pool = pool
        self._clock = clock
        self._told: dict[str, verify.Anchor] = {}

    async def keep(self, seconds: int) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self.look()

    async def look(self) -> None:
        """Tell the news; a failure is told as well, and ends nothing."""
        try:
            await self.tell_news()
        except (OSError, DatabaseError) as fault:
            _LOG.error("no anchor could be kept outside (%s)", type(fault).__name__)

    async def tell_news(self) -> None:
        found = await verify.anchors(self._pool)
        news = {one: end for one, end in found.items() if self._told.get(one) != end}
        at = self._clock()
        await self._outside.tell(
            *(Line(at=at, tenant=one, anchor=str(end)) for one, end in news.items())
        )
        self._told |= news


def read(file: Path) -> Iterator[Line]:
    """Yield the lines of such a file; the last may be half-written.

    Raises:
        ValueError: Another line is none.
        OSError: It cannot be read.
    """
    lines = file.read_bytes().split(b"\n")
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            yield Line.model_validate(json.loads(text))
        except (ValueError, ValidationError):
            if number == len(lines):
                return
            raise ValueError(
                f"{file}: line {number} says neither an anchor nor an erasure"
            ) from None


def _append(file: Path, lines: Sequence[str]) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, "".join(f"{line}\n" for line in lines).encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
