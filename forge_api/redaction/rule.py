"""One rule of redaction: how a kind of secret looks, and how it is found in linear time.

Every pattern must be linear on hostile text: each run of characters is scanned from one place only
(a look-behind that refuses to start inside the run) or its length is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

MASKED = "secret"
"""The group of a pattern that is masked; a pattern without it is masked whole."""

START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
"""Where a token may begin: not inside a word, but after an escaped line break of quoted JSON."""

_TOKEN_LIKE = re.compile(r"[A-Za-z0-9+/_=.~%$-]{14}")
_LONG = 16_384
"""Characters from which it pays to know the pairs of characters that a text holds."""

_DIGITS = re.compile(r"[0-9](?:[^\w\n]{0,3}[0-9]){4}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of secret and the pattern that finds it."""

    kind: str
    pattern: re.Pattern[str]
    starts: tuple[str, ...] = ()
    """The pattern is tried only where one of these begins; lower case if it ignores case."""

    head: re.Pattern[str] | None = None
    """What every match of several rules with the same starts begins with: looked for once."""

    needs: tuple[str, ...] = ()
    """Lower case: a text without any of them cannot match, and is not searched."""

    numeric: bool = False
    """What it finds has five digits or more, hardly apart."""

    dense: bool = False
    """What it finds has fourteen characters of a token in a row, as hardly a word has."""

    holds: Callable[[re.Match[str]], bool] | None = None
    """What a pattern cannot say: a checksum, a context."""

    trailing: str = ""
    """Characters that end a sentence rather than the secret."""

    by_context: bool = False
    """Only the words around it tell that it is one; once known, it is masked bare as well."""

    ignores_case: bool = field(init=False)
    masked: str | int = field(init=False)
    """The group that is masked."""

    def __post_init__(self) -> None:
        """Read from the pattern what asking it each time would cost too much."""
        object.__setattr__(self, "ignores_case", bool(self.pattern.flags & re.IGNORECASE))
        object.__setattr__(self, "masked", MASKED if MASKED in self.pattern.groupindex else 0)


class Span(NamedTuple):
    """A secret at `text[start:end]`."""

    start: int
    end: int
    rule: Rule


class Reading:
    """A text and what the rules ask of it before they search: reading it once pays for all."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lowered = _lowered(text)
        self.is_numeric = _DIGITS.search(text) is not None
        self.is_dense = _TOKEN_LIKE.search(text) is not None
        self.is_long = len(text) > _LONG
        self._pairs = frozenset(pairwise(self.lowered)) if self.is_long else frozenset()
        self._found: dict[int, int] = {}
        self._places: dict[tuple[str, int, bool], Sequence[int]] = {}

    def searched(self, rule: Rule) -> str:
        """Return the text in which the rule's starts are looked for."""
        return self.lowered if rule.ignores_case else self.text

    def is_found(self, start: int, end: int) -> bool:
        """Tell what an earlier rule has found whole: a second finding would add nothing."""
        return self._found.get(start, 0) >= end

    def take(self, start: int, end: int) -> None:
        """Note a finding."""
        self._found[start] = max(end, self._found.get(start, 0))

    def may_hold(self, literals: tuple[str, ...]) -> bool:
        """Tell a long text that cannot hold any of these by the pairs of characters in it."""
        return any(map(self._pairs.issuperset, map(_pairs_of, literals)))

    def places(self, literal: str, rule: Rule) -> Sequence[int]:
        """Return where the literal stands and the rule's head, if it has one, matches."""
        asked = (literal, id(rule.head), rule.ignores_case)  # A pattern's own hash is slow.
        if asked not in self._places:
            self._places[asked] = list(self._seek(literal, rule))
        return self._places[asked]

    def _seek(self, literal: str, rule: Rule) -> Iterator[int]:
        searched, head = self.searched(rule), rule.head
        place = searched.find(literal)
        while place >= 0:
            if head is None or head.match(self.text, place):
                yield place
            place = searched.find(literal, place + 1)


def find(rule: Rule, reading: Reading) -> Iterable[Span]:
    """Return the secrets of one kind, in order of the text for each of the rule's starts."""
    return _found(rule, reading) if _may_be_in(reading, rule) else ()


def _may_be_in(reading: Reading, rule: Rule) -> bool:
    """Tell most rules from a look at the text; this is where reading prose spends its time."""
    if (rule.numeric and not reading.is_numeric) or (rule.dense and not reading.is_dense):
        return False
    if rule.needs and not _has_any(reading.lowered, rule.needs):
        return False
    if not rule.starts:
        return True
    if reading.is_long and not reading.may_hold(rule.starts):
        return False
    return _has_any(reading.searched(rule), rule.starts)


@lru_cache(maxsize=4_096)
def _pairs_of(literal: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(literal.lower()))


def _has_any(text: str, literals: tuple[str, ...]) -> bool:
    for literal in literals:  # noqa: SIM110 - `any` is three times as slow, and all of the cost
        if literal in text:
            return True
    return False


def _found(rule: Rule, reading: Reading) -> Iterator[Span]:
    for match in _matches(rule, reading):
        start, end = match.span(rule.masked)
        while rule.trailing and end > start and match.string[end - 1] in rule.trailing:
            end -= 1
        if end <= start or reading.is_found(start, end):
            continue
        if rule.holds is None or rule.holds(match):
            reading.take(start, end)
            yield Span(start, end, rule)


def _matches(rule: Rule, reading: Reading) -> Iterator[re.Match[str]]:
    if not rule.starts:
        yield from rule.pattern.finditer(reading.text)
    searched = reading.searched(rule)
    for literal in rule.starts:
        if literal not in searched:
            continue
        end = 0
        for place in reading.places(literal, rule):
            if place >= end and (match := rule.pattern.match(reading.text, place)):
                end = match.end()
                yield match


def _lowered(text: str) -> str:
    """Lower the case and keep every character at its place, which `str.lower` alone does not."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
