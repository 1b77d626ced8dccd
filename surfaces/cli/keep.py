"""`reflection keep`: the keep door."""

from __future__ import annotations

from surfaces.cli import door

command = door.command(
    "keep",
    "Keep what is proposed: it becomes active, or is done to its target.",
)
