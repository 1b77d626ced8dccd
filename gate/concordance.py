"""Many texts word by word: which texts each word stands in, and what can be said of a text by it.

All texts are split at once and each distinct word is looked up once; whatever is asked of all of
them afterwards is asked in numpy. A text is named by its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gate import vocabulary
from gate.vocabulary import Vocabulary

Texts = npt.NDArray[np.bool_]
"""For each text, whether it is meant."""

Counts = npt.NDArray[np.signedinteger[Any]]
"""For each text, how many."""

Topics = npt.NDArray[np.int64]
"""For each text, which of some topics it names: bit `n` for the one numbered `n`."""

MOST_TOPICS = 62
"""Bits of a whole number that are safe to use: topics that can be told apart."""

_START = "\x00"
"""Stands before each text, and in none."""

_INSTEAD = "\x01"
"""Takes its place where a text holds it."""

_NONE_SUCH = np.iinfo(np.int32).max
"""More words than any stretch has: that of a text that has no such stretch."""


class Postings:
    """The texts in which each word stands, as often as it does there."""

    def __init__(
        self, words: npt.NDArray[np.int64], texts: npt.NDArray[np.int64], vocabulary: int, size: int
    ) -> None:
        few = vocabulary <= np.iinfo(np.uint16).max
        keys = words.astype(np.uint16) if few else words  # Those sort in one pass.
        self.texts = texts.take(np.argsort(keys, kind="stable"))
        self.counts = np.bincount(words, minlength=vocabulary)
        self._ends = np.cumsum(self.counts)
        self._size = size

    def of(self, words: Iterable[int]) -> npt.NDArray[np.int64]:
        """Return the text of every place where one of these words stands."""
        stands = [self.texts[self._ends[n] - self.counts[n] : self._ends[n]] for n in words]
        return np.concatenate(stands) if stands else self.texts[:0]

    def how_often(self, words: Iterable[int]) -> Counts:
        """Return how often each text has any of these words."""
        return np.bincount(self.of(words), minlength=self._size)

    def naming(self, topics: Sequence[Iterable[int]]) -> Topics:
        """Return which topics each text names, given the words that name each.

        Of more than can be told apart it is all or none.
        """
        if len(topics) > MOST_TOPICS:
            return -self.naming([frozenset[int]().union(*topics)])
        found = np.zeros(self._size, np.int64)
        for bit, words in enumerate(topics):
            found[self.of(words)] |= 1 << bit
        return found


class Concordance:
    """An index over the words of texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._flat, self._numbers = _numbered(texts)
        self._starts = np.flatnonzero(self._flat == self._numbers.get(_START, -1))
        self.size = len(texts)
        self.lengths = np.diff(self._starts, append=len(self._flat)) - 1
        self.vocabulary = Vocabulary(self._numbers)

    def with_words(self, words: Sequence[str]) -> list[int]:
        """Return the texts that have just as many words, and the rarest of these among them."""
        if not words:
            return np.flatnonzero(self.lengths == 0).tolist()
        numbers = [self._numbers.get(word.replace(_START, _INSTEAD), -1) for word in words]
        if -1 in numbers:
            return []
        texts = self.everywhere.of([min(numbers, key=self.everywhere.counts.__getitem__)])
        found: list[int] = np.unique(texts[self.lengths[texts] == len(words)]).tolist()
        return found

    def bearing(self, signs: int) -> Texts:
        """Return which texts have a word with one of the vocabulary's signs."""
        words = np.flatnonzero(self.vocabulary.signs & signs)
        return some(self.everywhere.naming([words.tolist()]))

    def having_any(self, topics: Iterable[str]) -> Texts:
        """Return which texts have a word that may bring one of these topics."""
        return some(self.everywhere.naming([self.vocabulary.bringing(topics)]))

    @cached_property
    def everywhere(self) -> Postings:
        """Where each word stands."""
        return Postings(self._flat, self._text_of_word, len(self._numbers), self.size)

    @cached_property
    def in_denials(self) -> Postings:
        """Where each word stands in a clause that may deny something."""
        inside = np.repeat(self._denying, np.diff(self._clauses.begins, append=len(self._flat)))
        texts = self._text_of_word[inside]
        return Postings(self._flat[inside], texts, len(self._numbers), self.size)

    @cached_property
    def fewest_stated(self) -> Counts:
        """How many words surely bring a topic in the statement of a text that has the fewest."""
        counts = self._statements.counts(self._topics_before)
        return np.minimum.reduceat(counts, self._statements.first)

    @cached_property
    def fewest_denied(self) -> Counts:
        """How many do in the clause that may deny something and has the fewest."""
        counts = self._clauses.counts(self._topics_before)
        counts[~self._denying] = _NONE_SUCH
        return np.minimum.reduceat(counts, self._clauses.first)

    @cached_property
    def fewest_tokens(self) -> Counts:
        """How many different tokens of the seed's rule each text surely has."""
        is_token = some(self.vocabulary.signs & vocabulary.TOKEN)
        counts = np.repeat(is_token, self.everywhere.counts)
        # A word that a text repeats stands in one run there: it counts once.
        texts = self.everywhere.texts
        counts[1:] &= texts[1:] != texts[:-1]
        return np.bincount(texts[counts], minlength=self.size)

    @cached_property
    def several(self) -> Texts:
        """Which texts have more than one statement."""
        found: Texts = np.diff(self._statements.first, append=len(self._statements.begins)) > 1
        return found

    @cached_property
    def replaceable(self) -> Texts:
        """Which texts have a word in whose place another could stand that excludes it."""
        words = np.flatnonzero(self.vocabulary.replaceable)
        return some(self.everywhere.naming([words.tolist()]))

    @cached_property
    def _text_of_word(self) -> npt.NDArray[np.int64]:
        return np.repeat(np.arange(self.size), self.lengths + 1)

    @cached_property
    def _signs(self) -> npt.NDArray[np.int32]:
        """What the vocabulary says of the word at each place."""
        return self.vocabulary.signs.take(self._flat)

    @cached_property
    def _topics_before(self) -> npt.NDArray[np.int32]:
        """For each place, how many words before it surely bring a topic, whichever."""
        brings = self.vocabulary.certain.take(self._flat)
        brings[self._labels] = True
        return np.cumsum(np.append(False, brings), dtype=np.int32)

    @property
    def _labels(self) -> npt.NDArray[np.int64]:
        """Where numbers stand that surely name and do not count, as in `option 7`."""
        numbers = np.flatnonzero(some(self._signs & vocabulary.DIGITS))
        before, after = self._signs[numbers - 1], np.append(self._signs, 0)[numbers + 1]
        names = some(before & vocabulary.NAMES) & ~some(after & vocabulary.UNIT)
        return np.compress(names, numbers)

    @cached_property
    def _statements(self) -> _Stretches:
        """The stretches that lie within one statement each."""
        before, signs = self._signs[:-1], self._signs[1:]
        begins = some(self._signs & vocabulary.BEGINS)
        begins[1:] |= some(before & vocabulary.ENDS)
        begins[1:] |= some(before & vocabulary.CLOSES) & some(signs & vocabulary.JOINS)
        begins[1:] |= some(before & vocabulary.AND) & some(signs & vocabulary.GOES_ON)
        return _Stretches.between(begins, self._starts)

    @cached_property
    def _clauses(self) -> _Stretches:
        """The stretches that lie within one clause each."""
        begins = some(self._signs & vocabulary.OPENS)
        begins[1:] |= some(self._signs[:-1] & vocabulary.CLOSES)
        begins[self._statements.begins] = True
        return _Stretches.between(begins, self._starts)

    @cached_property
    def _denying(self) -> npt.NDArray[np.bool_]:
        """Which clauses may deny something."""
        denials = np.flatnonzero(some(self._signs & vocabulary.DENIAL))
        found = np.zeros(len(self._clauses.begins), np.bool_)
        found[np.searchsorted(self._clauses.begins, denials, "right") - 1] = True
        return found


