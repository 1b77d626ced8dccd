"""What one written word can mean to the rules, whatever sentence it stands in.

The index keeps it for each distinct word. It errs on one side only: a word may promise a topic
that the sentence then does not use, never the other way round.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
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
_BREAK = re.compile(r"[.!?;…,]$|[—–。！？；]|^-+$")
_MARKER_HEADS = frozenset(_LETTERS.findall(marker)[0] for marker in negation.MARKERS)
_PHRASE_WORDS = frozenset(word for words in (*lexicon.IDIOMS, *lexicon.PHRASES) for word in words)
_SIGN_OF_WORD: dict[str, Sign] = {
    **dict.fromkeys(("over", "than", "rather", "instead"), "order"),
    **dict.fromkeys(("is", "are", "'s"), "copula"),
    **dict.fromkeys((*sorted(lexicon.REASON_WORDS), "but"), "loose"),
    "currently": "current",
}
_SIGN_OF_STEM: dict[str, Sign] = {
    **dict.fromkeys(lexicon.CHANGE_VERB_STEMS | lexicon.ABANDON_VERB_STEMS, "change"),
    **dict.fromkeys(lexicon.ROLE_STEMS | lexicon.ROLE_TITLE_STEMS, "role"),
}


class Words:
    """The distinct words of many texts, found by what they can mean."""

    def __init__(self, written: Iterable[str]) -> None:
        self._entries = {word: look_up(word) for word in written}
        self._by_topic: dict[str, list[str]] = defaultdict(list)
        self._by_token: dict[str, list[str]] = defaultdict(list)
        self._by_sign: dict[Sign, list[str]] = defaultdict(list)
        for word, entry in self._entries.items():
            for name in entry.topics:
                self._by_topic[name].append(word)
            for token in entry.seed_tokens:
                self._by_token[token].append(word)
            for sign in entry.signs:
                self._by_sign[sign].append(word)
        self.certain = frozenset(word for word, entry in self._entries.items() if entry.is_certain)
        self.numbers = frozenset(word for word in self._entries if word.isdigit())

    def of_topic(self, name: str) -> Sequence[str]:
        """Return the words that can bring this topic."""
        return self._by_topic.get(name, ())

    def within(self, topics: frozenset[str]) -> frozenset[str]:
        """Return the words that bring topics, and none beyond these."""
        words = {word for name in topics for word in self.of_topic(name)}
        return frozenset(word for word in words if self._entries[word].topics <= topics)

    def of_seed_tokens(self, tokens: Iterable[str]) -> list[str]:
        """Return the words that hold these tokens of the seed's rule: once for each token."""
        return [word for token in sorted(tokens) for word in self._by_token.get(token, ())]

    def with_sign(self, sign: Sign) -> Sequence[str]:
        """Return the words that bear this sign."""
        return self._by_sign.get(sign, ())


def look_up(written: str) -> WordEntry:
    """Return what `written` can mean; it holds no white space and is in lower case."""
    if written.isascii() and written.isdigit():
        alone = frozenset((written,))
        return WordEntry(topics=alone, is_certain=False, seed_tokens=alone, signs=_NO_SIGNS)
    is_plain = written.isascii() and written.isalnum()
    words = spell_out(written) if is_plain else _words(written)
    bearing = [word for word in words if carries_topic(word)]
    return WordEntry(
        topics=frozenset(topic(stem(word)) for word in bearing),
        is_certain=bool(bearing) and not any(map(_is_ambiguous, words)),
        seed_tokens=negation.content_tokens(written),
        signs=frozenset(_signs(written, words, is_plain)),
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


def _signs(written: str, words: tuple[str, ...], is_plain: bool) -> Iterable[Sign]:
    for word in words:
        if word in _SIGN_OF_WORD:
            yield _SIGN_OF_WORD[word]
        if (root := stem(word)) in _SIGN_OF_STEM:
            yield _SIGN_OF_STEM[root]
    if not is_plain and _BREAK.search(written):
        yield "loose"
    if not _MARKER_HEADS.isdisjoint((written,) if is_plain else _LETTERS.findall(written)):
        yield "marker"


_NO_SIGNS: frozenset[Sign] = frozenset()
