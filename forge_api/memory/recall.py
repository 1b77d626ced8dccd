"""Search over an agent's memory: words and vectors each rank, and their ranks are fused.

Either alone misses about a third. An episode lends part of its score to its neighbours: an answer
often stands beside the words that were asked for. Only active beliefs can be found: what a person
rejected never comes up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.embedding import Embedder
from forge_api.memory import episodes
from forge_client.recall import FoundBelief, FoundEpisode, SearchAnswer

MAX_RESULTS = 50
DEPTH = 100
"""How deep each ranking is read before they are fused."""

DAMPING = 5
"""Of reciprocal rank fusion: the larger, the less the very first places outweigh the next."""

WORDS_WEIGH = 1.5
"""What a place by words counts against one by vector. Measured with the built-in embedder, whose
ranking is the weaker one alone; still, both together find more than either."""

NEIGHBOURS_SHARE = {1: 0.45, 2: 0.2}
"""What an episode's score adds to those one and two places before and after it in its conversation.
"""

_ITS_OWN = frozenset(
    {
        "rationale",
        "source_episodes",
        "erased_sources",
        "review_reasons",
        "run_id",
        "target_belief_id",
        "target_version",
    }
)
"""What of a belief stays with its agent, also where its words are the organisation's."""

SearchScope = Literal["agent", "org", "episodes"]

_SQL = queries.load("recall")


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for, and where."""

    tenant: str
    agent_id: str
    text: str
    scope: SearchScope = "agent"
    k: int = 12
    since: datetime | None = None


async def search(pool: Pool, embedder: Embedder, question: Question) -> SearchAnswer:
    """Return the `k` nearest episodes and the `k` nearest active beliefs in the question's scope.

    Raises:
        EmbedderUnavailable: Half of the search cannot be done, so none is.
    """
    vector = (await embedder.embed([question.text]))[0]
    async with database.pool.connection(pool) as connection:
        found = await _episodes(connection, question, vector, embedder.name)
        beliefs = await _beliefs(connection, question, vector, embedder.name)
    return SearchAnswer(query=question.text, scope=question.scope, episodes=found, beliefs=beliefs)


def fused(by_words: Sequence[str], by_vector: Sequence[str]) -> dict[str, float]:
    """Return the score of every id in either ranking: the sum over its places in both."""
    scores: dict[str, float] = {}
    for ranking, weight in ((by_words, WORDS_WEIGH), (by_vector, 1.0)):
        for place, found in enumerate(ranking, start=1):
            scores[found] = scores.get(found, 0.0) + weight / (DAMPING + place)
    return scores


def lent(scores: Mapping[str, float], beside: Iterable[tuple[str, str, int]]) -> dict[str, float]:
    """Return the scores, each found one's share added to what stands `beside` it, how far off."""
    shared = dict(scores)
    for found, neighbour, distance in beside:
        shared[neighbour] = shared.get(neighbour, 0.0) + NEIGHBOURS_SHARE[distance] * scores[found]
    return shared


def best(scores: Mapping[str, float], k: int) -> dict[str, float]:
    """Return the `k` highest scores, best first, ties by id."""
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return dict(ranked[:k])


async def _episodes(
    connection: Connection, question: Question, vector: Any, model: str
) -> list[FoundEpisode]:
    agent_id, since = question.agent_id, question.since
    words = await _ids(connection, "episodes_by_words", agent_id, question.text, since, DEPTH)
    near = await _ids(connection, "episodes_by_vector", agent_id, vector, model, since, DEPTH)
    scores = fused(words, near)
    rows = await connection.fetch(_SQL["neighbours"], agent_id, list(scores), since)
    beside = [(row["id"], row["neighbour"], row["distance"]) for row in rows]
    scores = best(lent(scores, beside), question.k)
    rows = await connection.fetch(_SQL["found_episodes"], list(scores))
    by_id = {row["id"]: episodes.from_row(row).model_dump() for row in rows}
    return [FoundEpisode(**by_id[one], score=score) for one, score in scores.items()]


async def _beliefs(
    connection: Connection, question: Question, vector: Any, model: str
) -> list[FoundBelief]:
    if question.scope == "episodes":
        return []
    since = question.since
    in_sight = (question.tenant, question.agent_id, question.scope == "org")
    words = await _ids(connection, "beliefs_by_words", *in_sight, question.text, since, DEPTH)
    near = await _ids(connection, "beliefs_by_vector", *in_sight, vector, model, since, DEPTH)
    scores = best(fused(words, near), question.k)
    rows = await connection.fetch(_SQL["found_beliefs"], list(scores))
    by_id = {row["id"]: _in_sight(dict(row), question.agent_id) for row in rows}
    return [FoundBelief(**by_id[one], score=score) for one, score in scores.items() if one in by_id]


def _in_sight(row: dict[str, Any], agent_id: str) -> dict[str, Any]:
    """Leave out of another agent's belief all that tells of that agent's own episodes and runs."""
    if row["agent_id"] == agent_id:
        return row
    return {name: value for name, value in row.items() if name not in _ITS_OWN}


async def _ids(connection: Connection, query: str, *arguments: Any) -> list[str]:
    return [row["id"] for row in await connection.fetch(_SQL[query], *arguments)]
