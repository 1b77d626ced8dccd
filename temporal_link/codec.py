"""Seals every payload before it reaches Temporal's history, and opens it again.

AES-256-GCM under a key of its own. Each payload says in the clear which agent it is about, and the
seal covers that mark: who decodes for a reader can check it, and nobody can change it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from google.protobuf.message import DecodeError
from pydantic import SecretBytes
from temporalio.api.common.v1 import Payload
from temporalio.converter import (
    ActivitySerializationContext,
    PayloadCodec,
    SerializationContext,
    WithSerializationContext,
    WorkflowSerializationContext,
)

from forge_client import names

ENCODING = b"binary/encrypted-aes-256-gcm"
NONCE_BYTES = 12


class CodecError(Exception):
    """A payload was sealed with another key, or was changed since."""


class SealingCodec(PayloadCodec, WithSerializationContext):
    """Seals with `key`; payloads of other encodings (typed by hand) pass through on the way in."""

    def __init__(self, key: SecretBytes, agent_id: str = "") -> None:
        """Take a key of 32 bytes; `agent_id` is set by the SDK's context, not by hand."""
        self._key = key
        self._aead = AESGCM(key.get_secret_value())
        self._key_id = key_id(key)
        self._agent_id = agent_id

    def with_context(self, context: SerializationContext) -> SealingCodec:
        """Return a codec that marks what it seals with the agent of this workflow or activity."""
        return SealingCodec(self._key, _agent_in(context))

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Seal each payload, its own metadata included."""
        return [self._seal(payload) for payload in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Open what is sealed; leave the rest as it is.

        Raises:
            CodecError: Another key, or a changed payload.
        """
        return [self._open(payload) for payload in payloads]

    def _seal(self, payload: Payload) -> Payload:
        nonce = os.urandom(NONCE_BYTES)
        agent = self._agent_id.encode()
        sealed = self._aead.encrypt(nonce, payload.SerializeToString(), agent)
        metadata = {"encoding": ENCODING, "agent": agent, "key-id": self._key_id}
        return Payload(metadata=metadata, data=nonce + sealed)

    def _open(self, payload: Payload) -> Payload:
        if payload.metadata.get("encoding") != ENCODING:
            return payload
        if (used := payload.metadata.get("key-id")) != self._key_id:
            raise CodecError(
                f"sealed with key {_printable(used)}, this is key {_printable(self._key_id)}; "
                "set TEMPORAL_CODEC_KEY to the key that sealed it"
            )
        nonce, sealed = payload.data[:NONCE_BYTES], payload.data[NONCE_BYTES:]
        try:
            opened = self._aead.decrypt(nonce, sealed, payload.metadata.get("agent", b""))
            return Payload.FromString(opened)
        except (InvalidTag, ValueError, DecodeError):
            raise CodecError("the payload was changed since it was sealed") from None


def key_id(key: SecretBytes) -> bytes:
    """Return a name for `key` that tells nothing about it."""
    return (
        hashlib.sha256(b"temporal codec key id" + key.get_secret_value()).hexdigest()[:12].encode()
    )


def agent_of(payload: Payload) -> str | None:
    """Return the agent that a sealed payload is marked with, None where it has no mark."""
    return payload.metadata.get("agent", b"").decode("utf-8", "replace") or None


def _agent_in(context: SerializationContext) -> str:
    if not isinstance(context, WorkflowSerializationContext | ActivitySerializationContext):
        return ""
    return names.agent_of(context.workflow_id or "") or ""


def _printable(mark: bytes | None) -> str:
    return (mark or b"unknown").decode("ascii", "replace")
