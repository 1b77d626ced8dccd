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
from gate.frames import Slot
from gate.quantity import is_label
from gate.statement import Statement, parts
from gate.vocabulary import Sign, Words

_TRAILING = ".!?…"


class Shelf:
    """An index over texts; a text is named by its place."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._splits = [text.lower().split() for text in texts]
        self._by_text: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(self._splits):
            self._by_text[" ".join(words)].append(place)
            if words:
                words[-1] = words[-1].rstrip(_TRAILING)
            for word in words:
                self._by_word[word].append(place)
        self._words = Words(self._by_word)
        self._by_topic: dict[str, frozenset[int]] = {}
        self._by_sign: dict[Sign, frozenset[int]] = {}
        self._claims: dict[int, frozenset[str]] = {}
        self._loose_claims: dict[int, list[frozenset[str]]] = {}
        self._readings: dict[int, Reading] = {}
        self._token_counts: dict[int, int] = {}

    def same_text(self, normalized: str) -> Sequence[int]:
        """Return where exactly this normalised text stands."""
        return self._by_text.get(normalized, ())

    def clashing(self, text: str) -> dict[int, Contradiction]:
        """Return each place that contradicts `text`, by the seed's rule or else a stronger one."""
        return self._by_stronger_rules(text) | self._by_seed_rule(text)

    def _by_stronger_rules(self, text: str) -> dict[int, Contradiction]:
        reading = Reading.of(text)
        places = set[int]().union(*map(self._candidates, reading.statements))
        found = ((place, clash(reading, self._reading(place))) for place in sorted(places))
        return {place: conflict for place, conflict in found if conflict}

    def _reading(self, place: int) -> Reading:
        if place not in self._readings:
            self._readings[place] = Reading.of(self._texts[place])
        return self._readings[place]

    def _candidates(self, statement: Statement) -> set[int]:
        """Return the places on which one of the rules could fire."""
        topics = _topics(statement.content)
        touched = self._touching(topics)
        left = map(_topics, (value.stems for value in statement.left_behind))
        return {
            *self._saying_no_more(topics, touched),
            *self._holding(_required(statement)),
            *(touched & (self._signed("change") | self._signed("order"))),
            *(place for slot in statement.slots for place in self._filling(slot, touched)),
            *(place for stems in left for place in self._holding(stems)),
        }

    def _saying_no_more(self, topics: frozenset[str], touched: frozenset[int]) -> Iterable[int]:
        """Return the places with a statement that surely brings no topic beyond `topics`."""
        known = {word for word, brought in self._words.of_topics(topics) if brought <= topics}
        loose = self._signed("loose")
        for place in touched - self._claims.keys():
            self._claims[place] = self._claim(self._splits[place])
        yield from [place for place in touched if self._claims[place] <= known]
        for place in touched & loose:
            if any(claim <= known for claim in self._claims_of_loose(place)):
                yield place

    def _claims_of_loose(self, place: int) -> list[frozenset[str]]:
        if place not in self._loose_claims:
            text = self._texts[place].lower()
            pieces = (text[part.start : part.end].split() for part in parts(text))
            self._loose_claims[place] = [self._claim(_before_reason(words)) for words in pieces]
        return self._loose_claims[place]

    def _claim(self, words: list[str]) -> frozenset[str]:
        """Return the words that bring their topics whatever the sentence, labels included."""
        certain = self._words.certain.intersection(words)
        if not self._words.numbers.isdisjoint(words):
            labels = (word for place, word in enumerate(words) if self._is_label(words, place))
            return certain.union(labels)
        return certain

    def _is_label(self, words: list[str], place: int) -> bool:
        if words[place] not in self._words.numbers:
            return False
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        return is_label(before, words[place], after)

    def _filling(self, slot: Slot, touched: frozenset[int]) -> Iterable[int]:
        """Return the places that could fill the same slot otherwise."""
        if slot.name == "role":
            return self._signed("role")
        if slot.name == "attribute":
            return touched & self._signed("copula")
        if slot.name == "activity":
            return self._signed("current")
        if slot.name == "purpose":
            return self._touching(_topics(slot.about)) & self._touching(_topics(["use"]))
        return self._touching(_topics(lexicon.VERBS_OF_SLOT[slot.name]))

    def _holding(self, topics: frozenset[str]) -> frozenset[int]:
        """Return the places that have all of `topics`; none for no topics."""
        if not topics:
            return frozenset()
        return reduce(frozenset.intersection, self._with_each(topics))

    def _touching(self, topics: frozenset[str]) -> frozenset[int]:
        """Return the places that have any of `topics`."""
        return frozenset[int]().union(*self._with_each(topics))

    def _with_each(self, topics: frozenset[str]) -> list[frozenset[int]]:
        """Return for each topic the places that have it; all that is new is looked up at once."""
        missing = topics - self._by_topic.keys()
        words: dict[str, list[str]] = {name: [] for name in missing}
        for word, brought in self._words.of_topics(missing) if missing else ():
            for name in brought & missing:
                words[name].append(word)
        self._by_topic |= {name: self._places(found) for name, found in words.items()}
        return [self._by_topic[name] for name in topics]

    def _signed(self, sign: Sign) -> frozenset[int]:
        if sign not in self._by_sign:
            self._by_sign[sign] = self._places(self._words.with_sign(sign))
        return self._by_sign[sign]

    def _places(self, words: Iterable[str]) -> frozenset[int]:
        return frozenset[int]().union(*map(self._by_word.__getitem__, words))

    def _by_seed_rule(self, text: str) -> dict[int, Contradiction]:
        tokens = negation.content_tokens(text)
        shared: Counter[int] = Counter()
        for word in self._words.of_seed_tokens(tokens):
            shared.update(self._by_word[word])
        needed = negation.OVERLAP_THRESHOLD * len(tokens)
        near = {place for place, count in shared.items() if count >= needed}
        if not negation.has_negation(text):
            near &= self._signed("marker")
        for place in near - self._token_counts.keys():
            self._token_counts[place] = len(negation.content_tokens(self._texts[place]))
        likely = (place for place in sorted(near) if self._overlaps(tokens, place, shared[place]))
        found = ((place, negation.negation_overlap(text, self._texts[place])) for place in likely)
        return {place: conflict for place, conflict in found if conflict}

    def _overlaps(self, tokens: frozenset[str], place: int, shared: int) -> bool:
        """Count rather too much: a word that a text repeats counts each time as shared."""
        union = len(tokens) + self._token_counts[place] - shared
        return shared >= negation.OVERLAP_THRESHOLD * union


def _topics(stems: Iterable[str]) -> frozenset[str]:
    return frozenset(topic(word) for word in stems if word not in (lexicon.LIKE, lexicon.ALLOW))


def _required(statement: Statement) -> frozenset[str]:
    """Topics that a text must have all of to say the same thing otherwise."""
    units = {quantity.unit_word for quantity in statement.quantities}
    stated = statement.content.keys() - lexicon.CHANGE_VERB_STEMS
    return _topics(stated - units) or _topics(stated)


def _before_reason(words: list[str]) -> list[str]:
    places = (place for place, word in enumerate(words) if place and word in lexicon.REASON_WORDS)
    return words[: next(places, len(words))]
