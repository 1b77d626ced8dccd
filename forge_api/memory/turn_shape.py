"""Whether a turn's messages have the chat-completions shape, told by field and never by value.

The words themselves may be anything that JSON can say; only where they stand is checked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from forge_api.memory.refusals import invalid, refuse_credential
from forge_client.turns import Message, NewTurn
from reflection_memory.entry import check_time

DEEPEST = 50
"""Levels of lists and objects within one message or the metadata."""

LONGEST_TURN = 8 * 1024 * 1024
"""Characters of all texts of a turn together: redaction reads every one of them."""

_SPEAKS_BY_CONTENT = {"system", "developer", "user", "tool", "function"}


def check(turn: NewTurn) -> None:
    """Refuse a turn that cannot be recorded.

    Raises:
        Refused: `invalid`, naming the field.
        InvalidEntry: A time lies outside what can be stored.
    """
    refuse_credential("turn_id", turn.turn_id)
    refuse_credential("conversation_id", turn.conversation_id)
    for place, message in enumerate(turn.messages):
        _check_message(f"messages.{place}", message)
    if not any(message.content or message.tool_calls for message in turn.messages):
        raise invalid("messages", "say nothing; at least one needs content or a tool call")
    _check_json("metadata", turn.metadata)
    _check_length(turn)
    for field in ("started_at", "finished_at"):
        _check_time(field, getattr(turn, field))
    if turn.started_at and turn.finished_at and turn.finished_at < turn.started_at:
        raise invalid("finished_at", "lies before started_at")


def _check_length(turn: NewTurn) -> None:
    """Refuse what would be refused at last anyway, before anything reads it word by word."""
    length = sum(
        _length(said) for message in turn.messages for said in (message.content, message.tool_calls)
    )
    if length > LONGEST_TURN:
        raise invalid("messages", f"hold {length} characters; give at most {LONGEST_TURN}")


def _length(said: Any) -> int:
    if isinstance(said, str):
        return len(said)
    return sum(map(_length, _inside(said)))


def _check_time(field: str, at: datetime | None) -> None:
    if at is not None:
        check_time(field, at)


def _check_message(field: str, message: Message) -> None:
    _check_time(f"{field}.created_at", message.created_at)
    _check_content(f"{field}.content", message)
    for name in ("tool_call_id", "name"):
        value = getattr(message, name)
        if value is not None and not isinstance(value, str):
            raise invalid(f"{field}.{name}", "must be text")
    if message.tool_calls and message.role != "assistant":
        raise invalid(f"{field}.tool_calls", "belong to a message of role assistant")
    for place, call in enumerate(message.tool_calls or ()):
        _check_call(f"{field}.tool_calls.{place}", call)


def _check_content(field: str, message: Message) -> None:
    content = message.content
    if content is None:
        if message.role in _SPEAKS_BY_CONTENT:
            raise invalid(field, f"is missing; a message of role {message.role} needs it")
        if not message.tool_calls:
            raise invalid(field, "is missing, and there are no tool_calls either")
    elif isinstance(content, list):
        for place, part in enumerate(content):
            _check_part(f"{field}.{place}", part)
    elif not isinstance(content, str):
        raise invalid(field, "must be text, a list of content parts, or null")


def _check_part(field: str, part: Any) -> None:
    if not isinstance(part, dict):
        raise invalid(field, "must be a content part, an object with a `type`")
    if not isinstance(part.get("type"), str):
        raise invalid(f"{field}.type", "must be text")
    if part["type"] == "text" and not isinstance(part.get("text"), str):
        raise invalid(f"{field}.text", "must be text")
    _check_json(field, part)


def _check_call(field: str, call: dict[str, Any]) -> None:
    function = call.get("function")
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise invalid(f"{field}.function.name", "must be text")
    if not isinstance(function.get("arguments", ""), str):
        raise invalid(f"{field}.function.arguments", "must be text, as the model wrote it")
    _check_json(field, call)


def _check_json(field: str, value: Any) -> None:
    """Refuse what the log could not keep: numbers that JSON does not have, and endless nesting."""
    level = [value]
    for _ in range(DEEPEST):
        if any(isinstance(one, float) and not math.isfinite(one) for one in level):
            raise invalid(field, "holds a number that JSON does not have (NaN, Infinity)")
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return
    raise invalid(field, f"is nested over {DEEPEST} levels deep; flatten it")


def _inside(value: Any) -> Sequence[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else ()
