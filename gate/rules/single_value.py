"""Things of which there is one at a time: where somebody lives, the main database, X for Y.

Compatible preferences never come here: nothing says that one can like only one language.
"""

from __future__ import annotations

from itertools import product

from gate import lexicon, units
from gate.conflict import Contradiction
from gate.frames import Slot, Value
from gate.rules.likeness import same_subject
from gate.statement import Statement


def values_differ(a: Statement, b: Statement) -> Contradiction | None:
    """Find two values for one slot of one subject."""
    if len(a.denials) % 2 or len(b.denials) % 2:
        return None
    for one, other in product(a.slots, b.slots):
        if _same_slot(one, other, a, b) and not _may_both_hold(one, other, a, b):
            return Contradiction("single_value", one.value.span, other.value.span, 1.0)
    return None


def _same_slot(one: Slot, other: Slot, a: Statement, b: Statement) -> bool:
    if one.name != other.name or one.value.capital != other.value.capital:
        return False
    if one.name == "purpose":
        return same_subject(a, b) and (one.about <= other.about or other.about <= one.about)
    if one.name in ("attribute", "role"):
        return one.about ^ other.about <= lexicon.UNIQUE_ADJECTIVE_STEMS
    return same_subject(a, b)


def _may_both_hold(one: Slot, other: Slot, a: Statement, b: Statement) -> bool:
    """Two names may be of one thing; `lives in Paris and Berlin` has room for `lives in Berlin`."""
    if one.name == "role":
        return _may_name_the_same(one.value, other.value)
    if _amount(one.value, a) == _amount(other.value, b) is not None:
        return True
    if _are_rates(one.value, other.value):
        return True
    named_in_b = one.value.stems <= b.content.keys()
    named_in_a = other.value.stems <= a.content.keys()
    return named_in_b or named_in_a or _may_name_the_same(one.value, other.value)


def _are_rates(one: Value, other: Value) -> bool:
    """`5 requests a second` leaves room for `300 requests a minute`."""
    periods = [value.stems & units.UNIT_SIZES.keys() for value in (one, other)]
    return all(periods) and periods[0] != periods[1] and bool(one.stems & other.stems)


def _amount(value: Value, statement: Statement) -> tuple[str, float] | None:
    """Return what a value measures, where that is all that it says."""
    quantities = [q for q in statement.quantities if q.span.start == value.span.start]
    return (quantities[0].unit, quantities[0].value) if quantities else None


def _may_name_the_same(one: Value, other: Value) -> bool:
    """One name refines the other, or abbreviates it; a rank makes it another role."""
    if one.stems <= other.stems or other.stems <= one.stems:
        return not (one.stems ^ other.stems) & lexicon.RANK_STEMS
    return _abbreviates(one, other) or _abbreviates(other, one)


def _abbreviates(short: Value, long: Value) -> bool:
    return len(long.initials) > 1 and short.stems == {long.initials}
