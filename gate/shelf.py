"""The beliefs that exist, laid out so that a diff meets only those that it could clash with.

A belief is read in full only when a rule could fire on it, by what a concordance tells of its
words. What is left out cannot clash: a test compares with every pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gate import contradiction, lexicon, negation, scenes, vocabulary
from gate.antonyms import topic
from gate.concordance import MOST_TOPICS, Concordance, Texts, Topics, some
from gate.conflict import Contradiction
from gate.contradiction import Reading
from gate.descriptions import Description, ruled_out_by
from gate.frames import Slot
from gate.negation import Heard
from gate.rules.denial import fewest_shared
from gate.rules.substitution import kept, may_have_replaced
from gate.statement import Statement
from gate.synonyms import synonyms_of
from gate.wording import normalize


class Shelf:
    """An index over texts; a text is named by its place."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._index = Concordance(texts)
        self._reading = cache(Reading.of)
        self._heard = cache(Heard.of)

    def same_text(self, normalized: str) -> Sequence[int]:
        """Return where exactly this normalised text stands."""
        near = self._index.with_words(normalized.split())
        return [n for n in near if normalize(self._texts[n]) == normalized]

    def clashing(self, text: str) -> dict[int, Contradiction]:
        """Return each place that contradicts `text`, by the seed's rule or else a stronger one."""
        if not len(self._texts):
            return {}
        return self._by_stronger_rules(text) | self._by_seed_rule(text)

    def _by_stronger_rules(self, text: str) -> dict[int, Contradiction]:
        reading = self._reading(text)
        meant = np.zeros(len(self._texts), np.bool_)
        for statement in reading.statements:
            meant |= self._candidates(statement)
        places: list[int] = np.flatnonzero(meant).tolist()
        found = ((n, contradiction.clash(reading, self._reading(self._texts[n]))) for n in places)
        return {place: conflict for place, conflict in found if conflict}

    def _candidates(self, statement: Statement) -> Texts:
        """Return the places on which one of the rules could fire."""
        view = self._view(statement)
        meant = self._saying_no_more(view) | view.holding(_required(statement))
        meant |= view.touched & self._index.bearing(_signs(statement))
        if statement.order and not statement.order.in_time:
            meant |= view.holding_most(_topics(statement.order.above), 1) & view.holding_most(
                _topics(statement.order.below), 1
            )
        meant |= (
            self._denied(statement, view) if statement.denials else self._denying(statement, view)
        )
        for slot in statement.slots if len(statement.denials) % 2 == 0 else ():
            meant |= self._filling(slot, view)
        for value in (*statement.left_behind, *statement.given_up):
            meant |= self._index.having_any(_topics(value.stems))
        for description in statement.descriptions:
            meant |= self._ruled_out(description)
        if may_have_replaced(statement):
            meant |= self._nearly_equal(statement, view)
        return meant

    def _saying_no_more(self, view: _View) -> Texts:
        """Return the places of which a statement names some of the topics, and none beyond."""
        beyond = self._index.fewest_stated - self._index.everywhere.how_often(view.within)
        return view.touched & (beyond <= 0)

    def _denying(self, statement: Statement, view: _View) -> Texts:
        """Return the places of which a denial does; or names enough, and hardly any beyond."""
        named = self._index.in_denials.naming(view.words)
        beyond = self._index.fewest_denied - self._index.in_denials.how_often(view.within)
        enough = np.bitwise_count(named) >= fewest_shared(statement)
        return (some(named) & (beyond <= 0)) | (enough & (beyond <= 1))

    def _denied(self, statement: Statement, view: _View) -> Texts:
        """Return the places that state what this denies, or all of it but one topic."""
        if len(statement.denials) > 1:
            return np.zeros(len(self._texts), np.bool_)
        clause = statement.clause_of(statement.denials[0])
        if not clause.topics:
            return np.zeros(len(self._texts), np.bool_)
        said = _topics(clause.topics.keys() - statement.subject)
        nearly = view.holding_most(_topics(clause.topics), len(_topics(clause.topics)) - 1)
        nearly &= view.holding_most(said, max(len(said) - 1, 1))
        return nearly | view.holding(_topics(clause.topics))

    def _nearly_equal(self, statement: Statement, view: _View) -> Texts:
        whole = len(statement.whole)
        near: Texts = np.abs(self._index.lengths - whole) <= scenes.LONGEST_NAME + whole // 4
        near |= self._index.several
        return near & self._index.replaceable & view.holding(_topics(kept(statement)))

    def _filling(self, slot: Slot, view: _View) -> Texts:
        """Return the places that could fill the same slot otherwise."""
        if slot.name == "role":
            return self._index.bearing(vocabulary.ROLE)
        if slot.name == "attribute":
            return view.touched & self._index.bearing(vocabulary.COPULA)
        if slot.name == "activity":
            return self._index.bearing(vocabulary.CURRENT)
        if slot.name == "purpose":
            about = self._index.having_any(_topics(slot.about))
            return about & self._index.having_any(_topics(["use"]))
        return self._index.having_any(_topics(lexicon.VERBS_OF_SLOT[slot.name]))

    def _ruled_out(self, description: Description) -> Texts:
        """Return the places that could fit what the description rules out."""
        found = np.zeros(len(self._texts), np.bool_)
        for needed in ruled_out_by(description):
            holding = [self._index.having_any(_topics(stems)) for stems in needed]
            found |= np.logical_and.reduce(holding) if holding else True
        return found

    def _view(self, statement: Statement) -> _View:
        """Look at every text as this statement sees it."""
        topics = sorted(_topics(statement.content))
        meanings = _meanings(statement, topics)
        words = [self._index.vocabulary.bringing(names) for names in meanings]
        within = self._index.vocabulary.within(frozenset[str]().union(*meanings), words)
        return _View(topics, words, within, self._index.everywhere.naming(words))

    def _by_seed_rule(self, text: str) -> dict[int, Contradiction]:
        heard = self._heard(text)
        turned = np.flatnonzero(self._turned(heard))
        places: list[int] = turned[self._share(sorted(heard.tokens), turned)].tolist()
        found = ((n, negation.clash(heard, self._heard(self._texts[n]))) for n in places)
        return {place: conflict for place, conflict in found if conflict}

    def _turned(self, heard: Heard) -> Texts:
        """Return which texts may have a marker where the other has none, or none where it has."""
        if heard.marker:
            return ~self._index.bearing(vocabulary.SURE_MARKER)
        return self._index.bearing(vocabulary.MARKER)

    def _share(self, tokens: Sequence[str], among: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return which of these texts may share enough of the tokens."""
        told_apart = tokens[:MOST_TOPICS]
        words = [self._index.vocabulary.holding(token) for token in told_apart]
        shared = np.bitwise_count(self._index.everywhere.naming(words)[among]).astype(np.int64)
        shared += len(tokens) - len(told_apart)
        union = len(tokens) + np.maximum(self._index.fewest_tokens[among] - shared, 0)
        found: npt.NDArray[np.bool_] = shared >= negation.OVERLAP_THRESHOLD * union
        return found


class _View(NamedTuple):
    """What a statement is about, and what of it each text names."""

    topics: list[str]
    words: list[frozenset[int]]
    """For each topic the words that may bring it."""

    within: frozenset[int]
    """Of those, the ones that surely bring no other."""

    named: Topics

    @property
    def touched(self) -> Texts:
        return some(self.named)

    def holding(self, topics: frozenset[str]) -> Texts:
        return self.holding_most(topics, len(topics))

    def holding_most(self, topics: Iterable[str], needed: int) -> Texts:
        """Return which texts name at least so many of these."""
        mask = sum(1 << n for n, name in enumerate(self.topics[:MOST_TOPICS]) if name in topics)
        found: Texts = np.bitwise_count(self.named & mask) >= min(needed, mask.bit_count())
        return found


def _signs(statement: Statement) -> int:
    """Return the signs of texts that must be read as soon as they name one of the topics."""
    signs = vocabulary.CHANGE | vocabulary.STRADDLES
    return signs | vocabulary.DATE if statement.dates else signs


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
