"""How far one clause says what another says, and when a later one takes an earlier one back.

Cosine finds what is near; it cannot tell "with" from "without", Tuesday from Thursday, or Poetry
from uv. So the words decide with it: enough of the first clause's content must be in the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from activities.proposers.wording import Clause
from gate.contradiction import Reading, clash

MIN_COSINE = 0.42
"""Below it no two clauses are compared by their words."""

MIN_SHARED_WORDS = 2
MIN_AGREEMENT = 0.58
"""Least mean of the cosine and of the share of the centre's content that the other clause has."""

MIN_COSINE_OF_ONE_WORD = 0.6
"""Least cosine where they share one word only: "I live in Lisbon", "I'm based in Lisbon".

All bounds were set by reading what they let through, with the built-in embedder.
"""

PART_COUNTS = 0.75
"""What it counts that all of the other clause is in the centre, against the reverse."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each word tells: the fewer episodes use it, the more."""

    by_stem: dict[str, float]
    unseen: float

    @classmethod
    def of(cls, stems_by_episode: Iterable[frozenset[str]]) -> Weights:
        """Weigh the words of a run."""
        uses: Counter[str] = Counter()
        count = 0
        for stems in stems_by_episode:
            uses.update(stems)
            count += 1
        weights = {stem: math.log(1 + count / used) for stem, used in uses.items()}
        return cls(weights, math.log(1 + count))

    def total(self, stems: frozenset[str]) -> float:
        """Return the weight of all `stems`, added exactly, so in any order."""
        return math.fsum(self.by_stem.get(stem, self.unseen) for stem in stems)


def agreement(centre: Clause, other: Clause, cosine: float, weights: Weights) -> float:
    """Return from 0 to 1 how far `other` says what `centre` says; 0 where it says another thing."""
    if centre.speaker != other.speaker or _differ_in_the_point(centre, other):
        return 0.0
    like = likeness(centre, other, cosine, weights)
    if like >= MIN_AGREEMENT and clash(_reading(centre.text), _reading(other.text)):
        return 0.0
    return like


def likeness(centre: Clause, other: Clause, cosine: float, weights: Weights) -> float:
    """Return from 0 to 1 how far `other` speaks of what `centre` speaks of, for it or against."""
    shared = centre.stems & other.stems
    if not shared or (len(shared) < MIN_SHARED_WORDS and cosine < MIN_COSINE_OF_ONE_WORD):
        return 0.0
    common = weights.total(shared)
    share = common / weights.total(centre.stems)
    if len(shared) >= MIN_SHARED_WORDS:
        share = max(share, PART_COUNTS * common / weights.total(other.stems))
    return round((cosine + share) / 2, 6)


def takes_back(later: Clause, earlier: Clause, cosine: float) -> bool:
    """Tell whether `later` says that what `earlier` names is no more: "uv instead of Poetry"."""
    return cosine >= MIN_COSINE and bool(later.denied) and later.denied <= earlier.stems


@lru_cache(maxsize=4_096)
def _reading(text: str) -> Reading:
    return Reading.of(text)


def _differ_in_the_point(one: Clause, other: Clause) -> bool:
    """Tell "we use Poetry for …" from "we use uv for …", and one day or number from another."""
    if one.slots and other.slots and one.slots.isdisjoint(other.slots):
        return True
    *opening, point = one.opening
    *other_opening, other_point = other.opening
    return opening == other_opening and point not in other.stems and other_point not in one.stems
