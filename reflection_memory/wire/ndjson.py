"""A narrative as JSON lines: an entry a line, in ASCII, then a line that says it is whole.

What ASCII cannot say is two lone surrogates side by side: their escapes would be one character. A
line that holds such has its texts as UTF-8, surrogates passed.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import Any

from reflection_memory.entry import ReflectionEntry
from reflection_memory.errors import InvalidEntry
from reflection_memory.wire import told
from reflection_memory.wire.told import FACTS, Told

MEDIA_TYPE = "application/x-ndjson"

LONGEST_LINE = 32 * 1024 * 1024
"""Bytes: the largest body that the log keeps, each character escaped."""

_BODY = {"content", "references", "metadata", "erased"}
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode
_encode_as_is = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_WOULD_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def begin() -> bytes:
    """Return what stands before the entries."""
    return b""


def lines(entries: Iterable[ReflectionEntry]) -> bytes:
    """Return entries as lines; lone surrogates are carried as their escapes."""
    return b"".join(_line(entry) for entry in entries)


def end(entries: int, position: int) -> bytes:
    """Return the last line: without it a narrative was cut off."""
    closing = {"narrative": told.NAMESPACE, "entries": entries, "position": position}
    return f"{_encode(closing)}\n".encode("ascii")


async def read(chunks: AsyncIterable[bytes]) -> AsyncIterator[Told]:
    """Yield the entries of a narrative as they come; nothing but the present line is held.

    Raises:
        InvalidEntry: A line is none, naming it; or the last line is missing.
    """
    number, whole = 0, False
    async for line in _split(chunks):
        number += 1
        if not line.strip():
            continue
        if whole:
            raise InvalidEntry(f"line {number}", "stands behind the narrative's end; remove it")
        found = _decoded(line, number)
        if "narrative" in found:
            whole = True
            continue
        yield _entry(found, number)
    if not whole:
        raise InvalidEntry("the narrative", "was cut off: its last line is missing")


def _line(entry: ReflectionEntry) -> bytes:
    facts: dict[str, Any] = {**told.facts(entry)}
    facts["position"], facts["sequence"] = entry.position, entry.sequence
    if entry.erased:
        facts["erased"] = True
    else:
        facts["content"] = entry.content
        if entry.references:
            facts["references"] = list(entry.references)
        if entry.metadata:
            facts["metadata"] = entry.metadata
    return _written(facts) + b"\n"


def _written(facts: dict[str, Any]) -> bytes:
    text = _encode(facts)
    if "\\ud" in text and _WOULD_PAIR.search(as_is := _encode_as_is(facts)):
        return as_is.encode("utf-8", "surrogatepass")
    return text.encode("ascii")


async def _split(chunks: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    pieces: list[bytes] = []
    held = 0
    async for chunk in chunks:
        *complete, rest = chunk.split(b"\n")
        for line in complete:
            yield b"".join([*pieces, line])
            pieces, held = [], 0
        pieces.append(rest)
        held += len(rest)
        if held > LONGEST_LINE:
            raise InvalidEntry("a line", f"is over {LONGEST_LINE} bytes; no entry is that large")
    if last := b"".join(pieces):
        yield last


def _decoded(line: bytes, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line, parse_constant=_no_number, object_pairs_hook=told.members)
    except told.MemberTwice:
        raise InvalidEntry(
            f"line {number}", "has an object that names a member twice; name it once"
        ) from None
    except (ValueError, RecursionError):
        raise InvalidEntry(f"line {number}", "is no JSON object; nothing else may stand") from None
    if not isinstance(found, dict):
        raise InvalidEntry(f"line {number}", "is no JSON object; nothing else may stand")
    return found


def _entry(found: dict[str, Any], number: int) -> Told:
    unknown = found.keys() - FACTS - _BODY
    if unknown:
        raise InvalidEntry(f"line {number}", f"has {len(unknown)} members that no entry has")
    erased = found.get("erased", False) is True
    if not erased and "content" not in found:
        raise InvalidEntry(f"line {number}", "has no content, and is not erased")
    references, metadata = found.get("references", []), found.get("metadata", {})
    texts = isinstance(references, list) and all(isinstance(one, str) for one in references)
    if not texts or not isinstance(metadata, dict):
        raise InvalidEntry(f"line {number}", "needs references as texts, metadata as an object")
    try:
        return told.told(found, found.get("content"), references, metadata, erased=erased)
    except InvalidEntry as error:
        raise InvalidEntry(f"line {number}", str(error)) from None


def _no_number(_: str) -> None:
    raise ValueError