class _Stretches(NamedTuple):
    """Texts cut into stretches of words."""

    begins: npt.NDArray[np.int64]
    """The place of each stretch's first word."""

    first: npt.NDArray[np.int64]
    """The first stretch of each text."""

    @classmethod
    def between(cls, begins: npt.NDArray[np.bool_], starts: npt.NDArray[np.int64]) -> _Stretches:
        """Cut at each word that begins a stretch, and at each text."""
        begins[starts] = True
        places = np.flatnonzero(begins)
        return cls(places, np.searchsorted(places, starts))

    def counts(self, before: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Return how many of what is counted up to each place stand in each stretch."""
        return np.diff(before[self.begins], append=before[-1])


def some(values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Return where there is anything."""
    found: npt.NDArray[np.bool_] = values != 0
    return found


def _numbered(texts: Sequence[str]) -> tuple[npt.NDArray[np.int64], dict[str, int]]:
    """Return the number of each word of the texts, and of each distinct word."""
    words = _split(texts)
    numbers: dict[str, int] = defaultdict(count().__next__)
    return np.fromiter(map(numbers.__getitem__, words), np.int64, len(words)), dict(numbers)


def _split(texts: Sequence[str]) -> list[str]:
    joined = f" {_START} ".join(["", *texts])
    if joined.count(_START) != len(texts):
        joined = f" {_START} ".join(["", *(text.replace(_START, _INSTEAD) for text in texts)])
    return joined.lower().split()
