"""What one written word can mean to the rules, whatever sentence it stands in.

The index keeps it for each distinct word. It errs on one side only: a word may promise a topic
that the sentence then does not use, never the other way round.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from gate import lexicon, negation
from gate.antonyms import topic
from gate.quantity import is_number
from gate.statement import carries_topic, is_japanese_negation
from gate.wording import spell_out, stem, tokens

Sign = Literal["loose", "change", "order", "copula", "role", "current", "marker"]


class WordEntry(NamedTuple):
    """A blank-separated word of a text in lower case."""

    topics: frozenset[str]
    """The topics that it can bring, opposites under one name."""

    is_certain: bool
    """It brings its topics in every sentence."""

    seed_tokens: frozenset[str]
    signs: frozenset[Sign]
    """What makes a belief that holds it worth reading in full."""


_LETTERS = re.compile(r"\w+")
_BREAK = re.compile(r"[.!?;…]$|[—–。！？；]|^-+$")
_MARKER_HEADS = frozenset(_LETTERS.findall(marker)[0] for marker in negation.MARKERS)
_PHRASE_WORDS = frozenset(word for words in (*lexicon.IDIOMS, *lexicon.PHRASES) for word in words)
_LOOSE_WORDS = lexicon.REASON_WORDS | {"but", "not"}
_SIGN_OF_WORD: dict[str, Sign] = {
    "over": "order",
    "than": "order",
    "rather": "order",
    "instead": "order",
    "is": "copula",
    "are": "copula",
    "'s": "copula",
    "currently": "current",
}


def look_up(written: str) -> WordEntry:
    """Return what `written` can mean; it holds no white space and is in lower case."""
    words = spell_out(written) if written.isalpha() and written.isascii() else _words(written)
    bearing = [word for word in words if carries_topic(word)]
    return WordEntry(
        topics=frozenset(topic(stem(word)) for word in bearing),
        is_certain=bool(bearing) and not any(map(_is_ambiguous, words)),
        seed_tokens=negation.content_tokens(written),
        signs=frozenset(_signs(written, words)),
    )


def _words(written: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens(written))


def _is_ambiguous(word: str) -> bool:
    root = stem(word)
    return (
        is_number(word)
        or word in _PHRASE_WORDS
        or is_japanese_negation(word)
        or root in lexicon.NEGATIVE_VERB_STEMS
        or root in lexicon.CHANGE_VERB_STEMS
        or root in lexicon.UNIT_SIZES
    )


def _signs(written: str, words: tuple[str, ...]) -> set[Sign]:
    signs = {_SIGN_OF_WORD[word] for word in words if word in _SIGN_OF_WORD}
    roots = {stem(word) for word in words}
    if _BREAK.search(written) or not _LOOSE_WORDS.isdisjoint(words):
        signs.add("loose")
    if not roots.isdisjoint(lexicon.CHANGE_VERB_STEMS | lexicon.ABANDON_VERB_STEMS):
        signs.add("change")
    if not roots.isdisjoint(lexicon.ROLE_STEMS | lexicon.ROLE_TITLE_STEMS):
        signs.add("role")
    if not _MARKER_HEADS.isdisjoint(_LETTERS.findall(written)):
        signs.add("marker")
    return signs
