"""The body of an entry: content, references and metadata as JSON bytes, before they are sealed.

Bytes, because Postgres's text and jsonb refuse NUL and lone surrogates, and jsonb reorders keys:
what went in comes out, code point by code point and in its order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from reflection_memory.errors import InvalidEntry

LARGEST_BODY = 4 * 1024 * 1024
"""Bytes of one entry's content, references and metadata, as JSON."""

DEEPEST = 100
"""Levels of lists and objects within each other."""

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_encode_sorted = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
).encode


def encode(
    content: Any, references: Sequence[str], metadata: Mapping[str, Any]
) -> tuple[bytes, bytes]:
    """Return the body, and its canonical form: the same for whoever says the same.

    Raises:
        InvalidEntry: It is no JSON value, too deep, or larger than LARGEST_BODY.
    """
    extras = _extras(references, metadata) if references or metadata else ()
    if isinstance(content, str) and not extras:
        return _text(content)
    if not isinstance(content, str):
        _check_json("content", content)
    body = _within_bound(_bytes_of(_encode, content, extras))
    # Without an object there is no order to settle.
    return body, _bytes_of(_encode_sorted, content, extras) if b"{" in body else body


def _text(content: str) -> tuple[bytes, bytes]:
    """Return the body of a lone text, which most bodies are: it has one form only."""
    try:
        body = orjson.dumps([content])
    except orjson.JSONEncodeError:  # It holds a lone surrogate.
        body = _bytes_of(_encode, content, ())
    return _within_bound(body), body


def _within_bound(body: bytes) -> bytes:
    if len(body) > LARGEST_BODY:
        raise InvalidEntry("content", f"is {len(body)} bytes; give at most {LARGEST_BODY}")
    return body


def decode(body: bytes) -> tuple[Any, tuple[str, ...], dict[str, Any]]:
    """Return content, references and metadata."""
    content, *rest = json.loads(body.decode("utf-8", "surrogatepass"))
    references, metadata = rest or ((), {})
    return content, tuple(references), metadata


def _extras(references: Sequence[str], metadata: Mapping[str, Any]) -> tuple[Any, ...]:
    extras = (list(references), dict(metadata))
    _check_json("metadata", extras[1])
    return extras


def _bytes_of(encode_one: Callable[[Any], str], content: Any, extras: tuple[Any, ...]) -> bytes:
    try:
        text = encode_one(content)
        if extras:
            text = f"{text},{encode_one(extras)[1:-1]}"
    except ValueError:
        raise InvalidEntry(
            "content", "holds a number that JSON cannot carry (not finite, or over 4300 digits)"
        ) from None
    return f"[{text}]".encode("utf-8", "surrogatepass")


def _check_json(name: str, value: Any) -> None:
    """Refuse what `json` would alter silently: other keys than text, tuples, foreign classes."""
    level, depth = _inside(name, value), 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise InvalidEntry(name, f"is nested over {DEEPEST} levels deep; flatten it")
        level = [inner for outer in level for inner in _inside(name, outer)]


def _inside(name: str, value: Any) -> Sequence[Any]:
    if value is None or isinstance(value, str | int | float):
        return ()
    if isinstance(value, list):
        return value
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return list(value.values())
    raise InvalidEntry(name, f"holds a {type(value).__name__}; give JSON values only")
