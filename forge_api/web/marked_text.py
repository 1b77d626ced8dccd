"""Foreign text cut into pieces that a page can show safely: whole, marked, nothing unseen.

A piece is plain, or its characters cannot be seen and are written out, or it is marked as new, old
or found. Templates escape every piece; no text is ever read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import gate
from forge_client import word_diff
from forge_client.beliefs import Span
from gate.negation import STOPWORDS
from gate.wording import stem, tokens

Mark = Literal["plain", "unseen", "new", "old", "found"]
Marks = Iterable[tuple[int, int, Mark]]

_SURROGATES = re.compile("[\ud800-\udfff]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text and how it is shown; of `unseen`, `text` is the characters' numbers."""

    text: str
    mark: Mark = "plain"


def pieces(text: str, marks: Marks = ()) -> list[Piece]:
    """Return the text in pieces; `marks` are stretches in code points, in order or not."""
    found: list[Piece] = []
    place = 0
    for first, last, mark in sorted(marks):
        start, end = max(first, place), min(last, len(text))
        if start < end:
            found += _seen(text[place:start], "plain")
            found += _seen(text[start:end], mark)
            place = end
    return found + list(_seen(text[place:], "plain"))


def unseen_in(text: str) -> list[tuple[int, int]]:
    """Return each run of characters that nobody can see."""
    spans = [(span.start, span.end) for span in gate.hidden_spans(text)]
    return sorted(spans + [match.span() for match in _SURROGATES.finditer(text)])


def without_unseen(text: str) -> str:
    """Return the text without what cannot be seen."""
    kept, place = [], 0
    for start, end in unseen_in(text):
        kept.append(text[place:start])
        place = end
    return "".join([*kept, text[place:]])


def compared(old: str, new: str) -> tuple[list[Piece], list[Piece]]:
    """Return both texts with the words marked in which they differ."""
    gone, came = word_diff.changed(old, new)
    return pieces(old, all_of(gone, "old")), pieces(new, all_of(came, "new"))


def all_of(spans: Iterable[Span], mark: Mark) -> list[tuple[int, int, Mark]]:
    """Return these stretches, all of them with this mark."""
    return [(span.start, span.end, mark) for span in spans]


def found_words(text: str, sought: str) -> list[Piece]:
    """Return the text with every word marked that `sought` is about."""
    wanted = {stem(token.word) for token in tokens(sought) if _carries(token.word)}
    spans = {token.span for token in tokens(text) if stem(token.word) in wanted}
    return pieces(text, [(span.start, span.end, "found") for span in spans])


def _seen(text: str, mark: Mark) -> Iterator[Piece]:
    place = 0
    for start, end in unseen_in(text):
        if place < start:
            yield Piece(text[place:start], mark)
        numbers = " ".join(f"U+{ord(character):04X}" for character in text[start:end])
        yield Piece(numbers, "unseen")
        place = end
    if place < len(text):
        yield Piece(text[place:], mark)


def _carries(word: str) -> bool:
    return len(word) > 1 and word not in STOPWORDS and any(map(str.isalnum, word))
