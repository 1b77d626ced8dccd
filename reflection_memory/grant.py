"""A grant: which entries of a log a reader may open, checked where the log is read.

What a reader may not open is to it as if it were not there; positions show that something is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from reflection_memory.entry import Origin, ReflectionEntry
from reflection_memory.history_query import HistoryQuery

_Name = TypeVar("_Name", bound=str)


@dataclass(frozen=True, slots=True)
class Grant:
    """What may be opened; None does not narrow, and an empty set opens nothing.

    Attributes:
        sources: Whose entries.
        origins: In which voices: without INTERNAL and ADVISOR only what was said, not thought.
    """

    sources: frozenset[str] | None = None
    origins: frozenset[Origin] | None = None

    def covers(self, entry: ReflectionEntry) -> bool:
        """Tell whether this entry may be opened."""
        by_source = self.sources is None or entry.source in self.sources
        return by_source and (self.origins is None or entry.origin in self.origins)

    def narrow(self, question: HistoryQuery) -> HistoryQuery | None:
        """Return the question within the grant; None: nothing within it can match."""
        sources = _within(question.sources, self.sources)
        origins = _within(question.origins, self.origins)
        if sources is None or origins is None:
            return None
        return replace(question, sources=sources, origins=origins)


EVERYTHING = Grant()
"""For whoever may open every entry of the log."""


def _within(asked: Collection[_Name], granted: frozenset[_Name] | None) -> list[_Name] | None:
    """Return what is both asked for and granted; to a question an empty list means everything."""
    if granted is None:
        return list(asked)
    return sorted(granted.intersection(asked) if asked else granted) or None
