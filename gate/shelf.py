"""The beliefs that exist, laid out so that a diff meets only those that it could clash with.

All texts are split at once; each distinct word is looked up once; a belief is read in full only
when a rule could fire on it. What is left out cannot clash: a test compares with every pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gate import lexicon, negation, vocabulary
from gate.antonyms import topic
from gate.conflict import Contradiction
from gate.contradiction import Reading, clash
from gate.frames import Slot
from gate.rules.substitution import kept, may_have_replaced
from gate.statement import Statement
from gate.synonyms import synonyms_of
from gate.vocabulary import Vocabulary
from gate.wording import normalize

Places = npt.NDArray[np.bool_]
"""For each text, whether it is meant."""

_MOST_TOPICS = 62
"""Bits of a whole number that are safe to use: topics that can be told apart."""

_START = "\x00"
"""Stands before each text, and in none."""

_INSTEAD = "\x01"
"""Takes its place where a text holds it."""


class Shelf:
    """An index over texts; a text is named by its place."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._readings: dict[int, Reading] = {}
        self._seen: dict[int, tuple[frozenset[str], bool]] = {}
        words = _split(texts)
        numbers: dict[str, int] = defaultdict(count().__next__)
        self._flat = np.fromiter(map(numbers.__getitem__, words), np.int32, len(words))
        self._numbers = dict(numbers)
        self._starts = np.flatnonzero(self._flat == self._numbers.get(_START, -1))
        self._lengths = np.diff(self._starts, append=len(words)) - 1
        self._vocabulary = Vocabulary(list(numbers))

    def same_text(self, normalized: str) -> Sequence[int]:
        """Return where exactly this normalised text stands."""
        words = normalized.replace(_START, _INSTEAD).split()
        numbers = [self._numbers.get(word, -1) for word in words]
        if not words:
            return np.flatnonzero(self._lengths == 0).tolist()
        if -1 in numbers:
            return []
        order, ends = self._postings
        rarest = min(numbers, key=lambda n: self._counts[n])
        stands = order[ends[rarest] - self._counts[rarest] : ends[rarest]]
        texts = np.unique(self._text_of_word[stands])
        near = texts[self._lengths[texts] == len(words)].tolist()
        return [n for n in near if normalize(self._texts[n]) == normalized]

    def clashing(self, text: str) -> dict[int, Contradiction]:
        """Return each place that contradicts `text`, by the seed's rule or else a stronger one."""
        if not len(self._texts):
            return {}
        return self._by_stronger_rules(text) | self._by_seed_rule(text)

    def _by_stronger_rules(self, text: str) -> dict[int, Contradiction]:
        reading = Reading.of(text)
        meant = np.zeros(len(self._texts), np.bool_)
        for statement in reading.statements:
            meant |= self._candidates(statement)
        found = ((n, clash(reading, self._reading(n))) for n in np.flatnonzero(meant).tolist())
        return {place: conflict for place, conflict in found if conflict}

    def _reading(self, place: int) -> Reading:
        if place not in self._readings:
            self._readings[place] = Reading.of(self._texts[place])
        return self._readings[place]

    def _candidates(self, statement: Statement) -> Places:
        """Return the places on which one of the rules could fire."""
        view = self._view(statement)
        meant = view.says_no_more | view.holding(_required(statement))
        meant |= view.touched & self._bearing(vocabulary.CHANGE | vocabulary.ORDER)
        meant |= self._denying_or_denied(statement, view)
        for slot in statement.slots:
            meant |= self._filling(slot, view)
        for value in statement.left_behind:
            meant |= self._having_all(_topics(value.stems))
        if may_have_replaced(statement):
            meant |= self._nearly_equal(statement, view)
        return meant

    def _denying_or_denied(self, statement: Statement, view: _View) -> Places:
        if not statement.denials:
            return view.may_deny
        if len(statement.denials) > 1:
            return np.zeros(len(self._texts), np.bool_)
        clause = statement.clause_of(statement.denials[0])
        said = _topics(clause.topics.keys() - statement.subject)
        nearly = view.holding_most(_topics(clause.topics), len(_topics(clause.topics)) - 1)
        nearly &= view.holding_most(said, max(len(said) - 1, 1))
        return nearly | view.holding(_topics(clause.topics))

    def _nearly_equal(self, statement: Statement, view: _View) -> Places:
        whole = len(statement.whole)
        close: Places = np.abs(self._lengths - whole) <= lexicon.LONGEST_NAME + whole // 4
        close |= self._statements.several
        close &= np.logical_or.reduceat(self._vocabulary.replaceable[self._flat], self._starts)
        close &= view.holding(_topics(kept(statement)))
        return close

    def _filling(self, slot: Slot, view: _View) -> Places:
        """Return the places that could fill the same slot otherwise."""
        if slot.name == "role":
            return self._bearing(vocabulary.ROLE)
        if slot.name == "attribute":
            return view.touched & self._bearing(vocabulary.COPULA)
        if slot.name == "activity":
            return self._bearing(vocabulary.CURRENT)
        if slot.name == "purpose":
            return self._having_any(_topics(slot.about)) & self._having_any(_topics(["use"]))
        return self._having_any(_topics(lexicon.VERBS_OF_SLOT[slot.name]))

    def _view(self, statement: Statement) -> _View:
        """Look at every text as this statement sees it."""
        topics = sorted(_topics(statement.content))
        if len(topics) > _MOST_TOPICS:
            return self._coarse_view(topics)
        meanings = _meanings(statement, topics)
        names = frozenset[str]().union(*meanings)
        bits = self._vocabulary.bits(meanings)
        still_beyond = self._vocabulary.still_beyond(names, bits)
        places = self._places_of(np.flatnonzero(bits))
        words = self._flat[places]
        covered = self._is_beyond[places] & ~still_beyond[words]
        clauses = _Seen.by(self._clauses.of_word[places], bits[words], covered)
        statements = clauses.by_larger(self._statement_of_clause)
        of_text = statements.by_larger(self._statements.text).spread(len(self._texts))
        odd = self._bearing(vocabulary.STRADDLES) & (of_text != 0)
        no_more = self._statements.texts_with(statements, 0)
        denied = self._clauses.texts_with(clauses, 1, self._denying)
        return _View(topics, of_text, no_more | odd, denied | odd)

    def _coarse_view(self, topics: list[str]) -> _View:
        touched = self._having_any(frozenset(topics))
        of_text = np.where(touched, -1, 0).astype(np.int64)
        return _View(topics, of_text, touched, touched)

    def _places_of(self, words: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return where any of these words stand, in order."""
        order, ends = self._postings
        begins = ends[words] - self._counts[words]
        stands = np.zeros(len(self._flat), np.bool_)
        for begin, end in zip(begins.tolist(), ends[words].tolist(), strict=True):
            stands[order[begin:end]] = True
        return np.flatnonzero(stands)

    @cached_property
    def _postings(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """All places, ordered by the word that stands there, and where each word's end."""
        small = len(self._numbers) <= np.iinfo(np.uint16).max
        keys = self._flat.astype(np.uint16) if small else self._flat  # Those sort in one pass.
        return np.argsort(keys, kind="stable"), np.cumsum(self._counts)

    @cached_property
    def _counts(self) -> npt.NDArray[np.int64]:
        """How often each word stands anywhere."""
        return np.bincount(self._flat, minlength=len(self._numbers))

    @cached_property
    def _signs_of_words(self) -> npt.NDArray[np.int32]:
        return self._vocabulary.signs[self._flat]

    @cached_property
    def _is_beyond(self) -> Places:
        """For each place, whether a word there surely brings a topic, whichever."""
        beyond = self._vocabulary.certain[self._flat]
        beyond[self._labels] = True
        return beyond

    @cached_property
    def _text_of_word(self) -> npt.NDArray[np.int64]:
        return np.repeat(np.arange(len(self._texts)), self._lengths + 1)

    @cached_property
    def _statements(self) -> _Stretches:
        """The stretches that lie within one statement each."""
        signs = self._signs_of_words
        begins = (signs & vocabulary.BEGINS) != 0
        begins[1:] |= (signs[:-1] & vocabulary.ENDS) != 0
        begins[1:] |= ((signs[:-1] & vocabulary.CLOSES) != 0) & (
            (signs[1:] & vocabulary.JOINS) != 0
        )
        return _Stretches.between(begins, self._starts, self._is_beyond)

    @cached_property
    def _clauses(self) -> _Stretches:
        """The stretches that lie within one clause each."""
        signs = self._signs_of_words
        begins = (signs & (vocabulary.OPENS | vocabulary.BEGINS)) != 0
        begins[1:] |= (signs[:-1] & vocabulary.CLOSES) != 0
        return _Stretches.between(begins, self._starts, self._is_beyond)

    @cached_property
    def _statement_of_clause(self) -> npt.NDArray[np.int64]:
        """A clause never goes beyond its statement: whatever begins one begins a clause."""
        return self._statements.of_word[self._clauses.begins]

    @cached_property
    def _denying(self) -> Places:
        """Which clauses may deny something."""
        signs = np.bitwise_or.reduceat(self._signs_of_words, self._clauses.begins)
        return _some(signs & vocabulary.DENIAL)

    @cached_property
    def _labels(self) -> npt.NDArray[np.int64]:
        """Where numbers stand that surely name and do not count, as in `option 7`."""
        signs = self._signs_of_words
        found = (signs & vocabulary.DIGITS) != 0
        found[1:] &= (signs[:-1] & vocabulary.NAMES) != 0
        found[:-1] &= (signs[1:] & vocabulary.UNIT) == 0
        return np.flatnonzero(found)

    @cached_property
    def _signs(self) -> npt.NDArray[np.int32]:
        return np.bitwise_or.reduceat(self._signs_of_words, self._starts)

    def _bearing(self, signs: int) -> Places:
        return _some(self._signs & signs)

    def _having_any(self, topics: Iterable[str]) -> Places:
        found = np.zeros(len(self._vocabulary.signs), np.bool_)
        for name in topics:
            found |= self._vocabulary.bits([[name]]) != 0
        return np.logical_or.reduceat(found[self._flat], self._starts)

    def _having_all(self, topics: Iterable[str]) -> Places:
        found = [self._having_any([name]) for name in topics]
        return np.logical_and.reduce(found) if found else np.zeros(len(self._texts), np.bool_)

    def _by_seed_rule(self, text: str) -> dict[int, Contradiction]:
        tokens = sorted(negation.content_tokens(text))
        wanted, denied = frozenset(tokens), negation.has_negation(text)
        turned = (
            ~self._bearing(vocabulary.SURE_MARKER) if denied else self._bearing(vocabulary.MARKER)
        )
        among = np.flatnonzero(turned)
        if not tokens or not len(among):
            return {}
        bits = self._vocabulary.token_bits(tokens[:_MOST_TOPICS], self._numbers)
        places = self._places_of(np.flatnonzero(bits))
        words = self._flat[places]
        seen = _Seen.by(self._text_of_word[places], bits[words], np.zeros(len(places), np.bool_))
        unseen = len(tokens) - len(tokens[:_MOST_TOPICS])
        shared = np.bitwise_count(seen.spread(len(self._texts))[among]) + unseen
        union = len(tokens) + np.maximum(self._fewest_tokens[among] - shared, 0)
        near = among[shared >= negation.OVERLAP_THRESHOLD * union]
        return {
            place: conflict
            for place in near.tolist()
            if self._is_near(place, wanted, denied)
            and (conflict := negation.negation_overlap(text, self._texts[place]))
        }

    @cached_property
    def _fewest_tokens(self) -> npt.NDArray[np.int64]:
        """How many different tokens of the seed's rule each text surely has."""
        order, _ = self._postings
        words, texts = self._flat[order], self._text_of_word[order]
        counts = (self._vocabulary.signs & vocabulary.TOKEN)[words] != 0
        # The same word of the same text stands in one run there: it counts once.
        counts[1:] &= (words[1:] != words[:-1]) | (texts[1:] != texts[:-1])
        return np.bincount(texts[counts], minlength=len(self._texts))

    def _is_near(self, place: int, tokens: frozenset[str], denied: bool) -> bool:
        """Look as the seed's rule does, but read each text once."""
        if place not in self._seen:
            seen = self._texts[place]
            self._seen[place] = (negation.content_tokens(seen), negation.has_negation(seen))
        others, other_denied = self._seen[place]
        if other_denied == denied:
            return False
        return negation.overlap(tokens, others) >= negation.OVERLAP_THRESHOLD


class _Seen(NamedTuple):
    """What of a statement's topics is seen in the stretches that have some, in their order."""

    owners: npt.NDArray[np.int64]
    """The stretches: clauses, statements or whole texts."""

    bits: npt.NDArray[np.int64]
    """Which topics each may have."""

    covered: npt.NDArray[np.int64]
    """How many of its words surely bring a topic, and none that is not among them."""

    @classmethod
    def by(
        cls, owners: npt.NDArray[np.int64], bits: npt.NDArray[np.int64], covered: npt.NDArray[Any]
    ) -> _Seen:
        """Lay together what has one owner; each comes in one run."""
        if not len(owners):
            return cls(owners, bits, covered.astype(np.int64))
        first = np.append(0, np.flatnonzero(owners[1:] != owners[:-1]) + 1)
        return cls(
            owners[first],
            np.bitwise_or.reduceat(bits, first),
            np.add.reduceat(covered, first, dtype=np.int64),
        )

    def by_larger(self, owner_of: npt.NDArray[np.int64]) -> _Seen:
        """Lay together what the larger stretches have that these are parts of."""
        return _Seen.by(owner_of[self.owners], self.bits, self.covered)

    def spread(self, count: int) -> npt.NDArray[np.int64]:
        """Return the topics that each of `count` owners may have."""
        found = np.zeros(count, np.int64)
        found[self.owners] = self.bits
        return found


class _Stretches(NamedTuple):
    """Texts cut into stretches of words."""

    begins: npt.NDArray[np.int64]
    of_word: npt.NDArray[np.int64]
    """The stretch in which each word stands."""

    text: npt.NDArray[np.int64]
    """The text in which each stretch stands."""

    beyond: npt.NDArray[np.int64]
    """How many words of each surely bring a topic."""

    @classmethod
    def between(cls, begins: Places, starts: npt.NDArray[np.int64], beyond: Places) -> _Stretches:
        """Cut at each word that begins a stretch, and at each text."""
        begins[starts] = True
        places = np.flatnonzero(begins)
        counts = np.add.reduceat(beyond, places, dtype=np.int64) if len(places) else places
        of_word = np.cumsum(begins) - 1
        text = np.searchsorted(starts, places, "right") - 1
        return cls(places, of_word, text, counts)

    @property
    def several(self) -> Places:
        """Which texts have more than one."""
        return np.bincount(self.text) > 1

    def texts_with(self, seen: _Seen, slack: int, among: Places | None = None) -> Places:
        """Return which texts have a stretch with some of the topics, and none beyond.

        One with two topics or more may have `slack` words beyond.
        """
        more = self.beyond[seen.owners] - seen.covered
        meant = (more <= 0) | ((more <= slack) & (np.bitwise_count(seen.bits) > 1))
        if among is not None:
            meant &= among[seen.owners]
        found = np.zeros(self.text[-1] + 1, np.bool_)
        found[self.text[seen.owners[meant]]] = True
        return found


class _View(NamedTuple):
    """Which of a statement's topics each text names."""

    topics: list[str]
    of_text: npt.NDArray[np.int64]
    """Bit `n` for `topics[n]`."""

    says_no_more: Places
    """A stretch of the text brings some of the topics, and surely none beyond."""

    may_deny: Places
    """So does a clause with a denial; or it brings two, and hardly any beyond."""

    @property
    def touched(self) -> Places:
        return _some(self.of_text)

    def holding(self, topics: frozenset[str]) -> Places:
        return self.holding_most(topics, len(topics))

    def holding_most(self, topics: Iterable[str], needed: int) -> Places:
        """Return which texts name at least so many of these."""
        mask = sum(1 << n for n, name in enumerate(self.topics[:_MOST_TOPICS]) if name in topics)
        named = np.bitwise_count(self.of_text & mask)
        return _some(named >= min(needed, mask.bit_count()))


def _some(values: npt.NDArray[Any]) -> Places:
    """Return where there is anything."""
    found: Places = values != 0
    return found


def _split(texts: Sequence[str]) -> list[str]:
    joined = f" {_START} ".join(["", *texts])
    if joined.count(_START) != len(texts):
        joined = f" {_START} ".join(["", *(text.replace(_START, _INSTEAD) for text in texts)])
    return joined.lower().split()


def _topics(stems: Iterable[str]) -> frozenset[str]:
    return frozenset(topic(word) for word in stems if word not in (lexicon.LIKE, lexicon.ALLOW))


def _meanings(statement: Statement, topics: Sequence[str]) -> list[frozenset[str]]:
    """Return each topic with the topics of whatever can stand for its words."""
    found = {name: {name} for name in topics}
    for word in statement.content:
        if (name := topic(word)) in found:
            found[name] |= _topics(synonyms_of(word))
    return [frozenset(found[name]) for name in topics]


def _required(statement: Statement) -> frozenset[str]:
    """Topics that a text must have all of to say the same thing otherwise."""
    units = {quantity.unit_word for quantity in statement.quantities}
    stated = statement.content.keys() - lexicon.CHANGE_VERB_STEMS
    return _topics(stated - units) or _topics(stated)
