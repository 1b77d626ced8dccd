"""What an entry claims beside its body: the fields in the clear, as one unambiguous byte string.

Seals, digests and the chain all bind it, so that no field can be altered and no body moved.
"""

from __future__ import annotations

import struct

import asyncpg

_pack_moment = struct.Struct(">q").pack
_UNTIMED = b"\0"
_TIMED = b"\1"


def encode(
    entry_id: str,
    origin: str,
    lane: str,
    entry_type: str,
    source: str,
    correlation_id: str | None,
) -> bytes:
    """Return the claims but the time; no field can hold NUL, so none can be shifted."""
    names = (entry_id, origin, lane, entry_type, source, correlation_id or "", "")
    return "\0".join(names).encode()


def timed(claims: bytes, occurred_us: int | None) -> bytes:
    """Return the claims with the time; None where the writer gave none."""
    if occurred_us is None:
        return claims + _UNTIMED
    return claims + _TIMED + _pack_moment(occurred_us)


def of(row: asyncpg.Record) -> bytes:
    """Return the timed claims of a row of `log_entries`."""
    claims = encode(
        row["id"], row["origin"], row["lane"], row["type"], row["source"], row["correlation_id"]
    )
    return timed(claims, row["occurred_us"])
