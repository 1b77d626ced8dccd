"""From the messages of one finished turn to what memory keeps of it: a summary and statements.

Pure, deterministic and bounded: the same messages give the same extract, whatever their size.
Everything is redacted before anything is cut. What the agent was handed as memory is taken out
first. A person's corrections are kept ahead of everything else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from forge_api.memory import context_block
from forge_api.memory.feedback import corrects
from forge_api.memory.graphemes import cut, storable
from forge_api.memory.sentences import sentences
from forge_api.redaction import redact_together
from forge_client.episodes import Statement
from forge_client.turns import Message

MAX_SUMMARY = 1_200
"""Characters of a summary (at most 4,800 bytes)."""

MAX_STATEMENT = 400
"""Characters of one statement (at most 1,600 bytes)."""

MAX_STATEMENTS = {"user": 48, "agent": 12, "tool": 4}
"""Statements of each voice in one episode: 64 in all, at most 25,600 characters."""

MAX_TOOL_STATEMENT = 160
"""Characters kept of one tool's output: a third party's word, and mostly noise."""

MAX_CALL = 200
"""Characters of one tool call with its arguments."""

RECALL_TOOLS = (
    "search_memory",
    "get_context",
    "list_beliefs",
    "get_belief",
    "get_provenance",
)
"""Our own tools that answer out of memory: what they return was learned before."""

SUMMARY_PARTS = {
    "corrected": ("Corrected", 420),
    "asked": ("Asked", 420),
    "answered": ("Answered", 200),
    "done": ("Done", 100),
}
"""Part → heading, and the characters that it may take while the others want theirs; what is left
over is taken in this order."""

_HEADINGS = sum(len(heading) + len(": \n") for heading, _ in SUMMARY_PARTS.values())

Voice = Literal["user", "agent", "tool"]
Part = Literal["asked", "done", "answered", "corrected"]


@dataclass(frozen=True, slots=True)
class Extracted:
    """What an episode is made of; `redactions` counts the whole turn's secrets by kind."""

    summary: str
    statements: list[Statement]
    redactions: dict[str, int]


class _Piece(NamedTuple):
    """One text of the turn, with the statement that it can make."""

    said_by: Voice
    part: Part
    text: str
    is_whole: bool = False
    """One statement as it stands (a tool call), not split into sentences."""

    limit: int = MAX_STATEMENT


def extract(messages: Sequence[Message | Mapping[str, Any]]) -> Extracted:
    """Return the extract of a turn in the chat-completions shape.

    `content` may be text, a list of parts, or null; what is none of these says nothing. System and
    developer messages are the agent's own prompt and teach nothing.
    """
    pieces = list(_pieces([_as_mapping(message) for message in messages]))
    redacted = redact_together([piece.text for piece in pieces])
    said = [
        statement
        for piece, text in zip(pieces, redacted.texts, strict=True)
        for statement in _statements(piece, text)
    ]
    return Extracted(_summary(said), _bounded(said), dict(redacted.counts))


def _as_mapping(message: Message | Mapping[str, Any]) -> Mapping[str, Any]:
    return message.model_dump() if isinstance(message, Message) else message


# -- What is said in a turn ------------------------------------------------------------------------


def _pieces(messages: Sequence[Mapping[str, Any]]) -> Iterator[_Piece]:
    tools = _tools_by_call(messages)
    for message in messages:
        text = context_block.strip(storable(_text(message.get("content"))))
        match message.get("role"):
            case "user":
                yield _Piece("user", "asked", text)
            case "assistant":
                calls = list(_calls(message))
                yield _Piece("agent", "done" if calls else "answered", text)
                yield from (_call_piece(name, arguments) for _, name, arguments in calls)
            case "tool" | "function":
                name = tools.get(str(message.get("tool_call_id"))) or message.get("name")
                yield from _result_pieces(name, text)
            case _:
                pass


