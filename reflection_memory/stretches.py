"""Stretches: where in a batch a source, or an exchange, has its say.

Only the entry that begins a stretch is in the index of its source or exchange, with how far the
stretch reaches. That finds all of them, costs an append a twentieth of an index over every entry,
and a reader little: what others said within a stretch is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable

GAP = 32
"""Positions from one entry of a stretch to its next, at most."""

LONGEST = 500
"""Positions that a stretch reaches, at most: how far before a position its stretch can begin."""


def reaches(names: Iterable[str | None]) -> list[int | None]:
    """Return, for each entry of a batch, how many positions its stretch reaches from there.

    None: no stretch begins there, since one goes on, or the entry has no such name.
    """
    found: list[int | None] = []
    open_: dict[str, tuple[int, int]] = {}
    for place, name in enumerate(names):
        found.append(None)
        if name is None:
            continue
        begun, last = open_.get(name, (place, place))
        if place - last > GAP or place - begun > LONGEST:
            begun = place
        found[begun] = place - begun
        open_[name] = begun, place
    return found
