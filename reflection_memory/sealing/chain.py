"""The tamper evidence: roots chained under a secret key.

Each root is a keyed hash of the one before it and of the links that came since, so nobody without
the key can alter, insert or drop a link and still show matching roots.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable

ROOT_SIZE = 32
"""Bytes of a root."""


class Chain:
    """Computes roots. `links` of one chain must all have one width, so that none can be shifted."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes):
        self._key = key

    def start(self, name: str) -> bytes:
        """Return the root that stands before the first link of the chain called `name`."""
        return hmac.digest(self._key, b"start\0" + name.encode(), "sha256")

    def extend(self, root: bytes, links: Iterable[bytes]) -> bytes:
        """Return the root after `links`, in their order."""
        return hmac.digest(self._key, b"next\0" + root + b"".join(links), "sha256")
