"""A text as a reader would take it: full-width letters narrowed, invisible characters dropped.

Every character read knows its place in the text as it stands, so that what is found in the reading
is masked in the text, together with what was hidden inside it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

_ODD = re.compile(r"[^\t-\r -~]")
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]")
"""Drawn as nothing, though Unicode does not count them as format characters."""

_DASHES = frozenset("\u2010\u2011\u2012\u2013\u2014\u2015\u2212")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to read a text; `places[n]` is where its n-th character stands, None: at n."""

    text: str
    places: Sequence[int] | None = None

    def placed(self, start: int, end: int) -> tuple[int, int]:
        """Return where `text[start:end]`, which is not empty, begins and ends as it stands."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def spellings(text: str) -> Iterator[Spelling]:
    """Yield the text as it stands, then as a reader would take it where that is another."""
    yield Spelling(text)
    read = _read_otherwise(text)
    if read:
        yield Spelling(text.translate(_table(read)), _kept(text, read))


def plain(text: str) -> str:
    """Return the text as a reader would take it."""
    read = _read_otherwise(text)
    return text.translate(_table(read)) if read else text


def _table(read: Mapping[str, str]) -> dict[int, str]:
    return {ord(letter): shown for letter, shown in read.items()}


def _kept(text: str, read: Mapping[str, str]) -> Sequence[int]:
    """Return where each character stands that a reader sees."""
    dropped = [ord(letter) for letter, shown in read.items() if not shown]
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    places: list[int] = np.flatnonzero(~np.isin(letters, dropped)).tolist()
    return places


def _read_otherwise(text: str) -> dict[str, str]:
    odd = filter(_ODD.match, set(text)) if _ODD.search(text) else ()
    return {letter: read for letter in odd if (read := _as_read(letter)) != letter}


def _as_read(letter: str) -> str:
    """Return the ASCII character that `letter` shows, itself if it shows none, or nothing."""
    if unicodedata.category(letter) in {"Cf", "Cc"} or _INVISIBLE.match(letter):
        return ""
    if letter in _DASHES:
        return "-"
    shown = unicodedata.normalize("NFKC", letter)
    return shown if len(shown) == 1 and shown.isascii() else letter
