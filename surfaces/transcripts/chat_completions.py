"""Turns from JSON lines in the chat-completions shape: one line, one turn.

A line is the body of `POST /agents/{id}/turns`, or just `{"messages": […]}` as training sets and
logs have it: then the ids that it lacks are derived from the line alone, the same in whatever file
it stands, and fields that forge does not know are kept in the turn's metadata. So a line that
stands twice is one turn; those who mean two give each a `turn_id`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from pydantic import ValidationError

from forge_client import field_faults
from forge_client.json_members import NamedTwice, each_once
from forge_client.turns import Message, NewTurn
from forge_client.wire import Request

ONE_A_LINE = "one JSON object per line"


@dataclass(frozen=True)
class Malformed:
    """A line that is no turn: its number, the field that is wrong, and why; never the value.

    `field` is empty where the whole line is wrong.
    """

    line: int
    field: str
    reason: str


@dataclass(frozen=True)
class ReadTurn:
    """A turn and the number of its line, counted from 1."""

    line: int
    turn: NewTurn
    conversation_named: bool
    """False: the line named none, and stands for itself."""


def read(lines: Iterable[bytes]) -> Iterator[ReadTurn | Malformed]:
    """Yield what each line holds; blank lines are passed over.

    A file that is JSON but not JSON lines ends with one `Malformed` at its first line.
    """
    filled = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    for place, (number, line) in enumerate(filled):
        try:
            body = _object_in(line)
            turn = NewTurn.model_validate(_completed(body))
        except ValidationError as error:
            first = field_faults.found_in(error)[0]
            yield Malformed(number, first.field, first.message)
        except _NotATurn as error:
            hint = _of_another_format(line) if place == 0 else None
            yield Malformed(number, "", hint or error.reason)
            if hint:
                return
        else:
            yield ReadTurn(number, turn, conversation_named="conversation_id" in body)


class _NotATurn(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def _object_in(line: bytes) -> dict[str, Any]:
    try:
        body = json.loads(
            line.decode("utf-8-sig"),
            parse_constant=_refuse_constant,
            object_pairs_hook=each_once,
        )
    except UnicodeDecodeError:
        raise _NotATurn("is not UTF-8") from None
    except RecursionError:
        raise _NotATurn("is nested too deeply") from None
    except NamedTwice:
        raise _NotATurn("names a member twice in one object") from None
    except json.JSONDecodeError as error:
        raise _NotATurn(f"is not JSON (at character {error.pos + 1})") from None
    except ValueError:
        raise _NotATurn("is not JSON") from None
    if not isinstance(body, dict):
        raise _NotATurn("is not a JSON object")
    return body


def _of_another_format(line: bytes) -> str | None:
    """Return the one hint for a file whose every line would be wrong in the same way."""
    begun = line.removeprefix(b"\xef\xbb\xbf").strip()
    if begun.startswith(b"["):
        return f"a JSON array begins here; give {ONE_A_LINE}, as `jq -c '.[]' FILE` writes them"
    if begun == b"{":
        return f"an object begins here and goes on; give {ONE_A_LINE}, as `jq -c . FILE` does"
    if begun.endswith(b"},"):
        return f"a comma ends this line; give {ONE_A_LINE}, and nothing between the lines"
    return None


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


def _completed(body: dict[str, Any]) -> dict[str, Any]:
    """Give a line the ids that it lacks; one with a turn id is taken strictly, as it stands."""
    digest = _digest(body)
    named = {"conversation_id": f"conv_{digest}"} | body
    return named if "turn_id" in body else _foreign(named) | {"turn_id": f"turn_{digest}"}


def _digest(body: dict[str, Any]) -> str:
    """Name a line by all that it says, in whatever order its fields stand."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:24]


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
