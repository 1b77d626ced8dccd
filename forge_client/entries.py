"""An entry of Reflection Memory as it crosses the wire."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from forge_client.wire import Answer, Instant

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
