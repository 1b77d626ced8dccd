"""Which words name things of one kind that exclude each other: colours, countries, rooms, drinks.

The kinds are trees from WordNet (`tables/exclusive.py`), read when first asked. Two members exclude
each other unless one is a sort of the other, or both can name the same.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from gate.tables import exclusive
from gate.wording import stem

_PIECE = re.compile(r"[()]|[^\s()]+")


class _Member(NamedTuple):
    """A place in one kind's tree, by the way down to it."""

    kind: str
    path: tuple[int, ...]


class _Kinds(NamedTuple):
    members: dict[str, list[_Member]]
    phrases: dict[str, tuple[tuple[str, ...], ...]]
    """First word → the names of several words that begin with it, longest first."""


def exclude_each_other(one: str, other: str) -> bool:
    """Return whether two stems (of a phrase: joined by `_`) cannot both name the same thing."""
    members = _kinds().members
    return any(
        all(not _related(a, b) for a in of_one for b in of_other)
        for kind in _shared_kinds(one, other)
        for of_one, of_other in [(_of_kind(members[one], kind), _of_kind(members[other], kind))]
    )


def is_member(word: str) -> bool:
    """Return whether a stem names a thing of some kind, alone or as the first word of its name."""
    kinds = _kinds()
    return word in kinds.members or word in kinds.phrases


def phrases_from(word: str) -> tuple[tuple[str, ...], ...]:
    """Return the names of several words that begin with this stem, longest first."""
    return _kinds().phrases.get(word, ())


def _shared_kinds(one: str, other: str) -> list[str]:
    members = _kinds().members
    kinds = {member.kind for member in members.get(one, ())}
    return [member.kind for member in members.get(other, ()) if member.kind in kinds]


def _of_kind(members: list[_Member], kind: str) -> list[_Member]:
    return [member for member in members if member.kind == kind]


def _related(a: _Member, b: _Member) -> bool:
    depth = min(len(a.path), len(b.path))
    return a.path[:depth] == b.path[:depth]


@cache
def _kinds() -> _Kinds:
    members: dict[str, list[_Member]] = {}
    for kind, tree in exclusive.KINDS.items():
        for names, path in _walked(tree):
            for name in names.split("="):
                key = "_".join(map(stem, name.replace("-", "_").split("_")))
                members.setdefault(key, []).append(_Member(kind, path))
    found: dict[str, list[tuple[str, ...]]] = {}
    for words in sorted((tuple(key.split("_")) for key in members if "_" in key), key=_long_first):
        found.setdefault(words[0], []).append(words)
    return _Kinds(members, {word: tuple(phrases) for word, phrases in found.items()})


def _walked(tree: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return every member of a tree with the way down to it, as numbers of branches."""
    found: list[tuple[str, tuple[int, ...]]] = []
    way = [0]
    for piece in _PIECE.findall(tree):
        if piece == "(":
            way.append(0)
        elif piece == ")":
            way.pop()
        else:
            way[-1] += 1
            found.append((piece, tuple(way)))
    return found


def _long_first(words: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return -len(words), words
