"""An entry of the log: what a writer gives, and what the log gives back.

What an entry's `content` is, by convention, follows from its type: a text (MESSAGE, AGENT_RESPONSE,
AGENT_NOTIFICATION), a command (AGENT_COMMAND), a tool's name with its arguments (TOOL_USE), its
result (TOOL_RESULT), a mood (MOOD_STATE, SPIKE), a notice (SYSTEM_NOTICE). The log keeps any JSON
value as it came, whatever the type.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from reflection_memory import moment
from reflection_memory.errors import InvalidEntry

LONGEST_NAME = 300
"""Characters of an id, a source or a correlation id."""

MOST_REFERENCES = 1_000
"""Ids that one entry may refer to."""


class Origin(StrEnum):
    """Whose voice it is."""

    INTERNAL = "INTERNAL"
    """The agent's own: its prompt, its tools, its reflections."""

    USER = "USER"
    """What a user said, as an agent reports it."""

    ADVISOR = "ADVISOR"
    """A cue of an advisor, such as mood or time."""

    SYSTEM = "SYSTEM"
    """The system's own."""

    EXTERNAL = "EXTERNAL"
    """What the agent said aloud."""


class Lane(StrEnum):
    """Which stream of the moment it belongs to."""

    EMOTIONAL = "EMOTIONAL"
    TECHNICAL = "TECHNICAL"
    UNIFIED = "UNIFIED"


class EntryType(StrEnum):
    """What kind of event it is."""

    AGENT_COMMAND = "AGENT_COMMAND"
    AGENT_RESPONSE = "AGENT_RESPONSE"
    AGENT_NOTIFICATION = "AGENT_NOTIFICATION"
    MESSAGE = "MESSAGE"
    TOOL_USE = "TOOL_USE"
    TOOL_RESULT = "TOOL_RESULT"
    MOOD_STATE = "MOOD_STATE"
    SPIKE = "SPIKE"
    SYSTEM_NOTICE = "SYSTEM_NOTICE"


def new_entry_id() -> str:
    """Return a fresh id; ids made later sort later, which keeps the index on them compact."""
    return f"ent_{time.time_ns() // 1_000_000:012x}{os.urandom(10).hex()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """What a writer gives.

    Attributes:
        content: Any JSON value; text may hold NUL and lone surrogates.
        source: Who wrote it, such as an agent's id.
        id: Chosen by the writer where a repeated call must not write twice; else made here.
        occurred_at: When it happened, as the writer claims; None: when it is recorded.
        correlation_id: Ties the entries of one exchange, which is also what can be erased alone.
        references: Ids of entries that this one is about.

    Raises:
        InvalidEntry: A field does not fit. Content is judged when it is recorded.
    """

    origin: Origin
    lane: Lane
    type: EntryType
    source: str
    content: Any = field(repr=False)
    id: str = field(default_factory=new_entry_id)
    occurred_at: datetime | None = None
    correlation_id: str | None = None
    references: Sequence[str] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        check_name("id", self.id)
        check_name("source", self.source)
        if self.correlation_id is not None:
            check_name("correlation_id", self.correlation_id)
        if self.occurred_at is not None:
            check_time("occurred_at", self.occurred_at)
        if len(self.references) > MOST_REFERENCES:
            raise InvalidEntry("references", f"holds over {MOST_REFERENCES} ids; refer to fewer")
        for reference in self.references:
            check_name("references", reference)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionEntry:
    """An entry as the log gives it back.

    Attributes:
        position: Its place in the tenant's log, from 1, without gaps.
        timestamp: When it was committed, UTC; strictly increasing with the position.
        occurred_at: When it happened, as the writer claimed, UTC.
        sequence: Its place among its source's entries, from 1.
        content: The JSON value as it was recorded.
        erased: Its key was destroyed: content, references and metadata are gone for good.
    """

    id: str
    position: int
    timestamp: datetime
    occurred_at: datetime
    origin: Origin
    lane: Lane
    type: EntryType
    source: str
    sequence: int
    content: Any = field(repr=False)
    correlation_id: str | None = None
    references: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict, repr=False)
    erased: bool = False


class Recorded(NamedTuple):
    """Where an entry lies; `fresh` is False when its id had been recorded before."""

    id: str
    position: int
    committed_us: int
    sequence: int
    fresh: bool

    @property
    def timestamp(self) -> datetime:
        """When it was committed, UTC: made when asked for, which few writers do."""
        return moment.from_microseconds(self.committed_us)


def check_name(name: str, text: str) -> None:
    """Refuse what cannot name something in the log.

    Raises:
        InvalidEntry: `text` is empty, too long, or holds NUL or a lone surrogate.
    """
    if not 1 <= len(text) <= LONGEST_NAME:
        raise InvalidEntry(name, f"has {len(text)} characters; give 1 to {LONGEST_NAME}")
    if "\0" in text:
        raise InvalidEntry(name, "contains a NUL character; remove it")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidEntry(name, "contains a lone surrogate; remove it")


def check_time(name: str, at: datetime) -> None:
    """Refuse a time that cannot be ordered or stored.

    Raises:
        InvalidEntry: `at` has no time zone, or lies in the first or last year that Python knows.
    """
    if at.tzinfo is None:
        raise InvalidEntry(name, "has no time zone; add one, such as Z")
    if not MINYEAR < at.year < MAXYEAR:
        raise InvalidEntry(name, f"lies in the year {at.year}; give a year from 2 to 9998")
