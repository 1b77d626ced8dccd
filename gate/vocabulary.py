"""What one written word can mean to the rules, whatever sentence it stands in.

The index asks it of each distinct word. It errs on one side only: a word may promise a topic that
the sentence then does not use, never the other way round.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gate import antonyms, dates, exclusion, lexicon, negation, phrases, scenes, units
from gate.quantity import is_number
from gate.statement import carries_topic, is_japanese_negation
from gate.wording import spell_out, stem, tokens

CHANGE, DATE, COPULA, ROLE, CURRENT, DENIAL = (1 << n for n in range(6))
"""Signs that a rule's frame may be there."""

MARKER, SURE_MARKER = 1 << 7, 1 << 8
"""A negation marker of the seed's rule may, or does, begin here."""

TOKEN = 1 << 18
"""It is one of the seed's tokens, and no other."""

OPENS, CLOSES, STRADDLES = 1 << 9, 1 << 10, 1 << 11
"""Another clause begins with it, or behind it, or within it."""

BEGINS, ENDS, JOINS = 1 << 15, 1 << 16, 1 << 17
"""Another statement begins with it, or behind it; `JOINS`: with it, where a comma stands before."""

AND, GOES_ON = 1 << 19, 1 << 20
"""Another statement begins with what `GOES_ON`, behind `AND`."""

DIGITS, NAMES, UNIT = 1 << 12, 1 << 13, 1 << 14
"""A plain number; what makes a label of a number behind it; what counts a number before it."""

_LETTERS = re.compile(r"\w+")
_CLOSES = re.compile(r"[.!?;…,:)—–。！？；，、-]$")
_ENDS = re.compile(r"[.!?;:…—–。！？；-]$")
_PARTS = re.compile(r"[.!?;…,:()—–。！？；，、]|--")
_DASHES = re.compile(r"^[—–-]+$")
_MARKER_HEADS = frozenset(_LETTERS.findall(marker)[0] for marker in negation.MARKERS)
_SURE_MARKERS = frozenset(marker for marker in negation.MARKERS if marker.isalpha())
_PHRASE_WORDS = frozenset(word for words in (*phrases.IDIOMS, *phrases.PHRASES) for word in words)
_AMBIGUOUS_STEMS = (
    lexicon.NEGATIVE_VERB_STEMS
    | lexicon.CHANGE_VERB_STEMS
    | units.UNIT_SIZES.keys()
    | lexicon.PERIOD_STEMS
    | {"plus"}
)
_NEGATORS = lexicon.PLAIN_NEGATORS | lexicon.SCOPED_NEGATORS
_BEGINNERS = lexicon.REASON_WORDS | {"but"}
_OPENERS = lexicon.CLAUSE_OPENERS | _BEGINNERS
_SIGN_OF_WORD = {
    **dict.fromkeys(lexicon.COPULAS, COPULA),
    **dict.fromkeys(_NEGATORS, DENIAL),
    **dict.fromkeys(lexicon.FORMERLY, CHANGE),
    "plus": DENIAL,
    "currently": CURRENT,
}
_SIGN_OF_STEM: dict[str, int] = {
    **dict.fromkeys(lexicon.CHANGE_VERB_STEMS | lexicon.ABANDON_VERB_STEMS, CHANGE),
    **dict.fromkeys(lexicon.ROLE_STEMS | lexicon.ROLE_TITLE_STEMS, ROLE),
}


def _topics_of_phrases() -> dict[str, frozenset[str]]:
    """Return for each word the topics of the phrases that it can be part of."""
    found: dict[str, set[str]] = defaultdict(set)
    for words, meaning in phrases.PHRASES.items():
        if carries_topic(meaning):
            for word in words:
                found[word].add(antonyms.topic(stem(meaning)))
    return {word: frozenset(topics) for word, topics in found.items()}


_TOPICS_OF_PHRASES = _topics_of_phrases()
_BEGIN_CHANGES = frozenset(
    words[0]
    for words, meaning in phrases.PHRASES.items()
    if stem(meaning) in lexicon.ABANDON_VERB_STEMS
)
_WORDS_OF_DATES = frozenset(
    word for words, meaning in phrases.PHRASES.items() if dates.is_name(meaning) for word in words
)


class Facts(NamedTuple):
    """What is known of one word."""

    topics: tuple[str, ...]
    certain: bool
    """It brings its topics in every sentence."""

    signs: int


