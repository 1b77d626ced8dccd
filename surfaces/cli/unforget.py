"""`reflection unforget`: the restore door; `reflection restore` is the backup's."""

from __future__ import annotations

from surfaces.cli import door

command = door.command(
    "restore",
    "Bring a forgotten belief back to what it was before: active, or a card.\n\n"
    "Nothing but that belief changes; `undo` takes back the whole decision.",
    name="unforget",
)
