"""Search over memory, and the walk from a belief back to the words that taught it."""

from __future__ import annotations

from pydantic import Field

from forge_client.beliefs import Belief
from forge_client.entries import Entry
from forge_client.episodes import Episode
from forge_client.runs import Report
from forge_client.wire import Answer, Request


class FoundEpisode(Episode):
    """An episode with its fused score; higher is nearer."""

    score: float


class FoundBelief(Belief):
    """A belief with its fused score; higher is nearer."""

    score: float


class SearchAnswer(Answer):
    """`GET /agents/{id}/memory/search`."""

    query: str
    scope: str
    episodes: list[FoundEpisode]
    beliefs: list[FoundBelief]


class SourceEpisode(Answer):
    """One episode and, under it, the entries that it summarises."""

    episode: Episode
    entries: list[Entry]


class Provenance(Answer):
    """`GET …/beliefs/{bid}/provenance`: belief → run → episodes → entries, in one call."""

    belief: Belief
    run: Report | None = None
    episodes: list[SourceEpisode]
    verbatim: bool = False
    missing_episodes: list[str] = Field(default_factory=list)
    """Cited, but no longer there."""

    correlation_id: str | None = None
    """Under it the log tells the belief's whole story."""


class EmbedRequest(Request):
    """`POST /embeddings` (worker keys): texts to vectors, with forge's own embedder."""

    texts: list[str] = Field(min_length=1, max_length=1_000)


class Embeddings(Answer):
    """One vector a text, in order, each of length 1."""

    model: str
    dimension: int
    vectors: list[list[float]]


class Context(Answer):
    """`GET /agents/{id}/context`: active beliefs as a delimited block for the agent's prompt."""

    block: str
    """Empty where nothing is believed, or nothing fits."""

    tokens: int
    """Estimated from above."""

    belief_ids: list[str]
    left_out: int = 0
    """Beliefs that did not fit the budget."""
