"""One statement says what the other denies: negation, like and hate, always and never, opposites.

All of these only turn a sentence round, so they are counted together: two turns cancel out
(`never skips review` is `always does review`), an odd number is a contradiction.
"""

from __future__ import annotations

from typing import NamedTuple

from gate.conflict import Contradiction
from gate.lexicon import ALLOW, LIKE
from gate.rules.likeness import Likeness, likeness, same_subject, shared_span
from gate.statement import Denial, Statement
from gate.wording import Span


class _Turns(NamedTuple):
    """What turns each statement round, counting only what bears on the shared topic."""

    a: tuple[Denial, ...]
    b: tuple[Denial, ...]
    attitudes: bool
    """The attitudes have opposite signs."""


def opposes(a: Statement, b: Statement) -> Contradiction | None:
    """Find statements on the same topic that differ by an odd number of turns."""
    if not same_subject(a, b) or a.conditional_denials != b.conditional_denials:
        return None
    if a.is_reported != b.is_reported:
        return None
    alike = likeness(a.content, b.content, without=(LIKE, ALLOW))
    if not (alike.common or alike.opposites) or (alike.only_a and alike.only_b):
        return None
    if not comparable(a, b) or not attitudes_meet(a, b):
        return None
    turns = _turns(a, b, alike)
    flips = len(turns.a) + len(turns.b) + turns.attitudes + len(alike.opposites)
    flips += bool(alike.opposites) and _swap_sides(a, b)
    if flips % 2 == 0 or _is_exception(a, alike, turns):
        return None
    return Contradiction(
        _name(alike, turns),
        _mark(a, turns.a, turns.attitudes, [one for one, _ in alike.opposites], alike),
        _mark(b, turns.b, turns.attitudes, [other for _, other in alike.opposites], alike),
        alike.score,
    )


def comparable(a: Statement, b: Statement) -> bool:
    """Return whether neither counts what the other counts otherwise: that is another rule's."""
    amounts_a = {(q.unit, q.value) for q in a.quantities}
    amounts_b = {(q.unit, q.value) for q in b.quantities}
    return amounts_a <= amounts_b or amounts_b <= amounts_a


def attitudes_meet(a: Statement, b: Statement) -> bool:
    """Return whether the attitudes can be set against each other.

    `hates meetings` does not deny `has meetings`; `avoids meetings` denies `likes meetings`.
    """
    if a.attitude and b.attitude:
        return a.attitude.name == b.attitude.name
    felt, indifferent = (a, b) if a.attitude else (b, a)
    if felt.attitude is None or felt.attitude.name == ALLOW:
        return True
    return felt.attitude.sign > 0 and any(d.kind == "avoidance" for d in indifferent.denials)


def _swap_sides(a: Statement, b: Statement) -> bool:
    """`Ana is older than Ben` says what `Ben is younger than Ana` does."""
    if not (a.order and b.order):
        return False
    both = a.content.keys() & b.content.keys()
    return bool(both & a.order.above & b.order.below or both & a.order.below & b.order.above)


def _turns(a: Statement, b: Statement, alike: Likeness) -> _Turns:
    opposite_a = {one for one, _ in alike.opposites}
    opposite_b = {other for _, other in alike.opposites}
    sign_a = a.attitude.sign if a.attitude else 1
    sign_b = b.attitude.sign if b.attitude else 1
    return _Turns(
        tuple(d for d in a.denials if d.governs is None or d.governs in alike.common | opposite_a),
        tuple(d for d in b.denials if d.governs is None or d.governs in alike.common | opposite_b),
        sign_a != sign_b,
    )


def _is_exception(a: Statement, alike: Likeness, turns: _Turns) -> bool:
    """`likes meetings` leaves room for `avoids meetings on Friday`: the denial says more.

    What is seldom so leaves room for once more.
    """
    seldom = any(denial.kind == "seldom" for denial in (*turns.a, *turns.b))
    if alike.opposites or seldom:
        return bool(alike.only_a or alike.only_b)
    return bool(alike.only_a if _denies(a, turns.a) else alike.only_b)


def _denies(statement: Statement, turns: tuple[Denial, ...]) -> bool:
    sign = statement.attitude.sign if statement.attitude else 1
    return len(turns) % 2 == (1 if sign > 0 else 0)


def _name(alike: Likeness, turns: _Turns) -> str:
    if alike.opposites:
        return "antonym"
    if turns.attitudes and not (turns.a or turns.b):
        return "attitude"
    kinds = {denial.kind for denial in (*turns.a, *turns.b)}
    return "negation" if kinds.isdisjoint(("frequency", "seldom")) else "frequency"


def _mark(
    statement: Statement,
    turns: tuple[Denial, ...],
    attitudes: bool,
    opposites: list[str],
    alike: Likeness,
) -> Span:
    """Return the words to mark in one statement: what turns it, else what is turned."""
    if opposites:
        return shared_span(statement, opposites)
    if turns:
        return turns[0].span
    if attitudes and statement.attitude:
        return statement.attitude.span
    return shared_span(statement, alike.common)
