"""What a user said in more than one episode: clauses that last, each with all that supports it.

The user's own words only, never the agent's and never a tool's. The same episodes give the same
lessons in the same order, whatever order they come in.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from activities.proposers import neighbours, third_person, wording
from activities.proposers.agreement import (
    MIN_AGREEMENT,
    MIN_COSINE,
    MIN_SHARED_WORDS,
    Weights,
    agreement,
    takes_back,
)
from activities.proposers.proposer import Vectors
from activities.proposers.quotations import own_words
from forge_client.episodes import Episode

MIN_EPISODES = 2
MIN_EPISODES_OF_ONE_WORD = 3
"""For "I'm vegetarian": with one word of content, more of what is said again is by chance."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One clause, and when it was said. `corrects`: it set the agent right. `new`: in this run."""

    clause: wording.Clause
    episode: Episode
    corrects: bool
    new: bool

    @property
    def rules(self) -> bool:
        """Tell whether it says how things shall be done, and not only this time."""
        return self.corrects or self.clause.kind in ("preference", "procedure", "constraint")

    @property
    def lasts(self) -> bool:
        """Tell whether it speaks of more than the moment."""
        return self.rules or self.clause.kind is not None or self.clause.plain


@dataclass(frozen=True, slots=True)
class Lesson:
    """A clause that lasts and all that supports it, itself included, in order of time."""

    centre: Heard
    support: tuple[Heard, ...]

    @property
    def episodes(self) -> list[str]:
        """Ids of the distinct episodes, oldest first."""
        return list(dict.fromkeys(heard.episode.id for heard in self.support))

    @property
    def corrections(self) -> int:
        """How many of the episodes set the agent right."""
        return len({heard.episode.id for heard in self.support if heard.corrects})

    @property
    def evidence(self) -> int:
        """Episodes, those that set the agent right counted twice."""
        return len(self.episodes) + self.corrections


def hear(episodes: Sequence[Episode], earlier: Sequence[Episode] = ()) -> list[Heard]:
    """Return the user's clauses, oldest episode first, chatter left out, each once an episode."""
    new = {episode.id for episode in episodes}
    known = [*episodes, *(episode for episode in earlier if episode.id not in new)]
    in_order = sorted(known, key=lambda episode: (episode.occurred_at, episode.id))
    return [heard for episode in in_order for heard in _hear_one(episode, episode.id in new)]


def weigh_words(heard: Sequence[Heard]) -> Weights:
    """Weigh each word of the run by how few episodes use it."""
    stems: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for one in heard:
        stems[one.episode.id] |= one.clause.stems
    return Weights.of(stems.values())


def find_lessons(heard: Sequence[Heard], vectors: Vectors) -> list[Lesson]:
    """Return what at least `MIN_EPISODES` episodes say, most evidence first, nothing twice.

    One of them at least is new. `vectors`: one row a clause of `heard`. What a later clause takes
    back is left out.
    """
    return list(_Search(heard, vectors).lessons())


def _hear_one(episode: Episode, new: bool) -> Iterator[Heard]:
    speaker = None
    seen = set()
    for statement in own_words(episode):
        name, said = wording.take_speaker(statement.text)
        speaker = name or speaker
        for clause in wording.read_clauses(said, speaker):
            if clause.text.lower() not in seen:
                seen.add(clause.text.lower())
                yield Heard(clause, episode, statement.part == "corrected", new)


