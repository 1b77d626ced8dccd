"""The beliefs that exist, laid out so that a diff meets only those that it could clash with.

Every text is split once; each distinct word is looked up once; a belief is read in full only when
a rule could fire on it. What is left out cannot clash: a test compares with every pair of texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce

from gate import lexicon, negation
from gate.antonyms import topic
from gate.conflict import Contradiction
from gate.contradiction import Reading, clash
from gate.rules.change import left_behind
from gate.rules.single_value import Slot, slots
from gate.statement import Statement
from gate.vocabulary import Sign, WordEntry, look_up

_TRAILING = ".!?…"


class Shelf:
    """An index over texts; a text is named by its place."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._by_text: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        splits = [text.lower().split() for text in texts]
        for place, words in enumerate(splits):
            self._by_text[" ".join(words)].append(place)
            if words:
                words[-1] = words[-1].rstrip(_TRAILING)
            for word in words:
                self._by_word[word].append(place)
        entries = {word: look_up(word) for word in self._by_word}
        weights = {word: entry.is_certain for word, entry in entries.items()}
        self._sizes = [sum(map(weights.__getitem__, words)) for words in splits]
        self._words = _Words(entries)
        self._topic_places: dict[str, frozenset[int]] = {}
        self._readings: dict[int, Reading] = {}
        self._seed_tokens: dict[int, frozenset[str]] = {}

    def same_text(self, normalized: str) -> Sequence[int]:
        """Return where exactly this normalised text stands."""
        return self._by_text.get(normalized, ())

    def clashing(self, text: str) -> dict[int, Contradiction]:
        """Return each place that contradicts `text`, by the seed's rule or else a stronger one."""
        return self._by_stronger_rules(text) | self._by_seed_rule(text)

    # --- the stronger rules ---------------------------------------------------------------------

    def _by_stronger_rules(self, text: str) -> dict[int, Contradiction]:
        reading = Reading.of(text)
        places = set().union(*map(self._candidates, reading.statements))
        found = ((place, clash(reading, self._reading(place))) for place in sorted(places))
        return {place: conflict for place, conflict in found if conflict}

    def _reading(self, place: int) -> Reading:
        if place not in self._readings:
            self._readings[place] = Reading.of(self._texts[place])
        return self._readings[place]

    def _candidates(self, statement: Statement) -> set[int]:
        topics = _topics(statement.content)
        touched = self._touching(topics)
        return {
            *self._contained(topics, touched),
            *self._holding(_required(statement)),
            *(touched & (self._signed("loose") | self._signed("change") | self._signed("order"))),
            *(place for slot in slots(statement) for place in self._filling(slot, touched)),
            *(
                place
                for old in left_behind(statement)
                for place in self._holding(_topics(old.stems))
            ),
        }

    def _contained(self, topics: frozenset[str], touched: Iterable[int]) -> Iterable[int]:
        """Places that have no certain topic beyond `topics`."""
        known: Counter[int] = Counter()
        for word in self._words.of_topics(topics):
            if self._words.entries[word].is_certain and self._words.entries[word].topics <= topics:
                known.update(self._by_word[word])
        return (place for place in touched if known[place] >= self._sizes[place])

    def _filling(self, slot: Slot, touched: frozenset[int]) -> Iterable[int]:
        """Places that could fill the same slot otherwise."""
        if slot.name == "role":
            return self._signed("role")
        if slot.name == "attribute":
            return touched & self._signed("copula")
        if slot.name == "activity":
            return self._signed("current")
        if slot.name == "purpose":
            return self._touching(_topics(slot.about)) & self._with_topic("use")
        return self._touching(_topics(lexicon.VERBS_OF_SLOT[slot.name]))

    def _holding(self, topics: frozenset[str]) -> frozenset[int]:
        """Places that have all of `topics`; none for no topics."""
        if not topics:
            return frozenset()
        return reduce(frozenset.intersection, map(self._with_topic, sorted(topics)))

    def _touching(self, topics: frozenset[str]) -> frozenset[int]:
        """Places that have any of `topics`."""
        return frozenset().union(*map(self._with_topic, topics))

    def _with_topic(self, name: str) -> frozenset[int]:
        if name not in self._topic_places:
            words = self._words.of_topics([name])
            self._topic_places[name] = frozenset().union(*map(self._by_word.__getitem__, words))
        return self._topic_places[name]

    def _signed(self, sign: Sign) -> frozenset[int]:
        return frozenset().union(*map(self._by_word.__getitem__, self._words.with_sign(sign)))

    # --- the seed's rule ------------------------------------------------------------------------

    def _by_seed_rule(self, text: str) -> dict[int, Contradiction]:
        tokens = negation.content_tokens(text)
        shared: Counter[int] = Counter()
        for word in self._words.of_seed_tokens(tokens):
            shared.update(self._by_word[word])
        needed = negation.OVERLAP_THRESHOLD * len(tokens)
        near = [place for place, count in shared.items() if count >= needed]
        if not negation.has_negation(text):
            near = [place for place in near if place in self._signed("marker")]
        found = ((place, self._seed_conflict(text, tokens, place)) for place in sorted(near))
        return {place: conflict for place, conflict in found if conflict}

    def _seed_conflict(self, text: str, tokens: frozenset[str], place: int) -> Contradiction | None:
        if place not in self._seed_tokens:
            self._seed_tokens[place] = negation.content_tokens(self._texts[place])
        if negation.overlap(tokens, self._seed_tokens[place]) < negation.OVERLAP_THRESHOLD:
            return None
        return negation.negation_overlap(text, self._texts[place])


class _Words:
    """The distinct words of all texts, found by what they can mean."""

    def __init__(self, entries: dict[str, WordEntry]) -> None:
        self.entries = entries
        self._by_topic: dict[str, list[str]] = defaultdict(list)
        self._by_token: dict[str, list[str]] = defaultdict(list)
        self._by_sign: dict[Sign, list[str]] = defaultdict(list)
        for word, entry in entries.items():
            for name in entry.topics:
                self._by_topic[name].append(word)
            for token in entry.seed_tokens:
                self._by_token[token].append(word)
            for sign in entry.signs:
                self._by_sign[sign].append(word)

    def of_topics(self, topics: Iterable[str]) -> set[str]:
        return {word for name in topics for word in self._by_topic.get(name, ())}

    def of_seed_tokens(self, tokens: Iterable[str]) -> set[str]:
        return {word for token in tokens for word in self._by_token.get(token, ())}

    def with_sign(self, sign: Sign) -> Sequence[str]:
        return self._by_sign.get(sign, ())


def _topics(stems: Iterable[str]) -> frozenset[str]:
    return frozenset(topic(word) for word in stems if word not in (lexicon.LIKE, lexicon.ALLOW))


def _required(statement: Statement) -> frozenset[str]:
    """Topics that a text must have all of to say the same thing otherwise."""
    units = {quantity.unit_word for quantity in statement.quantities}
    stated = statement.content.keys() - lexicon.CHANGE_VERB_STEMS
    return _topics(stated - units) or _topics(stated)
