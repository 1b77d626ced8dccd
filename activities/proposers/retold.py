"""What a user comes back to in other words: sentences that share rare words across episodes.

Who tells a rule again seldom tells it alike: "always a dump before a migration", "staging first,
as with every migration". Words that hardly any episode has, met again, are no chance: the fewer
are enough, the more the two sentences say that they hold for longer than their turn, and the nearer
they lie by cosine. A sentence that asks to be remembered need not be told twice.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import gate
from activities.proposers import lasting, neighbours, third_person, vocabulary, wording
from activities.proposers.agreement import Weights, takes_back
from activities.proposers.lasting import Lasting
from activities.proposers.lessons import MIN_EPISODES, Heard, Lesson
from activities.proposers.proposer import Vectors
from activities.proposers.quotations import own_words
from forge_client.beliefs import Belief
from forge_client.episodes import Episode, Statement

MIN_SHARED = 2
"""Words that are shared at least where one of the sentences does not last."""

MIN_TELLING = 7.0
"""Weight of the words that two episodes share: about two that one in fifty has."""

ENOUGH = {
    (Lasting.SURELY, Lasting.SURELY): 0.5,
    (Lasting.SURELY, Lasting.LIKELY): 0.6,
    (Lasting.LIKELY, Lasting.SURELY): 0.6,
    (Lasting.LIKELY, Lasting.LIKELY): 0.8,
    (Lasting.SURELY, Lasting.UNTOLD): 1.0,
    (Lasting.LIKELY, Lasting.UNTOLD): 1.4,
}
"""How much of it is enough, by what the sentence to be told says of itself, and the other."""

FAR, NEARER = 1.3, 1.4
"""What it takes of that at cosine 0, and how much less at 1."""

COMMON = 20
"""A word that more than one in so many episodes has is no sign of anything."""

MAX_SENTENCE = 300
"""Characters; a longer sentence is a pasted text."""

MIN_ALONE = 10
"""Words from which a sentence is understood without its neighbour."""

MAX_OPENER = 5
"""Words of a "That's wrong." behind which stands what is right."""


Words = defaultdict[str, frozenset[str]]
"""Words by the episode that has them."""

Support = dict[int, frozenset[str]]
"""The place of a sentence → the rare words that it shares with the centre."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a user: as it is quoted, its words, and how far it lasts.

    `insists`: it asks in so many words to be remembered.
    """

    heard: Heard
    words: frozenset[str]
    lasting: Lasting
    insists: bool

    @property
    def teaches(self) -> bool:
        """Tell whether a reader understands it, and it is for the agent.

        In a log of people by name they speak to each other.
        """
        clause = self.heard.clause
        is_understood = not vocabulary.POINTS_BACK.match(clause.text)
        is_for_agent = clause.speaker is None and not vocabulary.SMALL_TALK.search(clause.text)
        return is_for_agent and is_understood and self.lasting > Lasting.UNTOLD


def listen(episodes: Iterable[Episode], new: frozenset[str]) -> list[Sentence]:
    """Return the user's sentences, oldest episode first; `new`: ids of this run's episodes."""
    in_order = sorted(episodes, key=lambda episode: (episode.occurred_at, episode.id))
    return [one for episode in in_order for one in _listen_to(episode, episode.id in new)]


def find_retold(
    sentences: Sequence[Sentence],
    vectors: Vectors,
    known: Sequence[Lesson],
    held: Sequence[Belief],
) -> list[Lesson]:
    """Return what two episodes tell in other words, or one insists on; not what is told already.

    `vectors`: one row a sentence. `known` are lessons of this run, `held` the agent's beliefs and
    waiting cards.
    """
    search = _Search(sentences, vectors)
    for lesson in known:
        search.note(lesson.centre.clause.stems, lesson.episodes)
    for belief in held:
        search.note(wording.content(belief.content), belief.source_episodes)
    return list(search.lessons())


def _listen_to(episode: Episode, new: bool) -> Iterator[Sentence]:
    speaker = None
    statements = [one for one in own_words(episode) if _is_speech(one.text)]
    for place, statement in enumerate(statements):
        name, said = wording.take_speaker(statement.text)
        speaker = name or speaker
        corrects = statement.part == "corrected" or _opens_a_correction(statements[:place])
        clause = wording.read(_in_context(statements, place, said), speaker)
        how = lasting.lasting(said, corrects)
        yield Sentence(
            heard=Heard(clause, episode, corrects, new),
            words=wording.content(clause.text),
            lasting=how,
            insists=how > Lasting.UNTOLD and lasting.insists(said),
        )


def _is_speech(text: str) -> bool:
    """Tell speech from pasted text, and from the words that only announce it."""
    is_short = len(text) <= MAX_SENTENCE and not text.endswith(":")
    return is_short and not vocabulary.NO_SPEECH.search(text)


def _opens_a_correction(before: Sequence[Statement]) -> bool:
    """Tell whether the sentence before said no more than that something was wrong."""
    if not before or before[-1].part != "corrected":
        return False
    return len(before[-1].text.split()) <= MAX_OPENER


def _in_context(statements: Sequence[Statement], place: int, said: str) -> str:
    """Return the sentence; one that is short or leans on another, with its neighbour."""
    both = _with_neighbour(statements, place, said)
    return vocabulary.INTERJECTION.sub("", both if len(both) <= MAX_SENTENCE else said)


def _with_neighbour(statements: Sequence[Statement], place: int, said: str) -> str:
    leans = wording.leans(said)
    if len(said.split()) >= MIN_ALONE and not leans:
        return said
    if not place:
        return " ".join([said, *(one.text for one in statements[1:2])])
    before = statements[place - 1].text
    # What is asked adds nothing to a sentence that stands by itself.
    return f"{before} {said}" if leans or not lasting.ASKS.search(before) else said


class _Search:
    """Greedy, most evidence first; what an episode has told once, it tells no second time."""

    def __init__(self, sentences: Sequence[Sentence], vectors: Vectors) -> None:
        self._sentences = sentences
        self._vectors = neighbours.rounded(vectors)
        self._of_episode: defaultdict[str, list[int]] = defaultdict(list)
        self._said: Words = defaultdict(frozenset)
        for at, one in enumerate(sentences):
            self._of_episode[one.heard.episode.id].append(at)
            self._said[one.heard.episode.id] |= one.words
        self._weights = Weights.of(self._said.values())
        self._holders = _holders_of_rare_words(self._said)
        self._telling_weight = max(MIN_TELLING, 2 * math.log(1 + len(self._said) / 5))
        self._told: Words = defaultdict(frozenset)
        self._insisted: set[str] = set()

    def note(self, words: frozenset[str], episodes: Sequence[str]) -> None:
        """Take it that these episodes have told `words`, and whatever else two of them share."""
        uses = Counter(word for episode in episodes for word in self._said[episode])
        words |= {word for word, count in uses.items() if count > 1}
        for episode in episodes:
            self._told[episode] |= words

    def lessons(self) -> Iterator[Lesson]:
        centres = [at for at, one in enumerate(self._sentences) if one.teaches]
        found = {at: support for at in centres if (support := self._support(at))}
        for at in sorted(found, key=lambda at: self._rank(at, found[at])):
            support = self._support(at)
            if support and not self._is_taken_back(at, max(support)):
                lesson = self._lesson(at, support)
                self.note(support[at], lesson.episodes)
                if self._sentences[at].insists:
                    self._insisted.add(self._episode(at))
                yield lesson

    def _support(self, centre: int) -> Support:
        """Return what tells the sentence too, itself included; nothing where it does not last."""
        support: Support = {}
        for episode, words in self._shared(centre).items():
            place = self._telling(centre, episode, words)
            if place is None or self._is_of_another(centre, place):
                continue
            if gate.find_contradiction(self._text(centre), self._text(place)):
                if place > centre and self._lasts(place):
                    return {}
                continue
            support[place] = words
        if support or self._is_enough_alone(centre):
            support[centre] = frozenset().union(*support.values())
        return support if any(self._sentences[at].heard.new for at in support) else {}

    def _is_enough_alone(self, centre: int) -> bool:
        """Tell whether it insists, as no other sentence of its turn did before."""
        return self._sentences[centre].insists and self._episode(centre) not in self._insisted

    def _is_taken_back(self, centre: int, last: int) -> bool:
        """Tell whether a sentence behind its last telling says that it holds no more."""
        later = range(last + 1, len(self._sentences))
        return any(self._takes_back(at, centre) for at in later if self._lasts(at))

    def _takes_back(self, later: int, centre: int) -> bool:
        told, earlier = (self._sentences[at].heard.clause for at in (later, centre))
        if earlier.stems.isdisjoint(told.stems | told.denied):
            return False
        if gate.find_contradiction(earlier.text, told.text):
            return True
        return takes_back(told, earlier, self._cosine(later, centre))

    def _telling(self, centre: int, episode: str, words: frozenset[str]) -> int | None:
        """Return the sentence of the episode that tells `words` too; None: it may be chance."""
        places = self._of_episode[episode]
        telling = [
            at
            for at in places
            if self._lasts(at) and self._weight(at, words) >= self._least(centre, at)
        ]
        if telling:
            return self._nearest(telling, words)
        nearest = self._nearest(places, words)
        is_enough = self._weights.total(words) >= self._least(centre, nearest)
        return nearest if is_enough and len(words) >= MIN_SHARED else None

    def _least(self, centre: int, other: int) -> float:
        """Return the least weight of shared words by which `other` tells `centre` too."""
        own, others = (self._sentences[at].lasting for at in (centre, other))
        enough = ENOUGH[own, max(others, Lasting.UNTOLD)]
        return self._telling_weight * enough * (FAR - NEARER * self._cosine(centre, other))

    def _cosine(self, one: int, other: int) -> float:
        return neighbours.cosine(self._vectors[one], self._vectors[other])

    def _shared(self, centre: int) -> dict[str, frozenset[str]]:
        """Return the rare words of the sentence that each other episode has, and not yet told."""
        own = self._episode(centre)
        shared: defaultdict[str, set[str]] = defaultdict(set)
        for word in self._sentences[centre].words - self._told[own]:
            for episode in self._holders.get(word, ()):
                if episode != own and word not in self._told[episode]:
                    shared[episode].add(word)
        return {episode: frozenset(words) for episode, words in shared.items()}

    def _nearest(self, places: Sequence[int], words: frozenset[str]) -> int:
        """Return the place with most of `words`."""
        return max(places, key=lambda at: (self._weight(at, words), -at))

    def _weight(self, at: int, words: frozenset[str]) -> float:
        return self._weights.total(words & self._words(at))

    def _is_of_another(self, one: int, other: int) -> bool:
        speakers = (self._sentences[at].heard.clause.speaker for at in (one, other))
        return len(set(speakers)) > 1

    def _rank(self, centre: int, support: Support) -> tuple[float, ...]:
        """Most evidence first, then what can be told in plain words, then the most shared."""
        quoted = not third_person.is_plain(self._text(centre))
        weight = self._weights.total(support[centre])
        return (-self._lesson(centre, support).evidence, quoted, -round(weight, 4), -centre)

    def _lesson(self, centre: int, support: Support) -> Lesson:
        heard = [self._sentences[at].heard for at in sorted(support)]
        return Lesson(self._sentences[centre].heard, tuple(heard))

    def _episode(self, at: int) -> str:
        return self._sentences[at].heard.episode.id

    def _lasts(self, at: int) -> bool:
        return self._sentences[at].lasting > Lasting.UNTOLD

    def _text(self, at: int) -> str:
        return self._sentences[at].heard.clause.text

    def _words(self, at: int) -> frozenset[str]:
        return self._sentences[at].words


def _holders_of_rare_words(words: Words) -> dict[str, list[str]]:
    """Return the episodes that have each word which several have, and few."""
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for episode, some in words.items():
        for word in some:
            holders[word].append(episode)
    most = max(MIN_EPISODES + 1, len(words) // COMMON)
    return {word: some for word, some in holders.items() if 1 < len(some) <= most}
