"""`reflection forget`: the forget door."""

from __future__ import annotations

from surfaces.cli import door

command = door.command(
    "forget",
    "Forget a proposal (it is dropped) or an active belief.",
)
