"""A turn as entries of the log: each message and each tool call becomes one, its words untouched.

Ids follow from the turn alone, so that a repeated call finds what the first one wrote.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from forge_client.turns import Message, NewTurn
from reflection_memory.entry import EntryType, Lane, NewEntry, Origin

_VOICES = {
    "user": (Origin.USER, Lane.UNIFIED, EntryType.MESSAGE),
    # The agent's own prompt: nobody said it in the conversation.
    "system": (Origin.INTERNAL, Lane.TECHNICAL, EntryType.AGENT_COMMAND),
    "developer": (Origin.INTERNAL, Lane.TECHNICAL, EntryType.AGENT_COMMAND),
    "assistant": (Origin.EXTERNAL, Lane.UNIFIED, EntryType.AGENT_RESPONSE),
    "tool": (Origin.INTERNAL, Lane.TECHNICAL, EntryType.TOOL_RESULT),
    "function": (Origin.INTERNAL, Lane.TECHNICAL, EntryType.TOOL_RESULT),
}
_TOOL_CALL = (Origin.INTERNAL, Lane.TECHNICAL, EntryType.TOOL_USE)


def entries(tenant: str, agent_id: str, turn: NewTurn) -> list[NewEntry]:
    """Return the turn's entries in order; the turn's own metadata lies with the first."""
    made: list[NewEntry] = []
    for place, message in enumerate(turn.messages):
        for (origin, lane, kind), content in _said(message):
            made.append(
                NewEntry(
                    id=_entry_id(tenant, agent_id, turn.turn_id, len(made)),
                    origin=origin,
                    lane=lane,
                    type=kind,
                    source=agent_id,
                    content=content,
                    occurred_at=_occurred_at(turn, message),
                    correlation_id=correlation_id(agent_id, turn.turn_id),
                    metadata=_metadata(turn, place, is_first=not made),
                )
            )
    return made


def correlation_id(agent_id: str, turn_id: str) -> str:
    """Return what ties the entries of this turn, and what its words are erased by."""
    return f"{agent_id}/{turn_id}"


def episode_id(tenant: str, agent_id: str, turn_id: str) -> str:
    """Return the id of the episode of this turn."""
    return f"ep_{_digest(tenant, agent_id, turn_id)[:24]}"


def _said(message: Message) -> Iterator[tuple[tuple[Origin, Lane, EntryType], Any]]:
    """Yield what one message is in the log: its words, then each tool call."""
    if message.content or not message.tool_calls:
        yield _VOICES[message.role], message.content
    for call in message.tool_calls or ():
        yield _TOOL_CALL, call


def _occurred_at(turn: NewTurn, message: Message) -> datetime | None:
    """Return the best claim there is: requests come at a turn's start, the rest by its end."""
    start, end = turn.started_at or turn.finished_at, turn.finished_at or turn.started_at
    return message.created_at or (end if message.role in {"assistant", "tool"} else start)


def _metadata(turn: NewTurn, place: int, *, is_first: bool) -> dict[str, Any]:
    message = turn.messages[place]
    facts = {
        "turn_id": turn.turn_id,
        "conversation_id": turn.conversation_id,
        "task_ref": turn.task_ref,
        "message": place,
        "role": message.role,
        "name": message.name,
        "tool_call_id": message.tool_call_id,
        "turn_metadata": turn.metadata if is_first and turn.metadata else None,
    }
    return {name: fact for name, fact in facts.items() if fact is not None}


def _entry_id(tenant: str, agent_id: str, turn_id: str, number: int) -> str:
    return f"ent_{_digest(tenant, agent_id, turn_id, str(number))[:32]}"


def _digest(*parts: str) -> str:
    # No part can hold NUL, so none can be shifted into another.
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
