"""How answers are written: JSON in ASCII, so that any text can leave, lone surrogates included."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel


class AsciiJSON(JSONResponse):
    """JSON whose every character beyond ASCII is escaped."""

    def render(self, content: Any) -> bytes:
        """Return the bytes of `content`; times as RFC 3339 in UTC."""
        return as_json(content).encode("ascii")


def as_json(content: Any) -> str:
    """Return `content` as JSON on one line of ASCII; times as RFC 3339 in UTC."""
    return json.dumps(content, allow_nan=False, separators=(",", ":"), default=_spoken)


def verbatim(model: BaseModel, status: int = 200) -> AsciiJSON:
    """Answer with a model that holds recorded text; pydantic's own JSON refuses lone surrogates."""
    return AsciiJSON(model.model_dump(), status_code=status)


def _spoken(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    raise TypeError(f"{type(value).__name__} has no JSON form here")
