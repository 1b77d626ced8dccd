"""One rule of redaction: how a kind of secret looks, and how it is found in linear time.

Every pattern must be linear on hostile text: each run of characters is scanned from one place only
(a look-behind that refuses to start inside the run) or its length is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

MASKED = "secret"
"""The group of a pattern that is masked; a pattern without it is masked whole."""

START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
"""Where a token may begin: not inside a word, but after an escaped line break of quoted JSON."""

TOKENS = re.compile(r"[A-Za-z0-9+/_=.~%$-]{14}")
"""A gate: fourteen characters of a token in a row, as hardly a word has."""

RANDOM = re.compile(r"[A-Za-z0-9]{26}")
"""A gate: letters and digits in a row, as no word has them."""

NUMBERS = re.compile(r"[0-9](?:[^\w\n]{0,3}[0-9]){4}")
"""A gate: five digits, hardly apart."""


def begun(first: str) -> str:
    """Make the pattern of a token that begins with this, for a rule without starts."""
    return rf"{first}(?:(?<![A-Za-z0-9]{first})|(?<=\\[nrt]{first}))"


def lone(characters: str, not_after: str) -> str:
    """Make the pattern of one of these characters with none of `not_after` before it.

    The characters come first since `re` skips to them; a look-behind in front would be asked at
    every place of the text, which takes ten times as long.
    """
    return rf"{characters}(?<!{not_after}{characters})"


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of secret and the pattern that finds it."""

    kind: str
    pattern: re.Pattern[str]
    starts: tuple[str, ...] = ()
    """In lower case, two characters or more: the pattern is tried only where one of them stands.

    Without any it is tried everywhere: such a pattern should begin with a set of characters, and
    have a gate.
    """

    head: re.Pattern[str] | None = None
    """What every match of several rules with the same starts begins with: looked for once."""

    gate: re.Pattern[str] | str = ""
    """A rule without starts is tried only in a text that has this: looked for once for them all."""

    holds: Callable[[re.Match[str]], bool] | None = None
    """What a pattern cannot say: a checksum, a context."""

    trailing: str = ""
    """Characters that end a sentence rather than the secret."""

    by_context: bool = False
    """Only the words around it tell that it is one; once known, it is masked bare as well."""

    masked: str | int = field(init=False)
    """The group that is masked."""

    def __post_init__(self) -> None:
        """Read from the pattern what asking it each time would cost too much."""
        object.__setattr__(self, "masked", MASKED if MASKED in self.pattern.groupindex else 0)


class Span(NamedTuple):
    """A secret at `text[start:end]`."""

    start: int
    end: int
    rule: Rule
