"""A text as a reader would take it: full-width letters narrowed, invisible characters dropped.

Every character read knows its place in the text as it stands, so that what is found in the reading
is masked in the text, together with what was hidden inside it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from forge_api.redaction.rule import Span

_ODD = re.compile(r"[^\t-\r -~]")
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]")
"""Drawn as nothing, though Unicode does not count them as format characters."""

_DASHES = frozenset("\u2010\u2011\u2012\u2013\u2014\u2015\u2212")


class Spelling(NamedTuple):
    """One way to read a text; `places[n]` is where its n-th character stands, None: at n."""

    text: str
    places: Sequence[int] | None = None

    def placed(self, span: Span) -> Span:
        """Return where `text[span.start:span.end]`, which is not empty, is as the text stands."""
        if self.places is None:
            return span
        return Span(self.places[span.start], self.places[span.end - 1] + 1, span.rule)


def spellings(text: str) -> Sequence[Spelling]:
    """Return the text as it stands, and as a reader would take it where that is another."""
    if not _ODD.search(text) or not (read := _read_otherwise(text)):
        return (Spelling(text),)
    return Spelling(text), Spelling(text.translate(_table(read)), _kept(text, read))


def plain(text: str) -> str:
    """Return the text as a reader would take it."""
    if not _ODD.search(text) or not (read := _read_otherwise(text)):
        return text
    return text.translate(_table(read))


def _table(read: Mapping[str, str]) -> dict[int, str]:
    return {ord(letter): shown for letter, shown in read.items()}


def _kept(text: str, read: Mapping[str, str]) -> Sequence[int]:
    """Return where each character stands that a reader sees."""
    dropped = {letter for letter, shown in read.items() if not shown}
    return [place for place, letter in enumerate(text) if letter not in dropped]


def _read_otherwise(text: str) -> dict[str, str]:
    odd = filter(_ODD.match, set(text))
    return {letter: read for letter in odd if (read := _as_read(letter)) != letter}


@lru_cache(maxsize=4_096)
def _as_read(letter: str) -> str:
    """Return the ASCII character that `letter` shows, itself if it shows none, or nothing."""
    if unicodedata.category(letter) in {"Cf", "Cc"} or _INVISIBLE.match(letter):
        return ""
    if letter in _DASHES:
        return "-"
    shown = unicodedata.normalize("NFKC", letter)
    return shown if len(shown) == 1 and shown.isascii() else letter
