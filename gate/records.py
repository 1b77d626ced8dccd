"""The plain data that the gate judges. Named tuples: immutable, and cheap by the ten thousand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple


class Diff(NamedTuple):
    """One change that a model proposes."""

    op: str
    belief: str
    confidence: float = 0.5
    rationale: str = ""
    source_episodes: tuple[str, ...] = ()
    target_belief_id: str | None = None
    kind: str | None = None


class Belief(NamedTuple):
    """One belief that exists, pending or active."""

    id: str
    content: str
    kind: str | None = None
    confidence: float | None = None
    status: str | None = None
    version: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class Beliefs(NamedTuple):
    """Many beliefs by column: each list holds one field of all of them, in the same order."""

    ids: list[str]
    contents: list[str]
    kinds: list[str | None]
    confidences: list[float | None]
    statuses: list[str | None]
    versions: list[int | None]
    created_at: list[datetime | None]
    updated_at: list[datetime | None]
    ops: list[str | None]
    targets: list[str | None]
    sources: list[Sequence[str] | None]
    """The episodes that taught each; None where nobody told."""


class ForgottenBelief(NamedTuple):
    """One belief that a person forgot, and when and by whom, where that is told."""

    id: str
    content: str
    at: datetime | None = None
    by: str | None = None


class Episode(NamedTuple):
    """What is known of one turn: its summary, its sentences, its text, whichever there are."""

    id: str
    summary: str = ""
    statements: tuple[str, ...] = ()
    text: str = ""
    speakers: tuple[str, ...] = ()
    """Who said each statement: `user`, `agent` or `tool`; empty where nobody noted it."""

    @property
    def wording(self) -> str:
        """All that the episode says."""
        return "\n".join((self.summary, *self.statements, self.text))