def _text(content: Any) -> str:
    """Return the text of a message, or of its text parts, a line each."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part for part in content if isinstance(part, Mapping)]
    texts = [part.get("text") for part in parts if str(part.get("type", "text")).endswith("text")]
    return "\n".join(text for text in texts if isinstance(text, str))


def _calls(message: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the id, name and arguments of each tool call; what has no name is no call."""
    for call in message.get("tool_calls") or ():
        function = call.get("function") if isinstance(call, Mapping) else None
        if isinstance(function, Mapping) and isinstance(function.get("name"), str):
            yield str(call.get("id")), function["name"], function.get("arguments")


def _tools_by_call(messages: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    return {
        call_id: name
        for message in messages
        if message.get("role") == "assistant"
        for call_id, name, _ in _calls(message)
    }


def _call_piece(name: str, arguments: Any) -> _Piece:
    told = storable(f"Called {name}({_told_arguments(arguments)})")
    return _Piece("agent", "done", context_block.strip(told), is_whole=True, limit=MAX_CALL)


def _told_arguments(arguments: Any) -> str:
    """Write arguments as `name=value, …`; they come as JSON text, and not always as valid JSON."""
    try:
        read = json.loads(arguments) if isinstance(arguments, str) else arguments
    except (ValueError, RecursionError):
        return str(arguments)
    if not isinstance(read, Mapping):
        return "" if read is None else _as_json(read)
    return ", ".join(f"{key}={_as_json(value)}" for key, value in read.items())


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _result_pieces(name: Any, text: str) -> Iterator[_Piece]:
    """Keep one short statement of a tool's output, and nothing of what memory itself returned."""
    tool = storable(name) if isinstance(name, str) else "tool"
    if text.strip() and not tool.endswith(RECALL_TOOLS):
        yield _Piece(
            "tool", "done", f"{tool} returned: {text}", is_whole=True, limit=MAX_TOOL_STATEMENT
        )


# -- What is kept of it ----------------------------------------------------------------------------


def _statements(piece: _Piece, text: str) -> Iterator[Statement]:
    """Make the statements of one redacted text."""
    for sentence in [" ".join(text.split())] if piece.is_whole else sentences(text):
        if sentence:
            corrected = piece.said_by == "user" and corrects(sentence)
            yield Statement(
                said_by=piece.said_by,
                part="corrected" if corrected else piece.part,
                text=cut(sentence, piece.limit),
            )


def _bounded(said: Sequence[Statement]) -> list[Statement]:
    """Keep as many statements of each voice as it may have, corrections first, in their order."""
    kept: set[int] = set()
    for voice, limit in MAX_STATEMENTS.items():
        places = [place for place, statement in enumerate(said) if statement.said_by == voice]
        kept |= set(sorted(places, key=lambda place: said[place].part != "corrected")[:limit])
    return [said[place] for place in sorted(kept)]


def _summary(said: Sequence[Statement]) -> str:
    """Write the parts of the turn, a line each, in whole sentences where they fit."""
    texts = {
        part: [told.text for told in said if told.part == part and told.said_by != "tool"]
        for part in ("asked", "corrected", "done", "answered")
    }
    room = _room({part: len(" ".join(of_part)) for part, of_part in texts.items()})
    lines = [
        f"{SUMMARY_PARTS[part][0]}: {_filled(of_part, room[part])}"
        for part, of_part in texts.items()
        if of_part
    ]
    return "\n".join(lines)


def _room(wanted: Mapping[str, int]) -> dict[str, int]:
    """Share out the summary's characters among its parts."""
    room = {part: min(wanted[part], share) for part, (_, share) in SUMMARY_PARTS.items()}
    left = MAX_SUMMARY - _HEADINGS - sum(room.values())
    for part in SUMMARY_PARTS:
        more = min(left, wanted[part] - room[part])
        room[part] += more
        left -= more
    return room


def _filled(texts: Sequence[str], limit: int) -> str:
    """Take whole texts while they fit; only a first one that does not fit is cut."""
    taken, length = [texts[0]], len(texts[0])
    for text in texts[1:]:
        length += 1 + len(text)
        if length > limit:
            break
        taken.append(text)
    return cut(" ".join(taken), limit)
