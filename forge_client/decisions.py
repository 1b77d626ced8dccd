"""Many decisions on cards at once, with an answer for each."""

from __future__ import annotations

from pydantic import Field

from forge_client.beliefs import Belief, Door
from forge_client.names import Kind, Scope
from forge_client.problems import Problem
from forge_client.wire import Answer, Confidence, Content, Identifier, Note, Request

MAX_DECISIONS = 200
"""Decisions in one call."""


class Decision(Request):
    """One item of `POST …/cards/decisions`; `content` to `scope` are for the door `edit`."""

    belief_id: Identifier
    version: int = Field(ge=1, lt=2**31)
    """The version that the person saw."""

    door: Door
    content: Content | None = None
    confidence: Confidence | None = None
    kind: Kind | None = None
    scope: Scope | None = None
    reason: Note | None = None
    actor: Note | None = None


class DecisionResult(Answer):
    """What became of one decision: the belief as it stands after, or why the door stayed shut."""

    belief_id: str | None
    """As it was sent; None where that was no text."""

    door: str | None
    ok: bool
    belief: Belief | None = None
    problem: Problem | None = None
    """As the door itself would have answered it."""


class DecisionAnswer(Answer):
    """The answer to `POST …/cards/decisions`: one result a decision, in the order sent."""

    results: list[DecisionResult]
