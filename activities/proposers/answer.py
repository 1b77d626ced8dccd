"""A model's answer, text to diffs: tolerant of what stands around the array, of nothing in it.

Prose, fences and a byte order mark are passed over. What looks like the answer and does not decode
fails, since a broken read must never pass for "nothing learned".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from pydantic import TypeAdapter, ValidationError

from forge_client.proposals import BeliefDiff


class UndecodableProposal(ValueError):
    """The answer holds no array of diffs, or a broken one; the message never quotes it."""

    def __init__(self, problem: str, position: int | None = None) -> None:
        super().__init__(problem if position is None else f"{problem} at character {position}")
        self.position = position


_DIFFS = TypeAdapter(list[BeliefDiff])
_OPENING = re.compile(r"[\[{]")
_RUN_OF_OPENINGS = re.compile(r"[\[\s]*")
_CHECKBOX = re.compile(r"(?:^|\n)[ \t]*[-*+][ \t]+\Z")


def parse_diffs(text: str) -> list[BeliefDiff]:
    """Return the diffs of a model's answer, all of them; `[]` is nothing.

    The answer is an array, or an object whose only member is `diffs`. Of several the last one with
    an `op` in it counts, since a model that thinks aloud ends with what it means; then one of
    objects, which fails by its field; then `[]`; a footnote such as `[1]` comes last.

    Raises:
        UndecodableProposal: there is no array, or one that does not decode or fit the schema.
    """
    found = [_unwrapped(value) for value in _values(text.lstrip("\ufeff"))]
    arrays = [value for value in found if isinstance(value, list)]
    if not arrays:
        problem = "is an object with other members than diffs" if found else "holds no array"
        raise UndecodableProposal(f"the answer {problem}")
    return _validated(max(reversed(arrays), key=_likelihood))


def _values(text: str) -> Iterator[Any]:
    """Yield each JSON array and object that stands in `text`, outermost only."""
    decoder = json.JSONDecoder(parse_constant=_refuse_constant)
    place = 0
    while opening := _OPENING.search(text, place):
        start = opening.start()
        if not _stands_alone(text, start):
            place = start + 1
            continue
        try:
            value, place = decoder.raw_decode(text, start)
        except (ValueError, RecursionError) as fault:
            place = _behind_prose(text, start, fault)
        else:
            yield value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _stands_alone(text: str, start: int) -> bool:
    """`list[]` and the box of a to-do list are no arrays."""
    if start and (text[start - 1].isalnum() or text[start - 1] in "_])"):
        return False
    is_box = text.startswith("[ ]", start)
    return not (is_box and _CHECKBOX.search(text, max(0, text.rfind("\n", 0, start)), start))


def _behind_prose(text: str, start: int, fault: Exception) -> int:
    """Return where prose goes on after a bracket of its own; a broken answer raises."""
    if text[start] == "{":
        behind = start + 1
        opens_json = text[behind:].lstrip()[:1] == '"'
    else:
        run = _RUN_OF_OPENINGS.match(text, start)
        behind = run.end() if run else start + 1
        opens_json = text[behind : behind + 1] in ("{", '"', "]")
    if opens_json or behind == len(text):
        raise UndecodableProposal("the answer does not decode", _position(fault, start)) from None
    return behind


def _position(fault: Exception, start: int) -> int:
    return fault.pos if isinstance(fault, json.JSONDecodeError) else start


def _unwrapped(value: Any) -> Any:
    return value["diffs"] if isinstance(value, dict) and value.keys() == {"diffs"} else value


def _likelihood(array: list[Any]) -> tuple[bool, bool, bool]:
    objects = [member for member in array if isinstance(member, dict)]
    return any("op" in member for member in objects), bool(objects), not array


def _validated(array: list[Any]) -> list[BeliefDiff]:
    try:
        return _DIFFS.validate_python(array, strict=True)
    except ValidationError as fault:
        first = fault.errors(include_input=False, include_url=False, include_context=False)[0]
        raise UndecodableProposal(f"{_field(first['loc'])}: {first['msg']}") from None


def _field(location: tuple[int | str, ...]) -> str:
    """Name a field by the schema's own words: an unknown field's name is the model's text."""
    index, *rest = location
    names = [
        str(part) if isinstance(part, int) or part in BeliefDiff.model_fields else "unknown field"
        for part in rest
    ]
    return ".".join([f"diffs[{index}]", *names])
