"""The rows of `log_entries` as COPY takes them in its binary format.

Made here, since a driver that asks each value for its type costs an append as much as sealing does.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from reflection_memory.draft import Draft

COLUMNS = (
    *("position", "committed_us", "occurred_us", "sequence", "log", "key_id", "digest"),
    *("sealed", "id", "origin", "lane", "type", "source", "correlation_id"),
)

_SIGNATURE = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END = struct.pack(">h", -1)
_NULL = struct.pack(">i", -1)

# The number of columns, four times eight bytes, four bytes, sixteen, sixteen, and how many follow.
_pack_start = struct.Struct(">hiqiqiqiqiii16si16si").pack
_pack_width = struct.Struct(">i").pack


def encode(log: int, drafts: Iterable[Draft]) -> bytes:
    """Return the whole of one COPY."""
    names: dict[tuple[str | None, ...], bytes] = {}
    parts = [_SIGNATURE]
    for draft in drafts:
        entry, sealed = draft.entry, draft.sealed
        name = entry.id.encode()
        shared = (entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id)
        parts += (
            _pack_start(
                *(len(COLUMNS), 8, draft.position, 8, draft.committed_us, 8, draft.occurred_us),
                *(8, draft.sequence, 4, log, 16, draft.key.id, 16, draft.digest, len(sealed)),
            ),
            sealed,
            _pack_width(len(name)),
            name,
            names.get(shared) or names.setdefault(shared, _texts(shared)),
        )
    parts.append(_END)
    return b"".join(parts)


def _texts(values: Iterable[str | None]) -> bytes:
    return b"".join(_NULL if value is None else _text(value.encode()) for value in values)


def _text(value: bytes) -> bytes:
    return _pack_width(len(value)) + value
