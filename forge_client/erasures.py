"""Erasure: which turns to take out of memory for good, and what became of what they taught."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from forge_client.wire import Answer, Identifier, Instant, Request

MAX_TURNS = 1_000
"""Turns that one request can name."""


class ErasureRequest(Request):
    """`POST /agents/{id}/erasures`: turns by id, or all turns so far of one conversation."""

    turn_ids: list[Identifier] = Field(default_factory=list, max_length=MAX_TURNS)
    conversation_id: Identifier | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if bool(self.turn_ids) == (self.conversation_id is not None):
            raise ValueError("give turn_ids or conversation_id, and not both")
        return self


class Erasure(Answer):
    """What was erased by this call; what had been erased before is not told again."""

    turn_ids: list[str] = Field(default_factory=list)
    already_erased: list[str] = Field(default_factory=list)
    """Named turns whose words were gone before."""

    episode_ids: list[str] = Field(default_factory=list)
    entries: int = 0
    """Entries of the log that nobody can read any more."""

    erased_beliefs: list[str] = Field(default_factory=list)
    """They rested on nothing else: their words are gone, and none is active."""

    lessened_beliefs: list[str] = Field(default_factory=list)
    """They rest on other sources too: they keep their words, and show the loss."""

    cleaned_runs: list[str] = Field(default_factory=list)
    """Runs whose reports quoted what was erased."""

    entry_id: str | None = None
    """The log's own entry of this; None where nothing was left to erase."""

    at: Instant | None = None
