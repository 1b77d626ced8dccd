"""Words that every surface shares when it speaks to a person."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: `1 agent`, `2 agents`."""
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"
