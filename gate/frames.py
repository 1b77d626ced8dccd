"""What a statement fills in: one-valued things and their values, what was left, what is above what.

Frames are read from the words alone; whether two of them clash is for the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from gate import lexicon
from gate.wording import Span, Token, stem

_CONNECTORS = ("over", "than")


class Told(Protocol):
    """What of a statement its frames are read from."""

    @property
    def words(self) -> tuple[Token, ...]: ...

    @property
    def subject(self) -> frozenset[str]: ...

    @property
    def content(self) -> dict[str, Span]: ...

    @property
    def capitals(self) -> frozenset[Span]: ...


class Value(NamedTuple):
    """A stretch of words that names one thing: a place, a tool, a person, a role."""

    stems: frozenset[str]
    initials: str
    capital: bool
    """It is written as a name, so that it is not compared with a mere word."""

    span: Span


class Slot(NamedTuple):
    """A one-valued thing and the value that a statement gives it."""

    name: str
    about: frozenset[str]
    """Stems that both statements must share: the attribute, or the purpose."""

    value: Value


class Order(NamedTuple):
    """What a comparison sets above what, by stems."""

    above: frozenset[str]
    below: frozenset[str]


def slots(statement: Told) -> tuple[Slot, ...]:
    """Return every one-valued thing that a statement fills."""
    return (
        *_verb_slots(statement),
        *_attribute_slots(statement),
        *_role_slots(statement),
        *_purpose_slots(statement),
        *_activity_slots(statement),
    )


def left_behind(statement: Told) -> tuple[Value, ...]:
    """Return what a statement says was given up.

    That is `X` in `switched from X`, in `dropped X`, and in `originally used X`.
    """
    stems = [stem(token.word) for token in statement.words]
    changed = not lexicon.CHANGE_VERB_STEMS.isdisjoint(stems)
    places = [
        place + 1
        for place, word in enumerate(stems)
        if (changed and word == "from") or word in lexicon.ABANDON_VERB_STEMS
    ]
    places += [place + 2 for place, t in enumerate(statement.words) if t.word in lexicon.FORMERLY]
    values = (_value_at(statement, place) for place in places)
    return tuple(value for value in values if value)


def held(statement: Told) -> tuple[Value, ...]:
    """Return what a statement says somebody uses, is in, or runs on: `X` in `uses X for Y`."""
    words = [token.word for token in statement.words]
    places = [place + 1 for place, word in enumerate(words) if stem(word) in lexicon.STATE_STEMS]
    if places:
        places += [place + 1 for place in places if words[place : place + 1] == ["to"]]
        places += [place + 1 for place, word in enumerate(words) if word in ("in", "on", "at")]
    values = (_value_at(statement, place) for place in places)
    return tuple(value for value in values if value)


def order(statement: Told) -> Order | None:
    """Return what stands on both sides of `over` or `than`."""
    words = [stem(token.word) for token in statement.words]
    place = next((n for n, word in enumerate(words) if word in _CONNECTORS and n), None)
    if place is None:
        return None
    above = frozenset(word for word in words[:place] if word in statement.content)
    below = frozenset(word for word in words[place:] if word in statement.content)
    return Order(above, below) if above and below else None


def _verb_slots(statement: Told) -> Iterable[Slot]:
    for place, (verb, preposition) in _neighbours(statement):
        name = lexicon.SINGLE_VALUED.get((stem(verb), preposition))
        value = _value_at(statement, place + 2) if name else None
        if name and value:
            yield Slot(name, frozenset(), value)


def _attribute_slots(statement: Told) -> Iterable[Slot]:
    """`the favourite editor is V`, `X's manager is V`."""
    for place, (noun, copula) in _neighbours(statement):
        if copula not in ("is", "are", "'s"):
            continue
        about = [stem(t.word) for t in statement.words[max(0, place - lexicon.REACH) : place + 1]]
        topics = frozenset(word for word in about if word in statement.content)
        unique = stem(noun) in lexicon.UNIQUE_NOUN_STEMS and len(topics) <= 2
        if topics and (unique or not topics.isdisjoint(lexicon.UNIQUE_ADJECTIVE_STEMS)):
            value = _value_at(statement, place + 2)
            if value:
                name = "role" if stem(noun) in lexicon.ROLE_TITLE_STEMS else "attribute"
                yield Slot(name, topics - lexicon.ROLE_TITLE_STEMS, value)


def _role_slots(statement: Told) -> Iterable[Slot]:
    """`you are a senior engineer`: somebody has one role."""
    if statement.subject != {"user"}:
        return
    for place, (copula, article) in _neighbours(statement):
        if copula in ("am", "is", "are", "'s") and article in ("a", "an", "the"):
            value = _value_at(statement, place + 2)
            if value and not value.stems.isdisjoint(lexicon.ROLE_STEMS):
                yield Slot("role", frozenset(), value._replace(capital=False))


def _purpose_slots(statement: Told) -> Iterable[Slot]:
    """`uses V for P`, `uses V as P`: one tool for one purpose."""
    places = [place for place, t in enumerate(statement.words) if stem(t.word) == "use"]
    for place in places:
        value = _value_at(statement, place + 1)
        end = _purpose_after(statement, place + 2)
        if value and end:
            purpose = (stem(t.word) for t in statement.words[end : end + lexicon.REACH])
            about = frozenset(word for word in purpose if word in statement.content)
            if about:
                yield Slot("purpose", about, value._replace(capital=False))


def _purpose_after(statement: Told, start: int) -> int | None:
    """Return where the purpose begins, behind the next `for` or `as`."""
    words = statement.words[start : start + lexicon.REACH]
    places = (start + n + 1 for n, token in enumerate(words) if token.word in ("for", "as"))
    return next(places, None)


def _activity_slots(statement: Told) -> Iterable[Slot]:
    """`currently working on V`."""
    if all(token.word != "currently" for token in statement.words):
        return
    for place, (verb, preposition) in _neighbours(statement):
        if stem(verb) == "work" and preposition == "on":
            value = _value_at(statement, place + 2)
            if value:
                yield Slot("activity", frozenset(), value._replace(capital=False))


def _neighbours(statement: Told) -> Iterable[tuple[int, tuple[str, str]]]:
    words = [token.word for token in statement.words]
    return enumerate(pairwise(words))


def _value_at(statement: Told, place: int) -> Value | None:
    """Return the value that begins at word `place`, up to the first word that ends one."""
    named: list[Token] = []
    for token in statement.words[place : place + lexicon.REACH]:
        if token.word in lexicon.VALUE_ENDS:
            break
        if token.word not in lexicon.FUNCTION_WORDS and token.word not in lexicon.USER:
            named.append(token)
    return _value(named, statement) if named else None


def _value(named: Sequence[Token], statement: Told) -> Value:
    return Value(
        stems=frozenset(stem(token.word) for token in named),
        initials="".join(token.word[0] for token in named),
        capital=named[0].span in statement.capitals,
        span=Span(named[0].span.start, named[-1].span.end),
    )
