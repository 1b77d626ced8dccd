"""Turns from JSON lines in the chat-completions shape: one line, one turn.

A line is the body of `POST /agents/{id}/turns`, or just `{"messages": […]}` as training sets and
logs have it: then the ids that it lacks are derived from its content, the same at every reading,
and fields that forge does not know are kept in the turn's metadata.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from pydantic import ValidationError

from forge_client.turns import Message, NewTurn
from forge_client.wire import Request


@dataclass(frozen=True)
class Malformed:
    """A line that is no turn: its number, the field that is wrong, and why; never the value."""

    line: int
    field: str
    reason: str


@dataclass(frozen=True)
class ReadTurn:
    """A turn and the number of its line, counted from 1."""

    line: int
    turn: NewTurn


def read(lines: Iterable[bytes], conversation_id: str) -> Iterator[ReadTurn | Malformed]:
    """Yield what each line holds; blank lines are passed over.

    Args:
        lines: UTF-8 JSON lines.
        conversation_id: For turns that name none.
    """
    seen: Counter[str] = Counter()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            body = _object_in(line)
            yield ReadTurn(number, NewTurn.model_validate(_completed(body, conversation_id, seen)))
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            yield Malformed(number, ".".join(map(str, first["loc"])), first["msg"])
        except _NotATurn as error:
            yield Malformed(number, error.field, error.reason)


class _NotATurn(Exception):
    def __init__(self, reason: str, field: str = "(line)") -> None:
        super().__init__(reason)
        self.reason = reason
        self.field = field


def _object_in(line: bytes) -> dict[str, Any]:
    try:
        body = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise _NotATurn("is not UTF-8") from None
    except RecursionError:
        raise _NotATurn("is nested too deeply") from None
    except ValueError:
        raise _NotATurn("is not JSON") from None
    if not isinstance(body, dict):
        raise _NotATurn("is not a JSON object")
    return body


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


def _completed(body: dict[str, Any], conversation_id: str, seen: Counter[str]) -> dict[str, Any]:
    """Give a line the ids that it lacks; one with a turn id is taken strictly, as it stands."""
    named = {"conversation_id": conversation_id} | body
    if "turn_id" in body:
        return named
    return _foreign(named) | {"turn_id": _derived_id(body, seen)}


def _derived_id(body: dict[str, Any], seen: Counter[str]) -> str:
    """Name a turn by its messages, and by how often the same ones stood above it."""
    text = json.dumps(body.get("messages"), sort_keys=True, ensure_ascii=True)
    digest = hashlib.sha256(text.encode("ascii")).hexdigest()[:24]
    seen[digest] += 1
    return f"turn_{digest}" if seen[digest] == 1 else f"turn_{digest}_{seen[digest]}"


def _foreign(body: dict[str, Any]) -> dict[str, Any]:
    """Move what a turn has no place for into its metadata, so that nothing is lost or refused."""
    known, extra = _parted(body, NewTurn)
    messages = known.get("messages")
    if isinstance(messages, list):
        parted = [_parted(one, Message) if isinstance(one, dict) else (one, {}) for one in messages]
        known["messages"] = [one for one, _ in parted]
        if beside := {str(place): rest for place, (_, rest) in enumerate(parted) if rest}:
            extra["message_fields"] = beside
    if extra:
        metadata = known.get("metadata")
        known["metadata"] = (metadata if isinstance(metadata, dict) else {}) | extra
    return known


def _parted(one: dict[str, Any], shape: type[Request]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what `shape` has fields for, and what else says anything."""
    known = shape.model_fields.keys()
    kept = {name: value for name, value in one.items() if name in known}
    rest = {name: value for name, value in one.items() if name not in known and value is not None}
    return kept, rest
