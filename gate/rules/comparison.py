"""What is set above what: `prefers X over Y` against `prefers Y over X`."""

from __future__ import annotations

from gate.conflict import Contradiction
from gate.rules.likeness import same_subject, shared_span
from gate.statement import Statement


def comparison_reversed(a: Statement, b: Statement) -> Contradiction | None:
    """Find the same two things in the opposite order."""
    one, other = a.order, b.order
    if not (one and other) or len(a.denials) != len(b.denials) or not _alike(a, b):
        return None
    rising, falling = one.above - other.above, other.above - one.above
    if not rising or not falling:
        return None
    if not (rising <= other.below and falling <= one.below):
        return None
    return Contradiction("reversed", shared_span(a, rising), shared_span(b, falling), 1.0)


def _alike(a: Statement, b: Statement) -> bool:
    """In a comparison of subjects (`X is faster than Y`) the subjects differ by nature.

    What comes first and what last can differ in more than their order.
    """
    if a.content.keys() == b.content.keys():
        return True
    in_time = any(one.order and one.order.in_time for one in (a, b))
    return not in_time and same_subject(a, b)
