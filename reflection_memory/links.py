"""The links of the log's chain: one an entry, over everything the log holds of it.

A leaf is what can be computed before the log is locked; a link adds what the lock decides. A batch
keeps a fingerprint of each leaf: the root proves, the fingerprints only name which entry broke.
"""

from __future__ import annotations

import hashlib
import struct

FINGERPRINT_SIZE = 8
"""Bytes of a leaf that its batch keeps."""

_pack_widths = struct.Struct(">II").pack
_pack_link = struct.Struct(">32sqqq").pack


def leaf(bound_to: bytes, digest: bytes, sealed: bytes) -> bytes:
    """Return the leaf of an entry; the widths keep a byte from moving between its parts."""
    widths = _pack_widths(len(bound_to), len(digest))
    return hashlib.sha256(b"".join((bound_to, digest, sealed, widths))).digest()


def link(of_leaf: bytes, position: int, committed_us: int, sequence: int) -> bytes:
    """Return the link of an entry: 56 bytes."""
    return _pack_link(of_leaf, position, committed_us, sequence)
