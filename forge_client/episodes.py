"""The redacted summary of one turn, with its provenance."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from forge_client.wire import Answer, Instant


class Statement(Answer):
    """One sentence of an episode, and who said it in which role.

    `said_by` is `user`, `agent` or `tool`: a tool's text is never taken for the user's word.
    `part` is what the sentence does in the turn: what was asked, done, answered, or corrected.
    """

    said_by: Literal["user", "agent", "tool"]
    part: Literal["asked", "done", "answered", "corrected"]
    text: str


class Episode(Answer):
    """One finished turn as memory keeps it."""

    id: str
    agent_id: str
    turn_id: str
    conversation_id: str
    task_ref: str | None = None
    summary: str
    statements: list[Statement] = Field(default_factory=list)
    entry_ids: list[str] = Field(default_factory=list)
    redactions: dict[str, int] = Field(default_factory=dict)
    """How many secrets were masked, by type."""

    occurred_at: Instant
    created_at: Instant
    reflected_at: Instant | None = None
    reflected_by: str | None = None
    embedding_model: str | None = None
    """None while the vector is missing (the embedder was down) and waits for its backfill."""

    erased_at: Instant | None = None
    """Its words were erased for good; `summary` and `statements` are empty."""

    vector: list[float] | None = None
    """Only for worker keys that asked `include=vectors`."""


class EpisodeList(Answer):
    """`GET /agents/{id}/memory/episodes`: oldest first, complete."""

    episodes: list[Episode]
    total: int
    next_cursor: str | None = None
