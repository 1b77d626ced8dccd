"""The rows of `log_entries` as COPY takes them in its binary format.

Made here, since a driver that asks each value for its type costs an append as much as sealing does.
Most of a row is settled before the log is locked; what the lock decides stands before it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

COLUMNS = (
    *("position", "committed_us", "sequence", "log", "source_reach", "correlation_reach"),
    *("occurred_us", "key_id", "digest", "sealed", "id"),
    *("origin", "lane", "type", "source", "correlation_id"),
)

SIGNATURE = b"PGCOPY\n\xff\r\n\0" + bytes(8)
END = struct.pack(">h", -1)
_NULL = struct.pack(">i", -1)
_NULLS = 2 * _NULL

# The number of columns, three times eight bytes, and four bytes.
_pack_placed = struct.Struct(">hiqiqiqii").pack
# Eight bytes, sixteen, sixteen, and how many follow.
_pack_settled = struct.Struct(">iqi16si16si").pack
_pack_width = struct.Struct(">i").pack
_pack_reach = struct.Struct(">ii").pack


def settled(
    occurred_us: int, key_id: bytes, digest: bytes, sealed: bytes, name: bytes, said: bytes
) -> bytes:
    """Return the part of a row that no lock decides; `said` is what `texts` returned."""
    start = _pack_settled(8, occurred_us, 16, key_id, 16, digest, len(sealed))
    return b"".join((start, sealed, _pack_width(len(name)), name, said))


def placed(
    position: int,
    committed_us: int,
    sequence: int,
    log: int,
    source_reach: int | None,
    correlation_reach: int | None,
) -> bytes:
    """Return the start of a row, which the lock decides."""
    start = _pack_placed(len(COLUMNS), 8, position, 8, committed_us, 8, sequence, 4, log)
    if source_reach is correlation_reach is None:
        return start + _NULLS
    return start + _reach(source_reach) + _reach(correlation_reach)


def texts(values: Iterable[str | None]) -> bytes:
    """Return columns of text."""
    return b"".join(_NULL if value is None else _text(value.encode()) for value in values)


def _reach(positions: int | None) -> bytes:
    return _NULL if positions is None else _pack_reach(4, positions)


def _text(value: bytes) -> bytes:
    return _pack_width(len(value)) + value
