"""The same sentence with one thing in it replaced by another that excludes it: red by blue.

It reads descriptions: of one scene (`a man in a red shirt is reading`), or of what something is
(`the logo is red`). Elsewhere two such things can both hold: nobody speaks only one language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gate import antonyms, exclusion, lexicon, scenes
from gate.conflict import Contradiction
from gate.quantity import is_number, number
from gate.statement import Statement
from gate.wording import Span, stem

_VERBS_OF_BEING = lexicon.COPULAS - {"'s"}


class _Piece(NamedTuple):
    """A word, or a phrase that names one thing, by its stem."""

    name: str
    span: Span
    parts: tuple[str, ...]
    """The stems of its words."""


def one_replaced(a: Statement, b: Statement) -> Contradiction | None:
    """Find two statements that are equal but for one thing, whose two names exclude each other."""
    if not _could_be_equal(a, b):
        return None
    one, other = _pieces(a), _pieces(b)
    pairs = [(x, y) for x, y in zip(one, other, strict=False) if x.name != y.name]
    names = {(x.name, y.name) for x, y in pairs}
    if len(one) != len(other) or len(names) != 1:
        return None
    if not _exclude(*pairs[0], a, b):
        return None
    score = round(1 - len(pairs) / len(one), 4)
    return Contradiction("replaced", pairs[0][0].span, pairs[0][1].span, score)


def may_have_replaced(statement: Statement) -> bool:
    """Return whether this rule could ever fire on a statement, whatever the other is."""
    return not (statement.denials or statement.attitude) and (
        _is_scene(statement)
        or not _VERBS_OF_BEING.isdisjoint(token.word for token in statement.whole)
        or any(antonyms.has_negated(stem(token.word)) for token in statement.whole)
    )


def kept(statement: Statement) -> frozenset[str]:
    """Return the stems that the other statement must share: those that nothing excludes."""
    loose = {
        part
        for piece in _pieces(statement)
        if _is_replaceable(piece.name)
        for part in (*piece.parts, piece.name)
    }
    return frozenset(statement.content.keys() - loose)


def _is_replaceable(name: str) -> bool:
    return (
        is_number(name)
        or exclusion.is_member(name)
        or antonyms.has_antonym(name)
        or scenes.place_in_order(name) is not None
    )


def _could_be_equal(a: Statement, b: Statement) -> bool:
    """A quick look: but for two names, the same topics, in statements of the right kind."""
    return (
        len(a.content.keys() ^ b.content.keys()) <= 2 * scenes.LONGEST_NAME
        and may_have_replaced(a)
        and may_have_replaced(b)
    )


def _exclude(x: _Piece, y: _Piece, a: Statement, b: Statement) -> bool:
    if antonyms.negates(x.name, y.name):
        return True
    if not (_is_scene(a) and _is_scene(b)) and not (_is_predicate(x, a) and _is_predicate(y, b)):
        return False
    return (
        antonyms.are_antonyms(x.name, y.name)
        or exclusion.exclude_each_other(x.name, y.name)
        or _differ_in_number(x.name, y.name)
    )


def _is_scene(statement: Statement) -> bool:
    """Somebody unnamed is there or does something: `a man …`, `two dogs …`, `the girl is …ing`."""
    first, *rest = (token.word for token in statement.whole)
    if first in scenes.SCENE_OPENERS or is_number(first):
        return True
    near = {stem(word) for word in (first, *rest[: scenes.SCENE_REACH])}
    goes_on = any(word.endswith("ing") for word in rest)
    return goes_on and not near.isdisjoint(scenes.PERSON_STEMS)


def _is_predicate(piece: _Piece, statement: Statement) -> bool:
    """It follows `is`, `are` or `is in`: what it names is what the subject is, or where."""
    before = [token.word for token in statement.whole if token.span.end <= piece.span.start]
    *_, previous, last = ["", "", *(word for word in before if word not in lexicon.ARTICLES)]
    return last in lexicon.COPULAS or (
        last in scenes.PLACE_PREPOSITIONS and previous in lexicon.COPULAS
    )


def _differ_in_number(one: str, other: str) -> bool:
    places = scenes.place_in_order(one), scenes.place_in_order(other)
    if None not in places:
        return places[0] != places[1]
    return is_number(one) and is_number(other) and number(one) != number(other)


def _pieces(statement: Statement) -> list[_Piece]:
    words = [
        _Piece(stem(token.word), token.span, (stem(token.word),))
        for token in statement.whole
        if token.word not in lexicon.ARTICLES
    ]
    found: list[_Piece] = []
    place = 0
    while place < len(words):
        length = _phrase_length(words, place)
        phrase = words[place : place + length]
        name = "_".join(piece.name for piece in phrase)
        name = scenes.PLACE_PHRASES.get(name, name)
        span = Span(phrase[0].span.start, phrase[-1].span.end)
        found.append(_Piece(name, span, tuple(piece.name for piece in phrase)))
        place += length
    return found


def _phrase_length(words: Sequence[_Piece], place: int) -> int:
    """Return how many words name one thing here: 2 for `north korea`, 3 for `far away from`."""
    first = words[place].name
    phrases = (*scenes.place_phrases_from(first), *exclusion.phrases_from(first))
    for phrase in phrases:
        if tuple(piece.name for piece in words[place : place + len(phrase)]) == phrase:
            return len(phrase)
    return 1
