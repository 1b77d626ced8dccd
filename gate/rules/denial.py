"""A clause is denied that the other text affirms among other things.

`opposes` weighs whole statements. Here only the clause with the denial must recur, so that a long
sentence and a short one meet: `the trip, planned for May, will not happen`, `the trip will happen`.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import product

from gate import antonyms, lexicon
from gate.conflict import Contradiction
from gate.rules.likeness import same_subject, shared_span
from gate.rules.opposition import attitudes_meet, comparable
from gate.statement import Clause, Denial, Statement
from gate.synonyms import synonyms_of
from gate.wording import stem

_ENOUGH, _ENOUGH_OF_LONG = (2, 3, 4), (1, 2, 3)
"""Shared topics, beyond the subject, from which one topic of the denial may be missing: where the
denial is the shorter, where what it denies is missing, and where it is the longer."""

_SEVERAL, _LONG, _SHORT = 3, 4, 5
"""Topics of a sentence that names more than its subject, of one that tells many things, and of one
whose subject is surely read aright."""


def denies_part(a: Statement, b: Statement) -> Contradiction | None:
    """Find a denied clause in one statement whose topics the other states."""
    found = _denied(a, b)
    if found:
        return found
    found = _denied(b, a)
    return found.mirrored() if found else None


def fewest_shared(stating: Statement) -> int:
    """Return how many topics of a denied clause a statement must share at least, if not all."""
    return min(_ENOUGH_OF_LONG if _have(_LONG, stating) else _ENOUGH)


def _denied(denying: Statement, stating: Statement) -> Contradiction | None:
    if len(denying.denials) != 1 or stating.denials:
        return None
    if denying.conditional_denials or stating.conditional_denials:
        return None
    if not comparable(denying, stating) or not attitudes_meet(denying, stating):
        return None
    if _feel_otherwise(denying, stating) or _on_other_dates(denying, stating):
        return None
    if denying.is_reported != stating.is_reported:
        return None
    (denial,) = denying.denials
    if denial.kind == "seldom" or _holds_elsewhere(denying, stating):
        return None
    clause = denying.clause_of(denial)
    if not _agree_on_subject(denying, stating) or not _recurs(denial, clause, denying, stating):
        return None
    shared = clause.topics.keys() & stating.content.keys()
    score = round(len(shared) / len(clause.topics), 4)
    return Contradiction("denial", denial.span, shared_span(stating, shared), score)


def _recurs(denial: Denial, clause: Clause, denying: Statement, stating: Statement) -> bool:
    """The clause stands in the other text; of a longer one a topic may be worded otherwise."""
    if _turned_otherwise(denying, stating) or _is_hedged(denying, stating):
        return False
    missing = {word for word in clause.topics if not _is_named(word, stating)}
    said = len(clause.topics.keys() - missing - denying.subject)
    shorter = len(denying.content) <= len(stating.content)
    if not missing:
        return said > 0 or not clause.topics.keys().isdisjoint(stating.content)
    if clause.count(missing) > 1 or _is_elsewhere(missing, clause, denying, stating):
        return False
    few, some, many = _ENOUGH_OF_LONG if _have(_LONG, denying, stating) else _ENOUGH
    if clause.topic_after(denial) in missing:
        return said >= some and shorter
    return said >= (few if shorter else many)


def _is_named(word: str, statement: Statement) -> bool:
    return word in statement.content or not synonyms_of(word).isdisjoint(statement.content)


def _is_hedged(a: Statement, b: Statement) -> bool:
    """One tells what somebody thinks, or sets an exception, and the other does not."""
    return any(
        (token.word in lexicon.EXCEPTION_WORDS or stem(token.word) in lexicon.HEDGE_STEMS)
        and stem(token.word) not in other.content
        for one, other in ((a, b), (b, a))
        for token in one.whole
    )


def _is_elsewhere(
    missing: AbstractSet[str], clause: Clause, denying: Statement, stating: Statement
) -> bool:
    """Both name a circumstance of their own: `not at home` leaves room for `at work`."""
    return bool(missing & clause.circumstances and stating.circumstances - denying.content.keys())


def _feel_otherwise(a: Statement, b: Statement) -> bool:
    """`does not dislike` is near to `likes`."""
    return bool(a.attitude and b.attitude and a.attitude.sign != b.attitude.sign)


def _on_other_dates(a: Statement, b: Statement) -> bool:
    return any(one.excludes(other) for one, other in product(a.dates, b.dates))


def _holds_elsewhere(denying: Statement, stating: Statement) -> bool:
    """`not when driving` leaves room for `at parties`."""
    return _are_short(denying, stating) and bool(
        denying.conditions - stating.content.keys()
        and stating.circumstances - denying.content.keys()
    )


def _turned_otherwise(a: Statement, b: Statement) -> bool:
    """An antonym takes the denial back: `not the same` is `different`."""
    only_a, only_b = a.content.keys() - b.content.keys(), b.content.keys() - a.content.keys()
    return any(antonyms.are_antonyms(one, other) for one, other in product(only_a, only_b))


def _agree_on_subject(denying: Statement, stating: Statement) -> bool:
    """Whom one speaks of the other names too, in any place; long sentences name many."""
    if same_subject(denying, stating):
        return True
    if _are_of_one_sort(denying, stating) or _name_others(denying, stating):
        return False
    if _belongs_to_another(denying, stating) or _belongs_to_another(stating, denying):
        return False
    one, other = denying.subject, stating.subject
    if (one and one <= stating.content.keys()) or (other and other <= denying.content.keys()):
        return True
    if one and other and _opens(denying) and _opens(stating) and _are_short(denying, stating):
        return False  # As Ana and Ben do.
    return _have(_SEVERAL, denying, stating) or _starts_with_pronoun(denying, stating)


def _have(topics: int, *statements: Statement) -> bool:
    return all(len(statement.content) >= topics for statement in statements)


def _starts_with_pronoun(*statements: Statement) -> bool:
    return any(statement.words[0].word in lexicon.THIRD_PERSON for statement in statements)


def _belongs_to_another(one: Statement, other: Statement) -> bool:
    """`Ana's sister` is not Ana."""
    return one.subject > other.subject and any(token.word == "'s" for token in one.words)


def _are_of_one_sort(a: Statement, b: Statement) -> bool:
    """`the web app` and `the desktop app` are two."""
    both = a.subject & b.subject
    if not both or a.subject == both or b.subject == both or not _are_short(a, b):
        return False
    one, other = ([w for w in s.content if w in s.subject] for s in (a, b))
    return one[0] == other[0] or one[-1] == other[-1] or min(*one, *other) > "\u3000"


def _are_short(*statements: Statement) -> bool:
    return all(len(statement.content) <= _SHORT for statement in statements)


def _opens(statement: Statement) -> bool:
    """One word is the subject, and the first, but for an article."""
    words = (token.word for token in statement.words if token.word not in lexicon.ARTICLES)
    return len(statement.subject) == 1 and stem(next(words, "")) in statement.subject


def _name_others(a: Statement, b: Statement) -> bool:
    """Each names somebody or something else."""
    return bool(a.names and b.names) and (a.names | b.names).isdisjoint(
        a.content.keys() & b.content.keys()
    )
