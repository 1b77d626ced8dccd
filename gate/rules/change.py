"""Something was, and has since been left: `switched from X to Y` ends `uses X`."""

from __future__ import annotations

from collections.abc import Iterable

from gate import lexicon
from gate.conflict import Contradiction
from gate.rules.likeness import shared_span
from gate.rules.values import Value, value_at
from gate.statement import Statement
from gate.wording import stem


def was_ended(a: Statement, b: Statement) -> Contradiction | None:
    """Find a statement of how things stand, and another that tells of leaving just that."""
    found = _ended(a, b)
    if found:
        return found
    found = _ended(b, a)
    return found.mirrored() if found else None


def _ended(change: Statement, state: Statement) -> Contradiction | None:
    if state.denials or state.attitude or any(True for _ in left_behind(state)):
        return None
    for old in left_behind(change):
        if old.stems <= state.content.keys() and _says_how_things_stand(state, old):
            return Contradiction("change", old.span, shared_span(state, old.stems), 1.0)
    return None


def left_behind(statement: Statement) -> Iterable[Value]:
    """Return what a statement says was given up: `from X` after a change, `dropped X`."""
    words = [token.word for token in statement.words]
    changed = any(stem(word) in lexicon.CHANGE_VERB_STEMS for word in words)
    for place, word in enumerate(words):
        gives_up = (changed and word == "from") or stem(word) in lexicon.ABANDON_VERB_STEMS
        value = value_at(statement, place + 1) if gives_up else None
        if value:
            yield value


def _says_how_things_stand(state: Statement, old: Value) -> bool:
    """Apart from what was left, a state says little: a verb of being or using, and where."""
    rest = state.content.keys() - old.stems - state.subject
    return all(word in lexicon.STATE_STEMS for word in rest) or len(rest) <= 1
