"""One rule of redaction: how a kind of secret looks, and how it is found in linear time.

Every pattern must be linear on hostile text: each run of characters is scanned from one place only
(a look-behind that refuses to start inside the run) or its length is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

MASKED = "secret"
"""The group of a pattern that is masked; a pattern without it is masked whole."""

START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
"""Where a token may begin: not inside a word, but after an escaped line break of quoted JSON."""

_TOKEN_LIKE = re.compile(r"[A-Za-z0-9+/_=.~%$-]{14}")
_DIGITS = re.compile(r"[0-9](?:[^\w\n]{0,3}[0-9]){4}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of secret and the pattern that finds it."""

    kind: str
    pattern: re.Pattern[str]
    starts: tuple[str, ...] = ()
    """The pattern is tried only where one of these begins; lower case if it ignores case."""

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

    def __post_init__(self) -> None:
        """Read from the pattern whether case matters: asking it each time would cost too much."""
        object.__setattr__(self, "ignores_case", bool(self.pattern.flags & re.IGNORECASE))


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

    def searched(self, rule: Rule) -> str:
        """Return the text in which the rule's starts are looked for."""
        return self.lowered if rule.ignores_case else self.text


def find(rule: Rule, reading: Reading) -> Iterable[Span]:
    """Return the secrets of one kind, in order of the text for each of the rule's starts."""
    return _found(rule, reading) if _may_be_in(reading, rule) else ()


def _may_be_in(reading: Reading, rule: Rule) -> bool:
    """Tell most rules from a look at the text; this is where reading prose spends its time."""
    if (rule.numeric and not reading.is_numeric) or (rule.dense and not reading.is_dense):
        return False
    if rule.needs and not _has_any(reading.lowered, rule.needs):
        return False
    return not rule.starts or _has_any(reading.searched(rule), rule.starts)


def _has_any(text: str, literals: tuple[str, ...]) -> bool:
    for literal in literals:  # noqa: SIM110 - `any` is three times as slow, and all of the cost
        if literal in text:
            return True
    return False


def _found(rule: Rule, reading: Reading) -> Iterator[Span]:
    for match in _matches(rule, reading):
        start, end = match.span(MASKED if MASKED in rule.pattern.groupindex else 0)
        while rule.trailing and end > start and match.string[end - 1] in rule.trailing:
            end -= 1
        if end > start and (rule.holds is None or rule.holds(match)):
            yield Span(start, end, rule)


def _matches(rule: Rule, reading: Reading) -> Iterator[re.Match[str]]:
    if not rule.starts:
        yield from rule.pattern.finditer(reading.text)
        return
    searched = reading.searched(rule)
    for literal in rule.starts:
        place = searched.find(literal)
        while place >= 0:
            match = rule.pattern.match(reading.text, place)
            if match:
                yield match
            place = searched.find(literal, max(match.end() if match else 0, place + 1))


def _lowered(text: str) -> str:
    """Lower the case and keep every character at its place, which `str.lower` alone does not."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
