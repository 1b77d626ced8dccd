"""The same thing counted or measured differently: 2 children and 3, 9:00 and 10:30."""

from __future__ import annotations

from collections.abc import Iterable

from gate.conflict import Contradiction
from gate.lexicon import CHANGE_VERB_STEMS
from gate.quantity import Quantity
from gate.rules.likeness import likeness, same_subject
from gate.statement import Statement


def amounts_differ(a: Statement, b: Statement) -> Contradiction | None:
    """Find two amounts of one unit in statements that are otherwise alike."""
    pair = _clash(a.quantities, b.quantities)
    if pair is None or len(a.denials) != len(b.denials) or not same_subject(a, b):
        return None
    units = {q.unit_word for q in (*a.quantities, *b.quantities) if q.unit_word}
    alike = likeness(a.content, b.content, without=units | CHANGE_VERB_STEMS)
    if alike.opposites or (alike.only_a and alike.only_b):
        return None
    if not alike.common and (alike.only_a or alike.only_b):
        return None
    return Contradiction("amount", pair[0].span, pair[1].span, alike.score)


def _clash(a: Iterable[Quantity], b: Iterable[Quantity]) -> tuple[Quantity, Quantity] | None:
    """Return the first two of one unit of which neither value stands on the other side."""
    values_a = {(q.unit, q.value) for q in a}
    values_b = {(q.unit, q.value) for q in b}
    for one in a:
        for other in b:
            if one.unit == other.unit and one.value != other.value:
                if (one.unit, one.value) in values_b or (other.unit, other.value) in values_a:
                    continue
                return one, other
    return None
