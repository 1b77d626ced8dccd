"""Whether words say again what an agent already holds: exactly, or nearly by their vectors.

A vector cannot tell "with emoji" from "without emoji". So a belief that the gate finds to
contradict the other one is never its near-duplicate, however close the two lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import gate
from forge_api.embedding import Vectors

THRESHOLD = 0.92
"""Cosine above which two beliefs are taken for one."""


@dataclass(frozen=True, slots=True)
class Double:
    """The belief that says it already."""

    belief_id: str
    similarity: float
    """1.0 for the very words; else the cosine of the vectors."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A belief to compare with; one without a vector is compared by its words alone."""

    belief_id: str
    content: str
    vector: Vectors | None


class Neighbours:
    """What an agent holds, pending and active, growing as more is accepted."""

    def __init__(self, held: Sequence[Neighbour]) -> None:
        self._held = list(held)

    @classmethod
    def of(cls, live: Sequence[Mapping[str, Any]]) -> Neighbours:
        """Return the neighbours of `beliefs.live` rows."""
        return cls([Neighbour(row["id"], row["content"], row["embedding"]) for row in live])

    def add(self, held: Neighbour) -> None:
        """Hold one more."""
        self._held.append(held)

    def double_of(
        self, content: str, vector: Vectors | None, exempt: Collection[str]
    ) -> Double | None:
        """Return the nearest belief that says the same, `exempt` ones left aside."""
        others = [one for one in self._held if one.belief_id not in exempt]
        for one in others:
            if gate.is_duplicate(content, one.content):
                return Double(one.belief_id, 1.0)
        return None if vector is None else _nearest(content, vector, others)


def _nearest(content: str, vector: Vectors, others: Sequence[Neighbour]) -> Double | None:
    for one, similarity in _by_cosine(vector, others):
        if similarity <= THRESHOLD:
            return None
        if not _contradict(content, one.content):
            return Double(one.belief_id, similarity)
    return None


def _by_cosine(vector: Vectors, others: Sequence[Neighbour]) -> Iterator[tuple[Neighbour, float]]:
    """Yield those with a vector, nearest first; every vector has length 1."""
    comparable = [one for one in others if one.vector is not None]
    if not comparable:
        return
    cosines = np.stack([one.vector for one in comparable if one.vector is not None]) @ vector
    for place in np.argsort(-cosines, kind="stable"):
        yield comparable[place], min(1.0, float(cosines[place]))


def _contradict(one: str, other: str) -> bool:
    return gate.contradicts(one, other) or gate.find_contradiction(one, other) is not None
