"""The error shape of forge (RFC 9457) and its stable codes.

Every refusal that forge can answer has its code here, with the status that it comes with.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

STATUS_OF = {
    "bad_request": 400,
    "unauthenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "agent_not_found": 404,
    "belief_not_found": 404,
    "run_not_found": 404,
    "turn_not_found": 404,
    "entry_not_found": 404,
    "method_not_allowed": 405,
    "id_taken": 409,
    "turn_differs": 409,
    "entry_differs": 409,
    "run_differs": 409,
    "overtaken": 409,
    "door_closed": 409,
    "duplicate": 409,
    "stale_target": 409,
    "flagged": 409,
    "erased": 410,
    "version_moved": 412,
    "too_large": 413,
    "invalid": 422,
    "version_required": 428,
    "too_many_requests": 429,
    "internal": 500,
    "unready": 503,
    "embedder_unavailable": 503,
    "database_unavailable": 503,
    "temporal_unavailable": 503,
}
"""Stable code → HTTP status."""


class Problem(BaseModel):
    """The body of every error answer, `application/problem+json`."""

    model_config = ConfigDict(extra="allow")

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str
    errors: list[dict[str, Any]] = []
    """Of `invalid`: which field, and what is wrong with it; never the value."""
