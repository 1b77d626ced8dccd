"""A data key: it seals what is erased together (a unit), and lies in the database wrapped.

A unit is one exchange of the log, a source's day outside any exchange, or one belief. To destroy
its key is to erase it, wherever its ciphertext was copied.
"""

from __future__ import annotations

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from reflection_memory.errors import SealBroken
from reflection_memory.sealing.master_key import NONCE, SIZE, MasterKey

ID_SIZE = 16
"""Bytes of a data key's id."""

DAY = 24 * 60 * 60 * 1_000_000
"""Microseconds."""


def exchange(correlation_id: str) -> str:
    """Return the unit of an exchange: all entries that share a correlation id."""
    return f"exchange/{correlation_id}"


def day(source: str, occurred_us: int) -> str:
    """Return the unit of what `source` said outside any exchange on one UTC day."""
    return f"day/{occurred_us // DAY}/{source}"


def belief(belief_id: str) -> str:
    """Return the unit of one belief's audit."""
    return f"belief/{belief_id}"


class DataKey:
    """Seals and opens. `master_key_id` and `wrapped` are what the database holds of it."""

    __slots__ = (
        *("_cipher", "_key", "encrypt", "id"),
        *("master_key_id", "tenant", "unit", "wrapped"),
    )

    def __init__(self, key: bytes, tenant: str, unit: str, key_id: bytes):
        self.tenant = tenant
        self.unit = unit
        self.id = key_id
        self.master_key_id: str | None = None
        self.wrapped: bytes | None = None
        self._key = key
        self._cipher = AESGCM(key)
        self.encrypt = self._cipher.encrypt
        """`(nonce, plaintext, bound_to)`: for loops that draw their nonces at once."""

    @classmethod
    def create(cls, tenant: str, unit: str) -> DataKey:
        """Return a new random key for `unit`; it is kept nowhere yet."""
        return cls(os.urandom(SIZE), tenant, unit, os.urandom(ID_SIZE))

    @classmethod
    def unwrap(
        cls,
        master: MasterKey,
        tenant: str,
        unit: str,
        key_id: bytes,
        master_key_id: str,
        wrapped: bytes,
    ) -> DataKey:
        """Return the key that the database holds wrapped.

        Raises:
            WrongMasterKey: It was wrapped under another master key.
            SealBroken: The row was altered.
        """
        bound_to = _binding(tenant, unit, key_id)
        key = master.unwrap(wrapped, bound_to, master_key_id, f"data key {key_id.hex()}")
        unwrapped = cls(key, tenant, unit, key_id)
        unwrapped.master_key_id, unwrapped.wrapped = master_key_id, wrapped
        return unwrapped

    def wrap(self, master: MasterKey) -> bytes:
        """Return the key as the database holds it under `master`."""
        return master.wrap(self._key, _binding(self.tenant, self.unit, self.id))

    def seal(self, plaintext: bytes, bound_to: bytes) -> bytes:
        """Return nonce and ciphertext; it opens only together with the same `bound_to`."""
        nonce = os.urandom(NONCE)
        return nonce + self.encrypt(nonce, plaintext, bound_to)

    def open(self, sealed: bytes, bound_to: bytes, subject: str) -> bytes:
        """Return what `seal` was given.

        Raises:
            SealBroken: `subject` was altered, or is bound to something else.
        """
        try:
            return self._cipher.decrypt(sealed[:NONCE], sealed[NONCE:], bound_to)
        except (InvalidTag, ValueError):
            raise SealBroken(subject) from None

    def __repr__(self) -> str:
        return f"DataKey(id={self.id.hex()}, unit={self.unit!r})"


def _binding(tenant: str, unit: str, key_id: bytes) -> bytes:
    return f"{tenant}\0{unit}\0".encode() + key_id
