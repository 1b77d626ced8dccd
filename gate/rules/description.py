"""What one statement calls somebody rules out what the other tells of them."""

from __future__ import annotations

from gate.conflict import Contradiction
from gate.rules.likeness import same_subject
from gate.statement import Statement


def ruled_out(a: Statement, b: Statement) -> Contradiction | None:
    """Find two descriptions of one subject that exclude each other, whatever their words."""
    if not a.descriptions or not b.descriptions or not same_subject(a, b):
        return None
    for one in a.descriptions:
        for other in b.descriptions:
            if one.excludes(other):
                return Contradiction("ruled_out", one.span, other.span, 1.0)
    return None
