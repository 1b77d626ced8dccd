"""Something was, and has since been left: `switched from X to Y` ends `uses X`."""

from __future__ import annotations

from gate.conflict import Contradiction
from gate.frames import Value
from gate.rules.likeness import same_subject, shared_span
from gate.statement import Statement


def was_ended(a: Statement, b: Statement) -> Contradiction | None:
    """Find a statement of how things stand, and another that tells of leaving just that."""
    found = _ended(a, b)
    if found:
        return found
    found = _ended(b, a)
    return found.mirrored() if found else None


def _ended(change: Statement, state: Statement) -> Contradiction | None:
    if state.denials or state.attitude or state.left_behind:
        return None
    for gone in change.given_up:
        if any(gone.capital and gone.stems == value.stems for value in state.held):
            return Contradiction("change", gone.span, shared_span(state, gone.stems), 1.0)
    if not change.left_behind:
        return None
    if not (same_subject(change, state) or _are_the_users(change, state) or _names(change, state)):
        return None
    for old in change.left_behind:
        if _is_denied(old, change):
            continue
        if any(_is_the_same(old, value) for value in state.held):
            return Contradiction("change", old.span, shared_span(state, old.stems), 1.0)
    return None


def _is_denied(old: Value, change: Statement) -> bool:
    """`never gives up coffee` ends nothing."""
    clauses = (change.clause_of(denial) for denial in change.denials if denial.governs is None)
    return any(token.span.start == old.span.start for one in clauses for token in one.words)


def _is_the_same(old: Value, held: Value) -> bool:
    """Of things that are no names one may be told shorter: `turn-based` for turn-based combat."""
    return old.stems == held.stems or (
        old.stems < held.stems and not old.capital and not held.capital
    )


def _names(change: Statement, state: Statement) -> bool:
    """`After the outage the API moved off X` is about the API, and about nobody else's."""
    is_owned = any(token.word == "'s" for token in change.words)
    return bool(state.subject) and state.subject <= change.subject and not is_owned


def _are_the_users(a: Statement, b: Statement) -> bool:
    """`your company moved off X` ends `you use X`; what Ana left ends nothing of the user's."""
    return all(s.subject == {"user"} or s.words[0].word in ("my", "our", "your") for s in (a, b))
