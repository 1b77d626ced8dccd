"""The seed's rule, by name and unchanged: 23 markers, and the overlap of the rest.

It knows no scope and no contraction but its own two; the stronger rules stand beside it, in
`contradiction`. Nothing here is tuned.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from gate.conflict import Contradiction
from gate.wording import Span

MARKERS = (
    *("never", "don't", "dont", "do not", "does not", "did not"),
    *("stop", "stops", "stopped", "stopping", "avoid", "avoids", "avoiding"),
    *("no longer", "no more", "refuse", "refuses", "refused", "rejection"),
    *("without", "prohibit", "forbidden", "ban"),
)
"""The negation markers, matched as whole words, whatever the case."""

OVERLAP_THRESHOLD = 0.4
"""Jaccard overlap from which two texts are on the same matter."""

_FUNCTION_WORDS = (
    "a an the this that these those and or but if of in on at to from by for with as into than "
    "is are was were be been being am do does did has have had will would can could should may "
    "might must it its he she they them their his her i me my we us our you your so too very "
    "just not"
)
STOPWORDS = frozenset(_FUNCTION_WORDS.split())
"""Words that count for no overlap."""

_MARKER = re.compile(
    r"(?<!\w)(?:" + "|".join(marker.replace(" ", r"\s+") for marker in MARKERS) + r")(?!\w)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\w+(?:'\w+)*")


def has_negation(text: str) -> bool:
    """Return whether `text` holds one of the markers as a whole word or phrase."""
    return find_marker(text) is not None


def contradicts(a: str, b: str) -> bool:
    """Return whether a marker stands in exactly one text and their words overlap enough."""
    if has_negation(a) == has_negation(b):
        return False
    return overlap(content_tokens(a), content_tokens(b)) >= OVERLAP_THRESHOLD


class Heard(NamedTuple):
    """What this rule hears of a text, so that one that meets many is taken apart once."""

    text: str
    tokens: frozenset[str]
    marker: Span | None

    @classmethod
    def of(cls, text: str) -> Heard:
        """Take `text` apart."""
        return cls(text, content_tokens(text), find_marker(text))


def negation_overlap(a: str, b: str) -> Contradiction | None:
    """Return what `contradicts` finds, with its places: the marker, and all of the other text."""
    return clash(Heard.of(a), Heard.of(b))


def clash(a: Heard, b: Heard) -> Contradiction | None:
    """Return what `negation_overlap` finds between two texts that are already taken apart."""
    if (a.marker is None) == (b.marker is None):
        return None
    shared = overlap(a.tokens, b.tokens)
    if shared < OVERLAP_THRESHOLD:
        return None
    span, other = (heard.marker or Span(0, len(heard.text)) for heard in (a, b))
    return Contradiction("negation_overlap", span, other, round(shared, 4))


def find_marker(text: str) -> Span | None:
    """Return where the first marker of `text` stands."""
    match = _MARKER.search(text)
    return Span(match.start(), match.end()) if match else None


def content_tokens(text: str) -> frozenset[str]:
    """Return the lower-case words of `text` that are no stop words."""
    return frozenset(_TOKEN.findall(text.lower())) - STOPWORDS


def overlap(a: AbstractSet[str], b: AbstractSet[str]) -> float:
    """Return the Jaccard overlap of two sets of words; 0 when both are empty."""
    union = len(a | b)
    return len(a & b) / union if union else 0.0
