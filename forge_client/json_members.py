"""Objects of JSON that mean one thing: none names a member twice.

Of two members with one name every reader takes another, most of them the last and without a word.
"""

from __future__ import annotations

from collections import Counter
from typing import Any


class NamedTwice(ValueError):
    """An object names a member twice.

    Attributes:
        name: The member's, as its sender typed it.
    """

    def __init__(self, name: str):
        super().__init__("an object names a member twice")
        self.name = name


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these members; an `object_pairs_hook` for `json.loads`.

    Raises:
        NamedTwice: Two of them have one name.
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise NamedTwice(twice)
    return members
