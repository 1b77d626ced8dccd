"""What to ask of a log."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from reflection_memory.entry import EntryType, Lane, Origin, check_time
from reflection_memory.errors import InvalidEntry

LARGEST_PAGE = 1_000
"""Entries that one question can be answered with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryQuery:
    """A question about the log; what is None or empty does not narrow it.

    Attributes:
        since: Committed at this time or later.
        until: Committed before this time.
        after: The position of the last entry that was read: the page begins behind it, in the
            order that is read.
        limit: Entries at most, 1 to LARGEST_PAGE.
        reverse: Newest first.

    Raises:
        InvalidEntry: A limit or a time does not fit.
    """

    types: Collection[EntryType] = ()
    origins: Collection[Origin] = ()
    lanes: Collection[Lane] = ()
    sources: Collection[str] = ()
    correlation_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    after: int | None = None
    limit: int = 100
    reverse: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= LARGEST_PAGE:
            raise InvalidEntry("limit", f"is {self.limit}; give 1 to {LARGEST_PAGE}")
        if self.since is not None:
            check_time("since", self.since)
        if self.until is not None:
            check_time("until", self.until)
