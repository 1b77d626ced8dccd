"""What flows in a live stream, whoever writes it down: events, and moments without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

BEAT = 1.0
"""Seconds, at most, between two yields of a stream: then it is seen whether it may go on."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event; with `id` a reader can go on after it."""

    name: str
    data: Any
    id: str | None = None
