"""What a person may change at the edit door, and how what they typed becomes a request.

A change of confidence takes a percentage; every other card takes words.
"""

from __future__ import annotations

from forge_client.beliefs import Belief, EditRequest
from surfaces.cli.screen import without_unseen

FULL = 100


class NothingChanged(ValueError):
    """What was typed cannot be an edit; the message says what would be."""


def asks_percentage(belief: Belief) -> bool:
    """Tell whether the edit door takes a percentage."""
    return belief.op in ("strengthen", "weaken")


def present(belief: Belief) -> str:
    """Return what the editor opens with; unseen characters are left out, so saving mends them."""
    if asks_percentage(belief):
        return f"{belief.confidence * FULL:.0f}"
    return without_unseen(belief.content)


def request(belief: Belief, typed: str) -> EditRequest:
    """Return what to ask at the edit door.

    Raises:
        NothingChanged: no text, the same text, or no percentage of 0 to 100.
    """
    if asks_percentage(belief):
        return EditRequest(confidence=_share(typed))
    words = typed.strip()
    if not words or words == belief.content:
        raise NothingChanged("Nothing was changed.")
    return EditRequest(content=words)


def _share(typed: str) -> float:
    number = typed.strip().removesuffix("%").strip()
    if not number.isascii() or not number.isdigit() or int(number) > FULL:
        raise NothingChanged("Give a whole percentage, 0 to 100.")
    return int(number) / FULL
