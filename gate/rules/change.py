"""Something was, and has since been left: `switched from X to Y` ends `uses X`."""

from __future__ import annotations

from gate import lexicon
from gate.conflict import Contradiction
from gate.frames import Value
from gate.rules.likeness import shared_span
from gate.statement import Statement


def was_ended(a: Statement, b: Statement) -> Contradiction | None:
    """Find a statement of how things stand, and another that tells of leaving just that."""
    found = _ended(a, b)
    if found:
        return found
    found = _ended(b, a)
    return found.mirrored() if found else None


def _ended(change: Statement, state: Statement) -> Contradiction | None:
    if not change.left_behind or state.denials or state.attitude or state.left_behind:
        return None
    for old in change.left_behind:
        if old.stems <= state.content.keys() and _says_how_things_stand(state, old):
            return Contradiction("change", old.span, shared_span(state, old.stems), 1.0)
    return None


def _says_how_things_stand(state: Statement, old: Value) -> bool:
    """Apart from what was left, a state says little: a verb of being or using, and where."""
    rest = state.content.keys() - old.stems - state.subject
    return all(word in lexicon.STATE_STEMS for word in rest) or len(rest) <= 1
