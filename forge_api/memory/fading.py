"""How records fade and how they are found: scores, key sentences, token counts.

Pure: the same numbers and texts give the same answer. Every term lies between 0 and 1, but for
pressure, which goes to 2 where a tier holds twice its budget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from forge_api.memory import feedback, graphemes, sentences

CHARACTERS_A_TOKEN = 4
KEPT_SHARE = 0.3
"""Of a text's characters, what its key sentences may take."""

SUMMARY_SHARE = 0.1
"""And a summary."""

LEAST_KEPT = 160
"""Characters that are kept of a text however short it is."""

HALF_AGE_DAYS = 7.0
"""Age at which the term of age is a half."""

RECENT_DAYS = 30.0

AGE, PRESSURE, REFERENCES, EMOTION, TAGS = 1.0, 0.75, 0.5, 0.5, 0.25
"""Weights of the fade score."""

RELEVANCE, RECENCY, FELT, TAGGED = 1.0, 0.3, 0.2, 0.2
"""Weights of the retrieval score."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a score is made from."""

    age_days: float
    used: int
    emotional_weight: float
    tags: Sequence[str]


def fade_score(record: Record, pressure: float) -> float:
    """Return how far a record should fade; `pressure` is tokens held ÷ budget."""
    return (
        AGE * record.age_days / (record.age_days + HALF_AGE_DAYS)
        + PRESSURE * min(pressure, 2.0)
        - REFERENCES * record.used / (record.used + 2)
        - EMOTION * record.emotional_weight
        - TAGS * min(len(record.tags), 3) / 3
    )


def retrieval_score(record: Record, relevance: float, query: str) -> float:
    """Return how well a record answers `query`."""
    asked = query.lower()
    tagged = any(tag.lower() in asked for tag in record.tags)
    return (
        RELEVANCE * max(relevance, 0.0)
        + RECENCY * math.exp(-record.age_days / RECENT_DAYS)
        + FELT * record.emotional_weight
        + TAGGED * tagged
    )


def tokens(text: str) -> int:
    """Return about how many tokens a text takes."""
    return math.ceil(len(text) / CHARACTERS_A_TOKEN)


def key_sentences(text: str) -> str:
    """Return the sentences that tell most, in their order, within about a third of the text."""
    found = sentences.sentences(text)
    room = max(LEAST_KEPT, int(len(text) * KEPT_SHARE))
    ranked = sorted(range(len(found)), key=lambda place: (-_telling(found, place), place))
    kept: list[int] = []
    for place in ranked:
        if not kept or len(found[place]) <= room:
            kept.append(place)
            room -= len(found[place])
    chosen = " ".join(found[place] for place in sorted(kept))
    return graphemes.cut(chosen, max(LEAST_KEPT, int(len(text) * KEPT_SHARE)))


def room_for_summary(whole: int) -> int:
    """Return how many characters a summary of a text of `whole` characters may have."""
    return max(LEAST_KEPT, int(whole * SUMMARY_SHARE))


def _telling(found: Sequence[str], place: int) -> float:
    sentence = found[place]
    weight = 3.0 * feedback.corrects(sentence) + (place == 0) + 0.5 * (place == len(found) - 1)
    names = sum(word[:1].isupper() for word in sentence.split()[1:])
    numbers = sum(word[:1].isdigit() for word in sentence.split())
    return weight + min(names + numbers, 4) / 4
