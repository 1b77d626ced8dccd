"""`reflection undo`: the undo door."""

from __future__ import annotations

from surfaces.cli import door

command = door.command(
    "undo",
    "Take back the last decision on a belief, and what it did to a target.\n\n"
    "It works until something else happens to one of them; what was forgotten comes back so, too.",
)
