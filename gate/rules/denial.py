"""A clause is denied that the other text affirms among other things.

`opposes` weighs whole statements. Here only the clause with the denial must recur, so that a long
sentence and a short one meet: `the trip, planned for May, will not happen`, `the trip will happen`.
"""

from __future__ import annotations

from itertools import product

from gate import antonyms, lexicon
from gate.conflict import Contradiction
from gate.rules.likeness import same_subject, shared_span
from gate.rules.opposition import attitudes_meet, comparable
from gate.statement import Clause, Denial, Statement

_FEW, _SOME, _MANY = 2, 3, 4
"""Shared topics, beyond the subject, from which one topic of the denial may be missing."""

_LONG = 5
"""Topics of a sentence that tells more than one thing of one subject."""


def denies_part(a: Statement, b: Statement) -> Contradiction | None:
    """Find a denied clause in one statement whose topics the other states."""
    found = _denied(a, b)
    if found:
        return found
    found = _denied(b, a)
    return found.mirrored() if found else None


def _denied(denying: Statement, stating: Statement) -> Contradiction | None:
    if len(denying.denials) != 1 or stating.denials:
        return None
    if denying.conditional_denials or stating.conditional_denials:
        return None
    if not comparable(denying, stating) or not attitudes_meet(denying, stating):
        return None
    (denial,) = denying.denials
    clause = denying.clause_of(denial)
    if not _agree_on_subject(denying, stating) or not _recurs(denial, clause, denying, stating):
        return None
    shared = clause.topics.keys() & stating.content.keys()
    score = round(len(shared) / len(clause.topics), 4)
    return Contradiction("denial", denial.span, shared_span(stating, shared), score)


def _recurs(denial: Denial, clause: Clause, denying: Statement, stating: Statement) -> bool:
    """The clause stands in the other text; of a longer one a topic may be worded otherwise."""
    if _turned_otherwise(denying, stating):
        return False
    missing = clause.topics.keys() - stating.content.keys()
    said = len(clause.topics.keys() - missing - denying.subject)
    shorter = len(denying.content) <= len(stating.content)
    if not missing:
        return bool(clause.topics)
    if clause.count(missing) > 1 or (missing & clause.circumstances and said < _MANY):
        return False
    if clause.topic_after(denial) in missing:
        return said >= _SOME and shorter
    return said >= (_FEW if shorter else _MANY)


def _turned_otherwise(a: Statement, b: Statement) -> bool:
    """An antonym takes the denial back: `not the same` is `different`."""
    only_a, only_b = a.content.keys() - b.content.keys(), b.content.keys() - a.content.keys()
    return any(antonyms.are_antonyms(one, other) for one, other in product(only_a, only_b))


def _agree_on_subject(denying: Statement, stating: Statement) -> bool:
    """Whom one speaks of the other names too, in any place; long sentences name many."""
    if same_subject(denying, stating):
        return True
    if _belongs_to_another(denying, stating) or _belongs_to_another(stating, denying):
        return False
    one, other = denying.subject, stating.subject
    if (one and one <= stating.content.keys()) or (other and other <= denying.content.keys()):
        return True
    return min(len(denying.content), len(stating.content)) >= _LONG or _starts_with_pronoun(
        denying, stating
    )


def _starts_with_pronoun(*statements: Statement) -> bool:
    return any(statement.words[0].word in lexicon.THIRD_PERSON for statement in statements)


def _belongs_to_another(one: Statement, other: Statement) -> bool:
    """`Ana's sister` is not Ana."""
    return one.subject > other.subject and any(token.word == "'s" for token in one.words)