class _Search:
    """Greedy: the centre with most evidence takes its support with it, then the next."""

    def __init__(self, heard: Sequence[Heard], vectors: Vectors) -> None:
        self._heard = heard
        self._vectors = neighbours.rounded(vectors)
        self._weights = weigh_words(heard)
        self._told: set[int] = set()
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for at, one in enumerate(heard):
            for stem in one.clause.stems | one.clause.denied:
                self._holders[stem].append(at)

    def lessons(self) -> Iterator[Lesson]:
        waiting = [(self._rank(at, found), at, found) for at, found in self._candidates()]
        heapq.heapify(waiting)
        while waiting:
            _, centre, support = heapq.heappop(waiting)
            left = {at: score for at, score in support.items() if at not in self._told}
            if centre in self._told or not self._recurs(centre, left):
                continue
            if len(left) < len(support):
                heapq.heappush(waiting, (self._rank(centre, left), centre, left))
                continue
            self._told.update(left)
            yield self._lesson(centre, left)

    def _candidates(self) -> Iterator[tuple[int, dict[int, float]]]:
        """Yield each clause that lasts with the clauses that say it too: place → agreement."""
        centres = [at for at, one in enumerate(self._heard) if _may_be_centre(one)]
        for centre in centres:
            pairs = self._near(centre)
            support = self._agreeing(centre, pairs)
            if self._recurs(centre, support) and not self._taken_back(centre, max(support), pairs):
                yield centre, support

    def _near(self, centre: int) -> list[tuple[int, float]]:
        """Return the clauses near this one that have, or deny, a word of it: (place, cosine)."""
        holders = (self._holders[stem] for stem in self._heard[centre].clause.stems)
        places = sorted(set().union(*holders))
        return neighbours.near(self._vectors[centre], self._vectors, places, MIN_COSINE)

    def _agreeing(self, centre: int, pairs: list[tuple[int, float]]) -> dict[int, float]:
        clause = self._heard[centre].clause
        if not _may_be_reworded(self._heard[centre]):
            return {at: cosine for at, cosine in pairs if clause.repeats(self._heard[at].clause)}
        scores = {
            at: agreement(clause, self._heard[at].clause, cosine, self._weights)
            for at, cosine in pairs
            if self._heard[at].lasts or len(clause.stems & self._heard[at].clause.stems) > 1
        }
        return {at: score for at, score in scores.items() if score >= MIN_AGREEMENT}

    def _taken_back(self, centre: int, last: int, pairs: list[tuple[int, float]]) -> bool:
        clause = self._heard[centre].clause
        return any(
            at > last and takes_back(self._heard[at].clause, clause, cosine) for at, cosine in pairs
        )

    def _recurs(self, centre: int, support: dict[int, float]) -> bool:
        one_word = len(self._heard[centre].clause.stems) < MIN_SHARED_WORDS
        least = MIN_EPISODES_OF_ONE_WORD if one_word else MIN_EPISODES
        told = [self._heard[at] for at in support]
        if not any(one.new for one in told) or not self._lasts(centre, told):
            return False
        return len({one.episode.id for one in told}) >= least

    def _lasts(self, centre: int, told: Sequence[Heard]) -> bool:
        """Tell a single request that was once made a rule from one that is only made again."""
        clause = self._heard[centre].clause
        return clause.kind is not None or clause.plain or any(one.rules for one in told)

    def _rank(self, centre: int, support: dict[int, float]) -> tuple[float, ...]:
        """Most evidence first, then what can be told in plain words, then the closest support."""
        clause = self._heard[centre].clause
        quoted = not third_person.is_plain(clause.text)
        mean = math.fsum(support.values()) / len(support)
        evidence = self._lesson(centre, support).evidence
        return (-evidence, clause.kind is None, quoted, -round(mean, 4), -centre)

    def _lesson(self, centre: int, support: dict[int, float]) -> Lesson:
        return Lesson(self._heard[centre], tuple(self._heard[at] for at in sorted(support)))


def _may_be_centre(heard: Heard) -> bool:
    return _may_be_reworded(heard) or (heard.clause.plain and bool(heard.clause.stems))


def _may_be_reworded(heard: Heard) -> bool:
    """Tell what lasts by what it says from what lasts only if the same words recur."""
    clause = heard.clause
    says = clause.kind is not None or clause.asks or (heard.corrects and clause.plain)
    return says and len(clause.stems) >= MIN_SHARED_WORDS
