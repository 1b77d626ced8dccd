"""One secret, many keys: HKDF-SHA256, a purpose each."""

from __future__ import annotations

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derive(secret: bytes, purpose: str) -> bytes:
    """Return the 32-byte key of `secret` for `purpose`; it gives no other purpose's key away."""
    info = b"mule-reflection/" + purpose.encode()
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)
