"""What is set above what: `prefers X over Y` against `prefers Y over X`, or against `prefers Y`."""

from __future__ import annotations

from typing import NamedTuple

from gate.conflict import Contradiction
from gate.rules.likeness import same_subject, shared_span
from gate.statement import Statement
from gate.wording import stem

_CONNECTORS = ("over", "than")


class _Order(NamedTuple):
    above: frozenset[str]
    below: frozenset[str]


def comparison_reversed(a: Statement, b: Statement) -> Contradiction | None:
    """Find the same two things in the opposite order."""
    one, other = _order(a), _order(b)
    if not (one and other) or len(a.denials) != len(b.denials) or not _alike(a, b):
        return None
    rising, falling = one.above - other.above, other.above - one.above
    if not rising or not falling:
        return None
    if not (rising <= other.below and falling <= one.below):
        return None
    return Contradiction("reversed", shared_span(a, rising), shared_span(b, falling), 1.0)


def _alike(a: Statement, b: Statement) -> bool:
    """With a comparison of subjects (`X is faster than Y`) the subjects differ by nature."""
    return a.content.keys() == b.content.keys() or same_subject(a, b)


def _order(statement: Statement) -> _Order | None:
    words = [stem(token.word) for token in statement.words]
    place = next((n for n, word in enumerate(words) if word in _CONNECTORS and n), None)
    if place is None:
        return None
    above = frozenset(word for word in words[:place] if word in statement.content)
    below = frozenset(word for word in words[place:] if word in statement.content)
    return _Order(above, below) if above and below else None