class Vocabulary:
    """The distinct words of many texts, numbered as they come; each in lower case."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._facts = list(map(facts_of, numbers))
        self.signs = np.fromiter((f.signs for f in self._facts), np.int32, len(numbers))
        self.certain = np.fromiter((f.certain for f in self._facts), np.bool_, len(numbers))
        self._by_topic: dict[str, list[int]] = defaultdict(list)
        for n, found in enumerate(self._facts):
            for name in found.topics:
                self._by_topic[name].append(n)

    @cached_property
    def replaceable(self) -> npt.NDArray[np.bool_]:
        """For each word, whether another could stand in its place and exclude it."""
        return np.fromiter(map(_is_replaceable, self._numbers), np.bool_, len(self._numbers))

    def bringing(self, topics: Iterable[str]) -> frozenset[int]:
        """Return the words that may bring one of these topics."""
        return frozenset[int]().union(*(self._by_topic.get(name, ()) for name in topics))

    def within(self, topics: frozenset[str], words: Iterable[Iterable[int]]) -> frozenset[int]:
        """Return of all these words those that surely bring no topic but these.

        A number does not either, where it brings one: it is its own topic.
        """
        return frozenset(
            n
            for n in chain.from_iterable(words)
            if self._facts[n].signs & DIGITS
            or (self._facts[n].certain and topics.issuperset(self._facts[n].topics))
        )

    def holding(self, token: str) -> list[int]:
        """Return the words that hold this token of the seed's rule."""
        alone = [self._numbers[token]] if token in self._numbers else []
        return alone + self._joined_by_token.get(token, [])

    @cached_property
    def _joined_by_token(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for word, n in self._numbers.items():
            if not (word.isascii() and word.isalnum()):
                for token in negation.content_tokens(word):
                    found[token].append(n)
        return found


@lru_cache(maxsize=65_536)
def facts_of(written: str) -> Facts:
    """Return what is known of a word as it is written, in lower case."""
    if written.isascii() and written.isalnum():
        if written.isdigit():
            return Facts((written,), False, DIGITS | TOKEN | _date_sign(written))
        words = spell_out(written)
        if len(words) == 1:
            return _facts_of_plain(written)
    return _facts_of_joined(written)


def _facts_of_plain(word: str) -> Facts:
    root = stem(word)
    signs = _signs(word, root)
    if word not in negation.STOPWORDS:
        signs |= TOKEN
    if word in _MARKER_HEADS:
        signs |= MARKER
    if word in _SURE_MARKERS:
        signs |= SURE_MARKER
    if word in _OPENERS:
        signs |= OPENS
    if word in _BEGINNERS:
        signs |= BEGINS
    if word in ("and", "not"):
        signs |= JOINS
    if word == "and":
        signs |= AND
    if word in lexicon.GO_ON:
        signs |= GOES_ON
    if word not in lexicon.FUNCTION_WORDS and word.isalpha():
        signs |= UNIT
        counted = word in units.BOUND_WORDS or root in units.NUMBERED_STEMS
        if not counted and not lexicon.is_verb(word):
            signs |= NAMES
    of_phrases = _TOPICS_OF_PHRASES.get(word, frozenset())
    if word in lexicon.WITHOUT_TOPIC or root in lexicon.ATTITUDE_STEMS:
        return Facts(tuple(of_phrases), False, signs)
    topics = tuple(of_phrases | {antonyms.topic(root)})
    return Facts(topics, not _is_ambiguous(word, root), signs)


def _facts_of_joined(written: str) -> Facts:
    """Look at what is written with punctuation, or contracted, or without blanks."""
    words = [token.word for token in tokens(written)]
    own = {antonyms.topic(stem(word)) for word in words if carries_topic(word)}
    topics = tuple(own.union(*(_TOPICS_OF_PHRASES.get(word, ()) for word in words)))
    signs = 0
    for word in words:
        signs |= _signs(word, stem(word))
        if word in _OPENERS:
            signs |= STRADDLES
    if _CLOSES.search(written):
        signs |= CLOSES
    if _ENDS.search(written):
        signs |= ENDS
    if _PARTS.search(written.rstrip(".,;:!?…")) or _DASHES.search(written):
        signs |= STRADDLES
    if not _MARKER_HEADS.isdisjoint(_LETTERS.findall(written)):
        signs |= MARKER
    certain = bool(topics) and not any(_is_ambiguous(word, stem(word)) for word in words)
    return Facts(topics, certain and not signs & STRADDLES, signs)


def _is_ambiguous(word: str, root: str) -> bool:
    return (
        root in _AMBIGUOUS_STEMS
        or word in _PHRASE_WORDS
        or is_number(word)
        or scenes.place_in_order(word) is not None
        or is_japanese_negation(word)
    )


def _signs(word: str, root: str) -> int:
    signs = _SIGN_OF_WORD.get(word, 0) | _SIGN_OF_STEM.get(root, 0) | _date_sign(word)
    if word in _BEGIN_CHANGES:
        signs |= CHANGE
    if root in lexicon.NEGATIVE_VERB_STEMS or is_japanese_negation(word):
        signs |= DENIAL
    return signs


def _date_sign(word: str) -> int:
    return DATE if dates.may_be_part(word) or word in _WORDS_OF_DATES else 0


def _is_replaceable(written: str) -> bool:
    """Return whether another word may exclude one of these."""
    return any(
        is_number(word)
        or exclusion.is_member(stem(word))
        or antonyms.has_antonym(stem(word))
        or stem(word) in scenes.PLACE_PHRASE_HEADS
        or scenes.place_in_order(word) is not None
        for word in (token.word for token in tokens(written))
    )
