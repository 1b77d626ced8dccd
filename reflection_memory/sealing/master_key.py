"""The master key: it wraps other keys and does nothing else.

Its bytes are forgotten once the wrapping key is derived; neither is ever in a repr, log or error.
"""

from __future__ import annotations

import base64
import binascii
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from reflection_memory.errors import InvalidMasterKey, SealBroken, WrongMasterKey
from reflection_memory.sealing import derivation

__all__ = ["NONCE", "SIZE", "InvalidMasterKey", "MasterKey", "generate"]

SIZE = 32
"""Bytes of every key here."""

NONCE = 12
"""Bytes of a nonce; it stands before its ciphertext."""


def generate() -> str:
    """Return a new master key as text, to be kept where only forge can read it."""
    return base64.b64encode(os.urandom(SIZE)).decode("ascii")


class MasterKey:
    """Wraps and unwraps keys. `id` tells master keys apart and gives nothing away of them."""

    __slots__ = ("_wrapping", "id")

    def __init__(self, key: bytes):
        if len(key) != SIZE:
            raise InvalidMasterKey(f"The master key has {len(key)} bytes; it needs {SIZE}")
        self.id = derivation.derive(key, "master key id")[:8].hex()
        self._wrapping = AESGCM(derivation.derive(key, "wrapping"))

    @classmethod
    def parse(cls, text: str) -> MasterKey:
        """Read a master key from base64 (either alphabet) or 64 hexadecimal digits.

        Raises:
            InvalidMasterKey: The text is not 32 bytes in one of these forms.
        """
        return cls(_bytes_of(text.strip()))

    def wrap(self, key: bytes, bound_to: bytes) -> bytes:
        """Return `key` sealed; it unwraps only together with the same `bound_to`."""
        nonce = os.urandom(NONCE)
        return nonce + self._wrapping.encrypt(nonce, key, self._bind(bound_to))

    def unwrap(self, wrapped: bytes, bound_to: bytes, master_key_id: str, subject: str) -> bytes:
        """Return the key that `wrap` sealed under the master key `master_key_id`.

        Raises:
            WrongMasterKey: It was wrapped under another master key.
            SealBroken: It was altered, or is bound to something else than `subject`.
        """
        if master_key_id != self.id:
            raise WrongMasterKey(
                f"This database is sealed under master key {master_key_id}, and the one given is "
                f"{self.id}; set FORGE_MASTER_KEY to the key it was sealed under"
            )
        try:
            return self._wrapping.decrypt(wrapped[:NONCE], wrapped[NONCE:], self._bind(bound_to))
        except (InvalidTag, ValueError):
            raise SealBroken(subject) from None

    def __repr__(self) -> str:
        return f"MasterKey(id={self.id!r})"

    def _bind(self, bound_to: bytes) -> bytes:
        return self.id.encode() + b"\0" + bound_to


def _bytes_of(text: str) -> bytes:
    try:
        if len(text) == 2 * SIZE:
            return bytes.fromhex(text)
        padded = text + "=" * (-len(text) % 4)
        return base64.b64decode(padded.replace("-", "+").replace("_", "/"), validate=True)
    except (ValueError, binascii.Error):
        raise InvalidMasterKey(
            f"The master key is neither base64 nor hexadecimal of {SIZE} bytes; "
            "make one with: openssl rand -base64 32"
        ) from None
