"""What an entry claims beside its body: the fields in the clear, as one unambiguous byte string.

Seals, digests and the chain all bind it, so that no field can be altered and no body moved.
"""

from __future__ import annotations

import struct

import asyncpg

UNTIMED = b"\0"
"""What stands for the time where the writer gave none."""

_pack_time = struct.Struct(">cq").pack


def encode(
    entry_id: str,
    origin: str,
    lane: str,
    entry_type: str,
    source: str,
    correlation_id: str | None,
) -> bytes:
    """Return the claims but the time; no field can hold NUL, so none can be shifted."""
    return entry_id.encode() + voice(origin, lane, entry_type, source, correlation_id)


def voice(
    origin: str, lane: str, entry_type: str, source: str, correlation_id: str | None
) -> bytes:
    """Return what stands behind the id: the same for all that one voice says in an exchange."""
    return "\0".join(("", origin, lane, entry_type, source, correlation_id or "", "")).encode()


def time(occurred_us: int) -> bytes:
    """Return what stands behind all: a time."""
    return _pack_time(b"\1", occurred_us)


def of(row: asyncpg.Record) -> bytes:
    """Return the timed claims of a row of `log_entries`."""
    claims = encode(
        row["id"], row["origin"], row["lane"], row["type"], row["source"], row["correlation_id"]
    )
    return claims + time(row["occurred_us"])
