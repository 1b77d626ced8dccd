"""How a field is named in an error.

A field's name is whatever its sender typed, so a pasted key can stand there too: only what looks
like a name is repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAME = re.compile(r"[A-Za-z_-]{1,40}|[a-z_]{1,30}[0-9]{1,3}")
UNSPEAKABLE = "(a name that is not repeated here)"


def spoken(place: Iterable[int | str]) -> str:
    """Return the path to a field, such as `messages.3.content`."""
    return ".".join(_part(part) for part in place)


def _part(part: int | str) -> str:
    # A list's index comes as a number; one that was typed as a name may be anybody's card number.
    if isinstance(part, int) or _NAME.fullmatch(part):
        return str(part)
    return UNSPEAKABLE
