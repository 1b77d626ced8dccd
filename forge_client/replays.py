"""Replays of what happened, and nudges: the bus's short-lived cues."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from forge_client.entries import EntryType, Origin
from forge_client.wire import AgentId, Answer, Confidence, Instant, Note, Request

Trigger = Literal["DRIFT_DETECTED", "USER_REQUEST", "SCHEDULED"]


class ReplayRequest(Request):
    """`POST /reflection-memory/replay`: one exchange, or a window of commit times."""

    correlation_id: str | None = Field(default=None, min_length=1, max_length=300)
    since: Instant | None = None
    until: Instant | None = None
    trigger: Trigger = "USER_REQUEST"

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.correlation_id is None) == (self.since is None and self.until is None):
            raise ValueError("give correlation_id, or since and until, and not both")
        return self


class Coverage(Answer):
    """What a replay has read."""

    correlation_id: str | None = None
    first_position: int
    last_position: int
    since: Instant
    until: Instant
    entries: int
    erased: int = 0
    """Of these, entries without words."""

    left_out: int = 0
    """Entries of the window beyond what one replay reads: the oldest."""


class Excerpt(Answer):
    """Words as they came, but for secrets."""

    entry_id: str
    origin: Origin
    type: EntryType
    text: str


class Recalled(Answer):
    """What an earlier replay said."""

    entry_id: str
    high_level: str


class ReplaySummary(Answer):
    """What happened, from the log itself and never from a tier; made without a model."""

    entry_id: str
    """Where the log keeps this summary."""

    position: int
    trigger: Trigger
    coverage: Coverage
    widened: int
    """0 the first time, 1 and 2 at the second and third: the window grows."""

    earlier: list[str] = Field(default_factory=list)
    """Entries of the replays before, which this one has read."""

    recalled: list[Recalled] = Field(default_factory=list)
    """The last of those, oldest first, as far as this key may read them."""

    high_level: str
    """Two or three sentences."""

    bullets: list[str]
    """Up to ten, in order."""

    excerpts: list[Excerpt]
    """Up to five, in order."""


class NewNudge(Request):
    """`POST /reflection-memory/nudges`: a cue for whoever listens now."""

    source: AgentId
    origin: Literal["INTERNAL", "ADVISOR", "EXTERNAL"] = "INTERNAL"
    text: Note = Field(min_length=1, max_length=2_000)
    confidence: Confidence = 0.5
    ttl_seconds: int = Field(default=60, ge=1, le=86_400)


class Nudge(Answer):
    """A cue whose time is not up."""

    id: str
    source: str
    origin: Origin
    text: str
    confidence: float
    at: Instant
    expires_at: Instant


class NudgeList(Answer):
    """`GET /reflection-memory/nudges`: oldest first."""

    nudges: list[Nudge]
