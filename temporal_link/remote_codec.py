"""What a codec server answers: payloads opened for a reader, as far as they are about his agents.

Temporal's Web UI and its command line send what they show; what the reader may not read goes back
as it came, sealed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from google.protobuf import json_format
from pydantic import SecretBytes
from temporalio.api.common.v1 import Payload, Payloads

from forge_client.json_members import NamedTwice, each_once
from temporal_link.codec import ENCODING, CodecError, SealingCodec, agent_of

MayRead = Callable[[str | None], bool]
"""Tells whether the reader may read what is about this agent; None: about none in particular."""


class NotPayloads(Exception):
    """The body is not a list of payloads as Temporal sends them."""


async def decode(body: bytes, key: SecretBytes, may_read: MayRead) -> bytes:
    """Return the same payloads, those opened that the reader may read.

    Raises:
        NotPayloads: The body is something else.
        CodecError: A payload was sealed with another key, or changed since; or an object of the
            body names a member twice.
    """
    codec = SealingCodec(key)
    return _written(
        [
            (await codec.decode([payload]))[0] if may_read(agent_of(payload)) else payload
            for payload in _read(body)
        ]
    )


async def encode(body: bytes, key: SecretBytes, may_read: MayRead) -> bytes:
    """Return the payloads sealed, each marked with the agent that it names, if it names one.

    Raises:
        NotPayloads: The body is something else.
        CodecError: A payload names an agent that is not the caller's; or an object of the body,
            or of a payload, names a member twice.
    """
    sealed = []
    for payload in _read(body):
        agent_id = _named_in(payload)
        if not may_read(agent_id):
            raise CodecError("a payload names an agent that this key is not for")
        sealed += await SealingCodec(key, agent_id or "").encode([payload])
    return _written(sealed)


def _read(body: bytes) -> Sequence[Payload]:
    try:
        sent = json.loads(body, object_pairs_hook=each_once)
        if not isinstance(sent, dict):
            raise NotPayloads
        return json_format.ParseDict(sent, Payloads(), ignore_unknown_fields=True).payloads
    except NamedTwice:
        raise CodecError("the body names a member twice in one object; name it once") from None
    except (json_format.ParseError, ValueError, RecursionError):
        raise NotPayloads from None


def _written(payloads: Sequence[Payload]) -> bytes:
    return json_format.MessageToJson(Payloads(payloads=payloads)).encode("ascii")


def _named_in(payload: Payload) -> str | None:
    """Return the agent that a workflow's input names.

    Raises:
        CodecError: It names one member twice, so that the workflow could read another agent there.
    """
    if payload.metadata.get("encoding") == ENCODING:
        return agent_of(payload)
    try:
        content = json.loads(payload.data, object_pairs_hook=each_once)
    except NamedTwice:
        raise CodecError("a payload names a member twice in one object; name it once") from None
    except (ValueError, RecursionError):
        return None
    agent_id = content.get("agent_id") if isinstance(content, dict) else None
    return agent_id if isinstance(agent_id, str) else None
