"""What a statement fills in: one-valued things and their values, what was left, what is above what.

Frames are read from the words alone; whether two of them clash is for the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple, Protocol

from gate import lexicon
from gate.quantity import is_number
from gate.wording import Span, Token, stem

_CONNECTORS_IN_TIME = frozenset({"befor", "after"})
_CONNECTORS_BACKWARD = frozenset({"より", "よりも", "更"})
_CONNECTORS = (
    frozenset({"over", "than", "als", "gegenüber", "より", "よりも"}) | _CONNECTORS_IN_TIME
)
_IS = frozenset({"is", "are", "'s", "ist", "est", "es", "是", "は"})
_OF = frozenset({"of", "des", "del", "de", "du"})
_NOTHING = Token("", Span(0, 0))
_CONNECTORS_OF_PREFERENCE = {
    **dict.fromkeys(("to", "abov"), ("prefer", "valu", "rank")),
    **dict.fromkeys(("a", "al", "à", "au", "aux"), ("prefier", "préf")),
}
"""What connects, by stem → how one of the words before it must begin."""

_PREPOSITIONS = ("in", "on", "at", "with", "by", "to")


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

    @property
    def breaks(self) -> tuple[int, ...]: ...


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
    in_time: bool
    """What comes first is above."""


def slots(statement: Told) -> tuple[Slot, ...]:
    """Return every one-valued thing that a statement fills."""
    return (
        *_verb_slots(statement),
        *_postposed_slots(statement),
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
    values = ((place, _value_at(statement, place)) for place in places)
    return tuple(value for place, value in values if value and _adjoins(value, place, statement))


def given_up(statement: Told) -> tuple[Value, ...]:
    """Return what a statement says is no more: `X` in `X was decommissioned`."""
    words = statement.words
    places = (
        place
        for place, token in enumerate(words)
        if place > 1
        and stem(token.word) in lexicon.ABANDON_VERB_STEMS
        and words[place - 1].word in lexicon.PASSIVES
    )
    values = (_value_at(statement, 0) for _ in places)
    return tuple(value for value in values if value)


def held(statement: Told) -> tuple[Value, ...]:
    """Return what a statement says somebody uses, is in, or runs on: `X` in `uses X for Y`."""
    words = [token.word for token in statement.words]
    places = [place + 1 for place, word in enumerate(words) if stem(word) in lexicon.STATE_STEMS]
    if places:
        places += [place + 1 for place, word in enumerate(words) if word in _PREPOSITIONS]
    values = (_value_at(statement, place) for place in places)
    return tuple(value for value in values if value)


def order(statement: Told) -> Order | None:
    """Return what stands on both sides of `over`, `than` or their like."""
    words = [stem(token.word) for token in statement.words]
    places = [n for n in range(1, len(words)) if _connects(words, n)]
    # What compares goes before what tells the time of it.
    place = min(places, key=lambda n: words[n] in _CONNECTORS_IN_TIME, default=None)
    if place is None:
        return None
    before = frozenset(word for word in words[:place] if word in statement.content)
    after = frozenset(word for word in words[place:] if word in statement.content)
    if not before or not after:
        return None
    if words[place] in _CONNECTORS_BACKWARD:
        return Order(after, before, in_time=False)
    return Order(before, after, words[place] in _CONNECTORS_IN_TIME)


def _connects(words: Sequence[str], place: int) -> bool:
    word = words[place]
    if word in _CONNECTORS:
        return True
    if word in _CONNECTORS_OF_PREFERENCE:
        verbs = _CONNECTORS_OF_PREFERENCE[word]
        return any(before.startswith(verbs) for before in words[: place - 1])
    if word == "更":
        return "比" in words[:place]
    return word == "比" and "更" not in words[place:]


def _verb_slots(statement: Told) -> Iterable[Slot]:
    for place, (verb, preposition) in _neighbours(statement):
        name = lexicon.SINGLE_VALUED.get((stem(verb), preposition))
        value = _value_at(statement, place + 2) if name else None
        if name and value:
            yield Slot(name, frozenset(), value)


def _postposed_slots(statement: Told) -> Iterable[Slot]:
    """`V に住`, `在 V 工作`: where the verb comes last, behind its value."""
    words = [token.word for token in statement.words]
    if lexicon.POSTPOSED.keys().isdisjoint(words):
        return
    for place, word in enumerate(words):
        end = place - 1 if words[place - 1] in lexicon.POSTPOSED_PARTICLES else place
        if word not in lexicon.POSTPOSED or (end == place and word != "工"):
            continue
        named = _named_before(statement, end)
        if named:
            yield Slot(lexicon.POSTPOSED[word], frozenset(), _value(named, statement))


def _named_before(statement: Told, place: int) -> Sequence[Token]:
    """Return the words before `place`, back to the last that carries no topic."""
    start = place
    while start and statement.words[start - 1].word not in lexicon.WITHOUT_TOPIC:
        start -= 1
    return statement.words[start:place]


def _attribute_slots(statement: Told) -> Iterable[Slot]:
    """`the favourite editor is V`, `X's manager is V`."""
    for place, (last, copula) in _neighbours(statement):
        if copula not in _IS:
            continue
        said = [t.word for t in statement.words[max(0, place - lexicon.REACH) : place + 1]]
        topics = frozenset(map(stem, said)) & statement.content.keys()
        noun = next((one for one, after in pairwise(said) if after in _OF), last)
        unique = stem(noun) in lexicon.UNIQUE_NOUN_STEMS and len(topics) <= 2
        if topics and (unique or not topics.isdisjoint(lexicon.UNIQUE_ADJECTIVE_STEMS)):
            value = _value_at(statement, place + 2)
            if value:
                name = "role" if stem(noun) in lexicon.ROLE_TITLE_STEMS else "attribute"
                yield Slot(name, topics - lexicon.ROLE_TITLE_STEMS, value)


def _role_slots(statement: Told) -> Iterable[Slot]:
    """`you are a senior engineer`, `was promoted to lead engineer`: somebody has one role."""
    if len(statement.subject) != 1:
        return
    for place, (one, other) in _neighbours(statement):
        is_one = one in ("am", "is", "are", "'s") and other in lexicon.ARTICLES
        if is_one or (stem(one) == "promot" and other == "to"):
            value = _value_at(statement, place + 2)
            if value and not value.stems.isdisjoint(lexicon.ROLE_STEMS):
                yield Slot("role", statement.subject, value._replace(capital=False))


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


def _adjoins(value: Value, place: int, statement: Told) -> bool:
    """Return whether no comma stands between a value and the word before `place`."""
    before = statement.words[place - 1].span.end
    return all(not before <= at < value.span.start for at in statement.breaks)


def _value_at(statement: Told, place: int) -> Value | None:
    """Return the value that begins at word `place`, up to the first word that ends one."""
    named: list[Token] = []
    ahead = statement.words[place : place + lexicon.REACH]
    for token, after in zip_longest(ahead, ahead[1:], fillvalue=_NOTHING):
        is_end = token.word in lexicon.PASSIVES or _tells_time(token, after)
        if token.word in lexicon.VALUE_ENDS or (named and is_end):
            break
        if _can_name(token, statement):
            named.append(token)
    return _value(named, statement) if named else None


def _tells_time(token: Token, after: Token) -> bool:
    """Return whether `two months ago` begins here, or the like."""
    return is_number(token.word) and stem(after.word) in lexicon.PERIOD_STEMS


def _can_name(token: Token, statement: Told) -> bool:
    """With a capital, `MIT` and `US` are names."""
    if token.word in lexicon.FUNCTION_WORDS or token.word in lexicon.USER:
        is_name = token.span in statement.capitals and token.word.isalpha()
        return is_name and token.word not in lexicon.ARTICLES | {"i"}
    return True


def _value(named: Sequence[Token], statement: Told) -> Value:
    return Value(
        stems=frozenset(stem(token.word) for token in named),
        initials="".join(token.word[0] for token in named),
        capital=named[0].span in statement.capitals,
        span=Span(named[0].span.start, named[-1].span.end),
    )
