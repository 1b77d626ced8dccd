"""The two bases of every wire shape, and the field types that they share.

A request refuses what it does not know, so that a typing mistake is told; an answer ignores it, so
that an older client reads a newer server. No error of either prints the value that was wrong.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from forge_client.names import MAX_CONTENT, MAX_RATIONALE


class Request(BaseModel):
    """What a caller sends: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class Answer(BaseModel):
    """What forge returns: unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)


def _storable(text: str) -> str:
    """Refuse what Postgres text cannot hold; pydantic itself refuses lone surrogates."""
    if "\0" in text:
        raise ValueError("contains a NUL character; remove it")
    return text


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is blank; give at least one visible character")
    return text


_AGENT_ID = r"^[A-Za-z0-9._-]{1,64}$"


def _agent_id(text: str) -> str:
    if not re.fullmatch(_AGENT_ID.strip("^$"), text):
        raise PydanticCustomError(
            "agent_id", "must be 1 to 64 letters (a-z, A-Z), digits, dots, underscores or dashes"
        )
    # In an address these two mean "here" and "one up": no request could ever name such an agent.
    if text in {".", ".."}:
        raise PydanticCustomError("agent_id", "must not be just dots; add a letter or a digit")
    return text


AgentId = Annotated[
    str,
    AfterValidator(_agent_id),
    WithJsonSchema({"type": "string", "pattern": _AGENT_ID, "examples": ["my-agent"]}),
]
"""Chosen by the user, unique in an installation."""

Identifier = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_storable)]
"""An id that somebody else chose (turn, conversation, run), or one of ours."""

Content = Annotated[
    str,
    Field(min_length=1, max_length=MAX_CONTENT),
    AfterValidator(_storable),
    AfterValidator(_not_blank),
]
"""One belief: never blank, no NUL, no lone surrogate."""

Note = Annotated[str, Field(max_length=MAX_RATIONALE), AfterValidator(_storable)]
"""A rationale, a reason, a label: may be empty."""

Confidence = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False, examples=[0.8])]


def _within_calendar(moment: datetime) -> datetime:
    """Refuse the calendar's edges, where a change of zone leaves what can be computed with."""
    if not 1 < moment.year < 9999:
        raise ValueError("lies outside the years 2 to 9998")
    return moment


Instant = Annotated[AwareDatetime, AfterValidator(_within_calendar)]
"""RFC 3339 with an offset; served in UTC."""

__all__ = [
    "AgentId",
    "Answer",
    "Confidence",
    "Content",
    "Identifier",
    "Instant",
    "Note",
    "Request",
]
