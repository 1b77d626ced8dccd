"""Whether two texts can both hold: the stronger rules, tried in order on every pair of statements.

The seed's own rule is `negation.negation_overlap`; it stands beside these and is never changed by
them. A rule here is a function of two statements; add one to `RULES` and it takes part everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from gate.conflict import Contradiction
from gate.rules.amount import amounts_differ
from gate.rules.change import was_ended
from gate.rules.comparison import comparison_reversed
from gate.rules.date import dates_differ
from gate.rules.denial import denies_part
from gate.rules.description import ruled_out
from gate.rules.opposition import opposes
from gate.rules.single_value import values_differ
from gate.rules.substitution import one_replaced
from gate.statement import Statement, read

Rule = Callable[[Statement, Statement], Contradiction | None]

RULES: tuple[Rule, ...] = (
    comparison_reversed,
    opposes,
    values_differ,
    dates_differ,
    amounts_differ,
    was_ended,
    one_replaced,
    ruled_out,
    denies_part,
)


class Reading(NamedTuple):
    """A text and its statements."""

    text: str
    statements: tuple[Statement, ...]

    @classmethod
    def of(cls, text: str) -> Reading:
        """Read `text`."""
        return cls(text, read(text))


def find_contradiction(a: str, b: str) -> Contradiction | None:
    """Return why `a` and `b` cannot both hold, by the stronger rules; None when they can.

    Symmetric: the other order gives the same rule and score, with the spans exchanged.
    """
    return clash(Reading.of(a), Reading.of(b))


def clash(a: Reading, b: Reading) -> Contradiction | None:
    """Return what the first rule that fires finds between two texts that are already read."""
    if b.text < a.text:
        found = clash(b, a)
        return found.mirrored() if found else None
    pairs = list(product(a.statements, b.statements))
    together = [pair for pair in pairs if not _are_apart(*pair)]
    return next(
        (
            found
            for rule in RULES
            for one, other in (pairs if rule is was_ended else together)
            if (found := rule(one, other))
        ),
        None,
    )


def _are_apart(a: Statement, b: Statement) -> bool:
    """What is leaves room for what was, or is yet to come; only that it ended is told of both."""
    return a.tense != b.tense and "now" in (a.tense, b.tense) and "past" not in (a.tense, b.tense)
