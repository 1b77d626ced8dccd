"""Where a listing goes on: the sort key of the last row seen, as an opaque text."""

from __future__ import annotations

import base64
import binascii
import json
from datetime import UTC, datetime

from forge_api.memory.refusals import invalid


def encode(at: datetime, row_id: str) -> str:
    """Return the cursor that goes on after the row `(at, row_id)`."""
    text = json.dumps([at.astimezone(UTC).isoformat(), row_id], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode(cursor: str | None) -> tuple[datetime, str] | None:
    """Return the row to go on after; None for no cursor.

    Raises:
        Refused: `invalid`, when the text is no cursor of ours.
    """
    if cursor is None:
        return None
    try:
        at, row_id = json.loads(_unpadded(cursor))
        moment = datetime.fromisoformat(at)
        if not _is_an_id(row_id) or moment.tzinfo is None or encode(moment, row_id) != cursor:
            raise ValueError
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise invalid("cursor", "is not one that forge gave; leave it out to begin anew") from None
    return moment, row_id


def _is_an_id(value: object) -> bool:
    # All our ids are; a made-up one must not reach Postgres, which refuses NUL and surrogates.
    return isinstance(value, str) and value.isascii() and value.isprintable()


def _unpadded(cursor: str) -> str:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return base64.b64decode(padded, altchars=b"-_", validate=True).decode()
    except binascii.Error:
        raise ValueError from None
