"""An entry of Reflection Memory as it crosses the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field

from forge_client.wire import Answer, Identifier, Instant, Request

Origin = Literal["INTERNAL", "USER", "ADVISOR", "SYSTEM", "EXTERNAL"]
Lane = Literal["EMOTIONAL", "TECHNICAL", "UNIFIED"]
EntryType = Literal[
    "AGENT_COMMAND",
    "AGENT_RESPONSE",
    "AGENT_NOTIFICATION",
    "MESSAGE",
    "TOOL_USE",
    "TOOL_RESULT",
    "MOOD_STATE",
    "SPIKE",
    "SYSTEM_NOTICE",
]


class Entry(Answer):
    """One typed event of the log."""

    id: str
    position: int
    timestamp: Instant
    occurred_at: Instant
    origin: Origin
    lane: Lane
    type: EntryType
    source: str
    sequence: int
    content: Any
    """Typed by `type`; the JSON value as it was recorded, lone surrogates included."""

    correlation_id: str | None = None
    references: list[str] = Field(default_factory=list)
    metadata: dict[str, Any] = Field(default_factory=dict)
    erased: bool = False


class NewEntry(Request):
    """`POST /reflection-memory/entries`: one, or a list of them.

    With an `id` of the writer's own a repeated call writes nothing twice.
    """

    id: Identifier | None = None
    origin: Origin
    lane: Lane
    type: EntryType
    source: Identifier
    content: Any
    occurred_at: Instant | None = None
    correlation_id: str | None = Field(default=None, min_length=1, max_length=300)
    references: list[Identifier] = Field(default_factory=list, max_length=1_000)
    metadata: dict[str, Any] = Field(default_factory=dict)


class Place(Answer):
    """Where an entry lies in its log."""

    id: str
    position: int
    timestamp: Instant
    sequence: int


class Places(Answer):
    """The answer to `POST /reflection-memory/entries`: one place an entry, in the order sent."""

    entries: list[Place]


class EntryList(Answer):
    """A page of the log, in the order asked for; go on with `after` = the last position."""

    entries: list[Entry]


MAX_ANCHORS = 100
"""Anchors that one verification can be given."""


class LogVerdict(Answer):
    """`GET /reflection-memory/verify`: keep `position` and `root`, or the root alone, outside."""

    ok: bool
    checked: int
    """Entries that hold, from the first on."""

    first_bad: int | None = None
    """The first position that was changed, removed, swapped or added."""

    reason: str | None = None
    """What is wrong there."""

    position: int | None = None
    root: str | None = None


def _split(sent: Any) -> Any:
    """Part what stands between commas; what is no list of texts is refused after this."""
    if not isinstance(sent, list):
        return sent
    return [part for one in sent for part in (one.split(",") if isinstance(one, str) else [one])]


One = TypeVar("One")
Several = Annotated[list[One], BeforeValidator(_split)]
"""A parameter that may be repeated, or hold several values between commas."""


class EntryFilter(Request):
    """The parameters of `GET /reflection-memory/entries`; what is absent does not narrow."""

    types: Several[EntryType] = Field(default_factory=list)
    origins: Several[Origin] = Field(default_factory=list)
    lanes: Several[Lane] = Field(default_factory=list)
    sources: Several[Identifier] = Field(default_factory=list)
    correlation_id: str | None = None
    since: Instant | None = None
    """Committed at this time or later."""

    until: Instant | None = None
    """Committed before this time."""

    after: int | None = Field(default=None, ge=0, lt=2**63)
    """The last position that was read."""

    limit: int = Field(default=100, ge=1, le=1_000)
    reverse: bool = False
    """Newest first."""
