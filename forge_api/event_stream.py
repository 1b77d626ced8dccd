"""Server-sent events: how a stream is written, kept open, bounded, and ended.

What flows through one is for others to say; here nothing is known but frames. Where there is
nothing to tell, None comes at least once in `live.BEAT` seconds, so that every stream notices soon
that it has to end.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from fastapi.responses import StreamingResponse

from database.errors import DatabaseError
from forge_api import answers
from forge_api.memory.keys import Caller
from forge_api.memory.live import Event
from forge_api.memory.refusals import Refused

SILENCE = 15.0
"""Seconds without an event after which a comment shows that the line still stands."""

MOST = 200
"""Streams that are open at once in this process."""

MOST_A_KEY = 20

_LOG = logging.getLogger(__name__)
_END = object()
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStreams:
    """All streams of one process."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._closing = False
        self._ending: set[asyncio.Task[None]] = set()

    def answer(self, caller: Caller, events: AsyncGenerator[Event | None]) -> StreamingResponse:
        """Return the answer that streams these events.

        Raises:
            Refused: `too_many_requests`, when the key, or everybody together, has enough open.
        """
        if self._open[caller.key_id] >= MOST_A_KEY or self._open.total() >= MOST:
            detail = f"{MOST_A_KEY} streams a key and {MOST} in all are open; close one first"
            raise Refused("too_many_requests", detail, retry_after=1)
        frames = self._frames(caller, events)
        return StreamingResponse(frames, media_type="text/event-stream", headers=_HEADERS)

    def close(self) -> None:
        """End every stream within a beat, and each new one at once: the server stops."""
        self._closing = True

    async def _frames(
        self, caller: Caller, events: AsyncGenerator[Event | None]
    ) -> AsyncIterator[bytes]:
        self._open[caller.key_id] += 1
        step = asyncio.ensure_future(_next(events))
        try:
            # Sent at once: a reader then knows that it is connected, whatever happens later.
            yield b": open\n\n"
            told_at = time.monotonic()
            while (event := await asyncio.shield(step)) is not _END and not self._closing:
                step = asyncio.ensure_future(_next(events))
                if isinstance(event, Event):
                    yield frame(event)
                elif time.monotonic() - told_at >= SILENCE:
                    yield b": still here\n\n"
                else:
                    continue
                told_at = time.monotonic()
        finally:
            self._open[caller.key_id] -= 1
            self._end(step, events)

    def _end(self, step: asyncio.Future[Any], events: AsyncGenerator[Event | None]) -> None:
        """Let the room tidy up in a task of its own.

        The task that served a reader who left is cancelled at every await from then on, so nothing
        could be given back there.
        """
        ending = asyncio.create_task(_ended(step, events))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


async def _next(events: AsyncGenerator[Event | None]) -> object:
    try:
        return await anext(events, _END)
    except DatabaseError as error:
        _LOG.warning("A stream ended, since the database did not serve it: %s", error)
        return _END


async def _ended(step: asyncio.Future[Any], events: AsyncGenerator[Event | None]) -> None:
    step.cancel()
    await asyncio.gather(step, return_exceptions=True)
    await events.aclose()


def frame(event: Event) -> bytes:
    """Return one event as it is sent; JSON in ASCII has no line break that could end it early."""
    lines = [f"event: {event.name}", f"data: {answers.as_json(event.data)}"]
    if event.id is not None:
        lines.append(f"id: {event.id}")
    return ("\n".join(lines) + "\n\n").encode("ascii")
