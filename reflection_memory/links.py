"""The links of the log's chain: one an entry, over everything the log holds of it.

A leaf is what can be computed before the log is locked; a link adds what the lock decides. A batch
keeps a fingerprint of each leaf: the root proves, the fingerprints only name which entry broke.
"""

from __future__ import annotations

import hashlib
import struct
from datetime import UTC, datetime, timedelta

FINGERPRINT_SIZE = 8
"""Bytes of a leaf that its batch keeps."""

TICK = timedelta(microseconds=1)
"""Between the times of two entries of one batch: the finest that Postgres and Python tell apart."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_pack = struct.Struct(">32sqqq").pack


def leaf(bound_to: bytes, digest: bytes, sealed: bytes) -> bytes:
    """Return the leaf of an entry; `bound_to` and `digest` give away where each part ends."""
    return hashlib.sha256(b"%d\0%b%b%b" % (len(bound_to), bound_to, digest, sealed)).digest()


def link(of_leaf: bytes, position: int, timestamp: datetime, sequence: int) -> bytes:
    """Return the link of an entry: 56 bytes."""
    return _pack(of_leaf, position, (timestamp - _EPOCH) // TICK, sequence)
