"""What an entry claims beside its body: the fields in the clear, as one unambiguous byte string.

Seals, digests and the chain all bind it, so that no field can be altered and no body moved.
"""

from __future__ import annotations

from datetime import datetime

import asyncpg


def encode(
    entry_id: str,
    origin: str,
    lane: str,
    entry_type: str,
    source: str,
    correlation_id: str | None,
    occurred_at: datetime | None,
) -> bytes:
    """Return the claims. `occurred_at` is in UTC; no field can hold NUL, so none can be shifted."""
    moment = occurred_at.isoformat() if occurred_at else ""
    return (
        f"{entry_id}\0{origin}\0{lane}\0{entry_type}\0{source}\0{correlation_id or ''}\0{moment}\0"
    ).encode()


def of(row: asyncpg.Record) -> bytes:
    """Return the claims of a row of `log_entries`."""
    return encode(
        row["id"],
        row["origin"],
        row["lane"],
        row["type"],
        row["source"],
        row["correlation_id"],
        row["occurred_at"],
    )
