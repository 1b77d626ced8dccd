"""Heartbeats while a step works, so that a dead worker is noticed in seconds, not in minutes.

What a beat carries is what the next attempt finds, however this one ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel
from temporalio import activity

Note = TypeVar("Note", bound=BaseModel)


@dataclass
class Pulse:
    """Carries `note` with each beat; setting it through `say` beats at once."""

    note: BaseModel | None = None

    def say(self, note: BaseModel) -> None:
        """Leave `note` for the next attempt."""
        self.note = note
        self.beat()

    def beat(self) -> None:
        """Tell Temporal that this attempt is alive."""
        activity.heartbeat(*([] if self.note is None else [self.note]))


def note_left(kind: type[Note]) -> Note | None:
    """Return what the last attempt left with its last beat; None: nothing."""
    for left in activity.info().heartbeat_details:
        return kind.model_validate(left)
    return None


@asynccontextmanager
async def beating(note: BaseModel | None = None) -> AsyncIterator[Pulse]:
    """Beat three times within each heartbeat timeout until the block is left."""
    pulse = Pulse(note)
    heart = asyncio.create_task(_keep_beating(pulse))
    try:
        yield pulse
    finally:
        heart.cancel()


async def _keep_beating(pulse: Pulse) -> None:
    timeout = activity.info().heartbeat_timeout
    while timeout:
        pulse.beat()
        await asyncio.sleep(timeout.total_seconds() / 3)
