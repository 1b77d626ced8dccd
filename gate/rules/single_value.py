"""Things of which there is one at a time: where somebody lives, the main database, X for Y.

Compatible preferences never come here: nothing says that one can like only one language.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product
from typing import NamedTuple

from gate import lexicon
from gate.conflict import Contradiction
from gate.rules.likeness import same_subject
from gate.rules.values import Value, same_value, value_at
from gate.statement import Statement
from gate.wording import stem


class Slot(NamedTuple):
    """A one-valued thing and the value that a statement gives it."""

    name: str
    about: frozenset[str]
    """Stems that both statements must share: the attribute, or the purpose."""

    value: Value


def values_differ(a: Statement, b: Statement) -> Contradiction | None:
    """Find two values for one slot of one subject."""
    if len(a.denials) % 2 or len(b.denials) % 2:
        return None
    for one, other in product(slots(a), slots(b)):
        if _same_slot(one, other, a, b) and not same_value(one.value, other.value):
            if one.name != "role" and _names_both(one, other, a, b):
                continue
            return Contradiction("single_value", one.value.span, other.value.span, 1.0)
    return None


def slots(statement: Statement) -> tuple[Slot, ...]:
    """Return every one-valued thing that a statement fills."""
    return (
        *_verb_slots(statement),
        *_attribute_slots(statement),
        *_role_slots(statement),
        *_purpose_slots(statement),
        *_activity_slots(statement),
    )


def _same_slot(one: Slot, other: Slot, a: Statement, b: Statement) -> bool:
    if one.name != other.name or one.value.capital != other.value.capital:
        return False
    if not (one.about <= other.about or other.about <= one.about):
        return False
    return one.name in ("attribute", "role") or same_subject(a, b)


def _names_both(one: Slot, other: Slot, a: Statement, b: Statement) -> bool:
    """`lives in Paris and Berlin` leaves room for `lives in Berlin`."""
    return one.value.stems <= b.content.keys() or other.value.stems <= a.content.keys()


def _verb_slots(statement: Statement) -> Iterable[Slot]:
    for place, (verb, preposition) in _neighbours(statement):
        name = lexicon.SINGLE_VALUED.get((stem(verb), preposition))
        value = value_at(statement, place + 2) if name else None
        if name and value:
            yield Slot(name, frozenset(), value)


def _attribute_slots(statement: Statement) -> Iterable[Slot]:
    """`the favourite editor is V`, `X's manager is V`."""
    for place, (noun, copula) in _neighbours(statement):
        if copula not in ("is", "are", "'s"):
            continue
        about = [stem(t.word) for t in statement.words[: place + 1]]
        topics = frozenset(word for word in about if word in statement.content)
        unique = stem(noun) in lexicon.UNIQUE_NOUN_STEMS and len(topics) <= 2
        if topics and (unique or not topics.isdisjoint(lexicon.UNIQUE_ADJECTIVE_STEMS)):
            value = value_at(statement, place + 2)
            if value:
                is_role = stem(noun) in lexicon.ROLE_TITLE_STEMS
                yield Slot(
                    "role" if is_role else "attribute", frozenset() if is_role else topics, value
                )


def _role_slots(statement: Statement) -> Iterable[Slot]:
    """`you are a senior engineer`: somebody has one role."""
    if statement.subject != {"user"}:
        return
    for place, (copula, article) in _neighbours(statement):
        if copula in ("am", "is", "are", "'s") and article in ("a", "an", "the"):
            value = value_at(statement, place + 2)
            if value and not value.stems.isdisjoint(lexicon.ROLE_STEMS):
                yield Slot("role", frozenset(), value._replace(capital=False))


def _purpose_slots(statement: Statement) -> Iterable[Slot]:
    """`uses V for P`, `uses V as P`: one tool for one purpose."""
    places = [place for place, t in enumerate(statement.words) if stem(t.word) == "use"]
    for place in places:
        value = value_at(statement, place + 1)
        ends = [n for n in range(place + 2, len(statement.words)) if _opens_purpose(statement, n)]
        if value and ends:
            purpose = (stem(t.word) for t in statement.words[ends[0] + 1 :])
            about = frozenset(word for word in purpose if word in statement.content)
            if about:
                yield Slot("purpose", about, value._replace(capital=False))


def _opens_purpose(statement: Statement, place: int) -> bool:
    return statement.words[place].word in ("for", "as")


def _activity_slots(statement: Statement) -> Iterable[Slot]:
    """`currently working on V`."""
    if all(token.word != "currently" for token in statement.words):
        return
    for place, (verb, preposition) in _neighbours(statement):
        if stem(verb) == "work" and preposition == "on":
            value = value_at(statement, place + 2)
            if value:
                yield Slot("activity", frozenset(), value._replace(capital=False))


def _neighbours(statement: Statement) -> Iterable[tuple[int, tuple[str, str]]]:
    words = [token.word for token in statement.words]
    return enumerate(pairwise(words))
