"""The sample turns that ship with the project: an invented fortnight of one agent and one user."""

from __future__ import annotations

from pathlib import Path


def fortnight() -> Path:
    """Return the file of sample turns: JSON lines, each a body of `POST /agents/{id}/turns`."""
    return Path(__file__).with_name("fortnight.jsonl")
