"""Numbers as people write them: with a unit, as a time of day, as a word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from gate import lexicon, scenes, units
from gate.wording import Span, Token, stem


class Quantity(NamedTuple):
    """How much of what: `5 minutes` is 300 of `time`, `9:30` and `9:30 am` are 570 of `clock`."""

    value: float
    unit: str
    span: Span
    unit_word: str | None = None
    """The stem that names the unit, where a word of its own does."""


_WORDS = frozenset({*units.NUMBER_WORDS, *units.TIMES_OF_DAY, *units.TIMES})
_NUMBER = re.compile(r"(\d+(?:[.,:]\d+)*)(%|[a-z]+)?")


def is_number(word: str) -> bool:
    """Return whether a canonical word is a number, with or without its unit."""
    return word in _WORDS or (word[0].isdigit() and word[0].isascii())


def number(word: str) -> float:
    """Return the number that a word of `is_number` names, without its unit."""
    return _value(_split(word)[0])


def is_label(before: str, number: str, after: str) -> bool:
    """Return whether a plain number surely names and does not count, as in `option 7`.

    The neighbours are written words in lower case, empty at an end of the text.
    """
    counts = after in units.HALVES_OF_THE_DAY or _is_unit(after)
    return number.isdigit() and before.isalpha() and _names(before) and not counts


def quantities(words: Sequence[Token]) -> tuple[Quantity, ...]:
    """Return what is counted or measured in `words`; labels (`option 7`) and bounds are not."""
    found = (_quantity(words, place) for place, token in enumerate(words) if is_number(token.word))
    return (*(quantity for quantity in found if quantity), *_told_otherwise(words))


def _told_otherwise(words: Sequence[Token]) -> Iterable[Quantity]:
    """`has one brother` counts, and so does `the second floor`.

    Elsewhere `one` is a pronoun more often.
    """
    for before, token, after in zip(words, words[1:], words[2:], strict=False):
        if token.word == "one" and lexicon.is_verb(before.word) and _is_unit(after.word):
            yield _measured(1, stem(after.word), token.span, stem(after.word))
    for token, after in pairwise(words):
        if stem(after.word) in units.NUMBERED_STEMS:
            place = scenes.place_in_order(token.word)
            if place is not None:
                yield Quantity(place, stem(after.word), token.span, stem(after.word))


def _quantity(words: Sequence[Token], place: int) -> Quantity | None:
    token = words[place]
    if token.word in units.TIMES:
        return Quantity(units.TIMES[token.word], stem("times"), token.span, stem("times"))
    if token.word in units.TIMES_OF_DAY:
        return Quantity(units.TIMES_OF_DAY[token.word], "clock", token.span)
    before = words[place - 1].word if place else ""
    after = words[place + 1].word if place + 1 < len(words) else ""
    if before in units.BOUND_WORDS:
        return None
    number, attached = _split(token.word)
    if attached in units.HALVES_OF_THE_DAY or after in units.HALVES_OF_THE_DAY or ":" in number:
        half = attached if attached in units.HALVES_OF_THE_DAY else after
        return Quantity(_minutes(number, half), "clock", token.span)
    if attached:
        return _measured(_value(number), stem(attached), token.span, None)
    if _is_unit(after):
        return _measured(_value(number), stem(after), token.span, stem(after))
    if _names(before):
        numbered = "." in number or stem(before) in units.NUMBERED_STEMS
        return Quantity(_value(number), stem(before), token.span) if numbered else None
    return Quantity(_value(number), "", token.span)


def _split(word: str) -> tuple[str, str]:
    if word in units.NUMBER_WORDS:
        return str(units.NUMBER_WORDS[word]), ""
    match = _NUMBER.match(word)
    return (match.group(1), word[match.end(1) :]) if match else ("0", word)


def _value(number: str) -> float:
    """Read `1,000` as a thousand; of `1.2.3` the first two parts."""
    head, *rest = number.replace(":", ".").replace(",", "").split(".")
    return float(f"{head}.{rest[0]}" if rest else head)


def _minutes(number: str, half: str) -> float:
    hours, _, minutes = number.partition(":")
    hour = _value(hours)
    if half in units.HALVES_OF_THE_DAY:
        hour = hour % 12 + units.HALVES_OF_THE_DAY[half]
    return hour * 60 + (float(minutes[:2]) if minutes[:2].isdigit() else 0)


def _names(word: str) -> bool:
    """A word of content before a number makes it a name; a verb (`costs 5`) does not."""
    return (
        bool(word)
        and word not in lexicon.FUNCTION_WORDS
        and word not in units.BOUND_WORDS
        and not lexicon.is_verb(word)
    )


def _is_unit(word: str) -> bool:
    return bool(word) and word[0].isalpha() and word not in lexicon.FUNCTION_WORDS


def _measured(value: float, unit: str, span: Span, unit_word: str | None) -> Quantity:
    dimension, size = units.UNIT_SIZES.get(unit, (unit, 1))
    return Quantity(value * size, dimension, span, unit_word)
