"""An entry as a narrative tells it, whatever the format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from reflection_memory.entry import EntryType, Lane, NewEntry, Origin, ReflectionEntry
from reflection_memory.errors import InvalidEntry

NAMESPACE = "urn:mule-reflection:narrative:1"
"""Of the format; a later one that an old reader would misread gets another number."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry that was read; of an erased one only its husk is left, and its content is None."""

    entry: NewEntry
    erased: bool = False


def facts(entry: ReflectionEntry) -> dict[str, str]:
    """Return what a narrative tells of an entry beside its body, as texts, in order."""
    told = {
        "position": str(entry.position),
        "id": entry.id,
        "timestamp": spoken(entry.timestamp),
        "occurred_at": spoken(entry.occurred_at),
        "origin": entry.origin.value,
        "lane": entry.lane.value,
        "type": entry.type.value,
        "source": entry.source,
        "sequence": str(entry.sequence),
    }
    if entry.correlation_id is not None:
        told["correlation_id"] = entry.correlation_id
    return told


FACTS = frozenset(
    {
        *("position", "id", "timestamp", "occurred_at", "origin", "lane", "type", "source"),
        *("sequence", "correlation_id"),
    }
)
"""Names of all that `facts` may tell."""


def told(
    given: Mapping[str, str],
    content: Any,
    references: list[str],
    metadata: dict[str, Any],
    *,
    erased: bool,
) -> Told:
    """Return the entry that these facts and this body tell of.

    Position, sequence and commit time belong to the log that told them: another one gives its own.

    Raises:
        InvalidEntry: A fact is missing or is not one.
    """
    return Told(
        NewEntry(
            id=_fact(given, "id"),
            occurred_at=_time(_fact(given, "occurred_at")),
            origin=_one_of(Origin, given, "origin"),
            lane=_one_of(Lane, given, "lane"),
            type=_one_of(EntryType, given, "type"),
            source=_fact(given, "source"),
            correlation_id=given.get("correlation_id"),
            content=content,
            references=references,
            metadata=metadata,
        ),
        erased=erased,
    )


class MemberTwice(ValueError):
    """An object names a member twice: of the two, every reader would take another."""


def members(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these members.

    Raises:
        MemberTwice: Two of them have one name.
    """
    pairs = list(pairs)
    found = dict(pairs)
    if len(found) < len(pairs):
        raise MemberTwice
    return found


def spoken(at: datetime) -> str:
    """Return a time as RFC 3339 in UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _fact(given: Mapping[str, str], name: str) -> str:
    found = given.get(name)
    if not isinstance(found, str):
        raise InvalidEntry(name, "is missing; every entry of a narrative has one")
    return found


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise InvalidEntry("occurred_at", "is no RFC 3339 time") from None


def _one_of(kind: Any, given: Mapping[str, str], name: str) -> Any:
    text = _fact(given, name)
    if text not in kind.__members__:
        raise InvalidEntry(name, f"is none of {', '.join(kind.__members__)}")
    return kind[text]
