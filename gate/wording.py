"""How a text is read: normalised, cut into words with their places, and words brought to a stem.

Everything here is the same on every machine: no locale, no hash order, no table from outside.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from gate.spelling import IRREGULAR, SPELLED_OUT


class Span(NamedTuple):
    """A stretch of a text: `text[start:end]`, counted in code points."""

    start: int
    end: int


class Token(NamedTuple):
    """One word in its canonical spelling, and where it stands in the text as it was written."""

    word: str
    span: Span


_WORD = re.compile(r"\d+(?:[.,:]\d+)+%?|[^\W_]+(?:['’ʼ＇‘`´][^\W_]+)*[+#%]*|[^\w\s]")
_SCRIPTS_WITHOUT_SPACES = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[\u3040-\u309f]+|[\u30a0-\u30ff]+|[^\u3040-\u9fff]+"
)
_FIRST_SYMBOL_THAT_COUNTS = "\u2190"
_APOSTROPHES = str.maketrans(dict.fromkeys("’ʼ＇‘`´", "'"))
_DOUBLED = re.compile(r"([bdfgkmnprtvz])\1$")
_CLITICS = {"'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'m": "am", "'s": "'s"}
_ELISIONS = frozenset({"l", "d", "n", "j", "m", "t", "s", "c", "qu"})


def normalize(text: str) -> str:
    """Return `text` in lower case with every run of white space as one blank, ends trimmed."""
    return " ".join(text.lower().split())


def tokens(text: str, within: Span | None = None) -> list[Token]:
    """Return the words, numbers and pictographs of `text`, contractions taken apart.

    `within`: only those of this stretch; their places are counted from the start of `text`.

    `don’t` gives `do` and `not`, both with the span of the whole contraction.
    """
    return [
        Token(word, Span(start, end))
        for surface, start, end in _surfaces(text, within or Span(0, len(text)))
        for word in spell_out(surface)
    ]


@lru_cache(maxsize=16_384)
def spell_out(surface: str) -> tuple[str, ...]:
    """Return the canonical words of one written word: lower case, NFKC, contractions expanded."""
    word = surface.lower().translate(_APOSTROPHES)
    if not word.isascii():
        word = unicodedata.normalize("NFKC", word)
    if word in SPELLED_OUT:
        return SPELLED_OUT[word]
    if word.endswith("n't") and len(word) > 3:
        return (word[:-3], "not")
    head, mark, tail = word.partition("'")
    if not (head and tail):
        return (head or tail,)
    if head in _ELISIONS:
        return ("ne", tail) if head == "n" else (tail,)
    return (head, _CLITICS.get(mark + tail, tail))


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Return the form that an English word's inflections share; other words stay as they are."""
    word = IRREGULAR.get(word, word)
    if word == "quite" or len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    word = _without_tense(_singular(word))
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def word_list(text: str) -> frozenset[str]:
    """Return the words of a list that is written as one text."""
    return frozenset(text.split())


def stem_list(text: str) -> frozenset[str]:
    """Return their stems."""
    return frozenset(map(stem, text.split()))


def _surfaces(text: str, within: Span) -> list[tuple[str, int, int]]:
    found = []
    for match in _WORD.finditer(text, *within):
        surface = match.group()
        if surface.isascii():
            if surface[0].isalnum():
                found.append((surface, match.start(), match.end()))
        else:
            found.extend(_pieces(surface, match.start()))
    return found


def _pieces(surface: str, offset: int) -> list[tuple[str, int, int]]:
    """Cut what has no blanks between words: Han by character, kana by run."""
    if not surface[0].isalnum() and surface[0] < _FIRST_SYMBOL_THAT_COUNTS:
        return []
    return [
        (piece.group(), offset + piece.start(), offset + piece.end())
        for piece in _SCRIPTS_WITHOUT_SPACES.finditer(surface)
    ]


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_tense(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 2 and any(letter in "aeiouy" for letter in rest):
            return _DOUBLED.sub(r"\1", rest)
    return word
