"""Asking whether beliefs that have faded are still true."""

from __future__ import annotations

from pydantic import Field

from forge_client.beliefs import Belief
from forge_client.wire import Answer, Identifier, Request

MAX_ASKED = 100


class StillTrueRequest(Request):
    """`POST /agents/{id}/cards/still-true`: of these beliefs, or of those that faded most."""

    belief_ids: list[Identifier] = Field(default_factory=list, max_length=MAX_ASKED)
    limit: int = Field(default=10, ge=1, le=MAX_ASKED)


class StillTrueAnswer(Answer):
    """The new cards, as pending changes, and how many active beliefs have faded in all."""

    asked: list[Belief]
    faded: int
