"""Dates as people write them: `Wednesday`, `14 November`, `2026-06-30`, `October 2025`, `Q2`.

A date is what is told of it, so that two of them exclude each other only by what both tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gate.wording import Span, Token

_WEEKDAYS = (
    "monday mon montag lundi lunes/tuesday tue tues dienstag mardi martes/"
    "wednesday mittwoch mercredi miércoles/thursday thu thurs donnerstag jeudi jueves/"
    "friday fri freitag vendredi viernes/saturday samstag samedi sábado/sunday sonntag dimanche"
)
_MONTHS = (
    "january jan/february feb/march/april apr/may/june jun/july jul/august aug/september sep sept/"
    "october oct/november nov/december dec"
)
_ALSO_VERBS = frozenset({"march", "may"})
"""Months only beside a number, or behind a preposition."""

_OPENERS = frozenset({"in", "by", "until", "since", "of", "for", "from", "early", "late", "mid"})
_PARTS_OF_DAY = "morning/afternoon/evening/night"
_SEASONS = "spring/summer/autumn/winter"
_BETWEEN = frozenset({"of", "the"})
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FIRST_OF_NUMBERS = frozenset("0123456789q")
_QUARTER = re.compile(r"q([1-4])")


class Date(NamedTuple):
    """What is told of a date: `weekday`, `day`, `month`, `quarter`, `year`, `season`, `part`."""

    told: dict[str, int]
    span: Span

    def excludes(self, other: Date) -> bool:
        """Return whether no day is both."""
        return any(self.told[name] != other.told[name] for name in self.told if name in other.told)


def dates(words: Sequence[Token]) -> tuple[Date, ...]:
    """Return the dates that stand in `words`; what recurs, as `Fridays` do, is none."""
    return tuple(_dates(words))


def is_name(word: str) -> bool:
    """Return whether a canonical word names a day, a month, a season or the like."""
    return word in _NAMES


def may_be_part(word: str) -> bool:
    """Return whether a canonical word can be what makes a date of a stretch."""
    return word in _NAMES or bool(_QUARTER.fullmatch(word) or _YEAR.fullmatch(word))


def is_year(word: str) -> bool:
    """Return whether a word is the number of a year of this century or the last."""
    return bool(_YEAR.fullmatch(word))


def _dates(words: Sequence[Token]) -> Iterator[Date]:
    place = 0
    while place < len(words):
        if not _is_piece(words[place].word):
            place += 1
            continue
        end = _end(words, place)
        told = _told(words[place:end])
        if told and _is_told(told, words, place):
            yield Date(told, Span(words[place].span.start, words[end - 1].span.end))
        place = end


def _end(words: Sequence[Token], place: int) -> int:
    """Return where the stretch ends that begins here and may be a date."""
    end = last = place
    while end < len(words) and (_is_piece(words[end].word) or words[end].word in _BETWEEN):
        end += 1
        last = end if _is_piece(words[end - 1].word) else last
    return last


def _is_piece(word: str) -> bool:
    if word[0] not in _FIRST_OF_NUMBERS:
        return word in _NAMES
    return may_be_part(word) or bool(_DAY.fullmatch(word))


def _told(words: Iterable[Token]) -> dict[str, int]:
    told: dict[str, int] = {}
    numbers: list[int] = []
    for token in words:
        if token.word in _NAMES:
            name, value = _NAMES[token.word]
            told.setdefault(name, value)
        elif match := _QUARTER.fullmatch(token.word):
            told.setdefault("quarter", int(match[1]))
        elif _YEAR.fullmatch(token.word):
            told.setdefault("year", int(token.word))
        elif match := _DAY.fullmatch(token.word):
            numbers.append(int(match[1]))
    return _with_numbers(told, numbers)


def _with_numbers(told: dict[str, int], numbers: Sequence[int]) -> dict[str, int]:
    """A number is the day of a month that is named; two behind a year are month and day."""
    if "month" not in told and "year" in told and len(numbers) == 2:
        told["month"], told["day"] = numbers
    elif "month" in told and numbers:
        told["day"] = numbers[0]
    if "month" in told:
        told["quarter"] = (told["month"] + 2) // 3
    return told


def _is_told(told: dict[str, int], words: Sequence[Token], place: int) -> bool:
    """A year alone, and a month that is also a verb, must look like a date."""
    before = words[place - 1].word if place else ""
    if told.keys() <= {"season", "part"}:
        return before in ("in", "at", "the", "this", "next", "在", "は")
    if told.keys() == {"year"} or (words[place].word in _ALSO_VERBS and "day" not in told):
        return before in _OPENERS
    return True


def _numbered(name: str, names: str) -> Iterator[tuple[str, tuple[str, int]]]:
    for number, spellings in enumerate(names.split("/"), 1):
        yield from ((word, (name, number)) for word in spellings.split())


_NAMES = dict(
    [
        *_numbered("weekday", _WEEKDAYS),
        *_numbered("month", _MONTHS),
        *_numbered("part", _PARTS_OF_DAY),
        *_numbered("season", _SEASONS),
    ]
)
