"""Payloads as Temporal's own tools send them to a codec: JSON of its protocol buffers."""

from __future__ import annotations

from pydantic import Field

from forge_client.wire import Answer


class Payload(Answer):
    """One value of a history; bytes are written in base64."""

    metadata: dict[str, str] = Field(default_factory=dict)
    data: str = ""


class Payloads(Answer):
    """What `POST /codec/decode` and `/codec/encode` take, and what they answer."""

    payloads: list[Payload]
