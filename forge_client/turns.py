"""A finished turn as an agent reports it, in the chat-completions shape, and what became of it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from forge_client.episodes import Episode
from forge_client.wire import Answer, Identifier, Instant, Request

# Message text is kept verbatim in the log, whatever it holds (NUL, lone surrogates), so these
# fields are `Any` on purpose: pydantic's `str` would refuse what must not be lost. Their shape
# (text, a list of parts, null) is checked where a turn is recorded.
Verbatim = Any


class Message(Request):
    """One message: `content` is text, a list of content parts, or null."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Verbatim = None
    tool_calls: list[dict[str, Verbatim]] | None = None
    tool_call_id: Verbatim = None
    name: Verbatim = None
    created_at: Instant | None = None


class NewTurn(Request):
    """`POST /agents/{id}/turns`."""

    turn_id: Identifier
    conversation_id: Identifier
    task_ref: Identifier | None = None
    started_at: Instant | None = None
    finished_at: Instant | None = None
    messages: list[Message] = Field(min_length=1, max_length=2_000)
    metadata: dict[str, Verbatim] = Field(default_factory=dict)


class RecordedEntry(Answer):
    """Where one message of the turn lies in the log."""

    id: str
    position: int
    type: str
    origin: str


class RecordedTurn(Answer):
    """The answer to `POST /agents/{id}/turns`; the same for the same turn again."""

    turn_id: str
    episode: Episode
    entries: list[RecordedEntry]
