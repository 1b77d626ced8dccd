"""A belief's life as what changed from version to version."""

from __future__ import annotations

from pydantic import Field

from forge_client.beliefs import Span
from forge_client.names import Status
from forge_client.wire import Answer, Instant


class Difference(Answer):
    """One field that a version changed; `before` is None in the first version."""

    field: str
    """`status`, `content`, `confidence`, `kind`, `scope`, `target_version` or `superseded_by`."""

    before: str | float | None
    after: str | float | None
    removed: list[Span] = Field(default_factory=list)
    """Of `content`: which words of `before` are gone."""

    added: list[Span] = Field(default_factory=list)
    """Of `content`: which words of `after` are new."""


class HistoryStep(Answer):
    """One version: who made it, why, and what it changed."""

    version: int
    action: str
    status: Status
    at: Instant
    key_id: str
    role: str
    actor: str | None = None
    reason: str | None = None
    run_id: str | None = None
    position: int
    """Place in the agent's audit chain."""

    decision: int | None = None
    """What the same act changed elsewhere has the same number."""

    erased: bool = False
    """Its words were destroyed, so no difference of `content` can be told."""

    differences: list[Difference]


class BeliefHistory(Answer):
    """`GET …/beliefs/{bid}/history`: newest first."""

    belief_id: str
    steps: list[HistoryStep]
