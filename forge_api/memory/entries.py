"""The log as callers see it: who may write which entry, and whose entries a key may read.

An agent's key writes and reads with its own source only, and only in the agent's own voice: a
user's words come in through turns, the system's from the system. Any other key that is bound to
agents reads what is theirs, and what the system did about them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from forge_api.memory import agents, chronicle, provenance
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused, invalid, refuse_credential
from forge_client.entries import Entry, NewEntry, Place
from reflection_memory import entry as log_entry
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory

AGENT_ORIGINS = frozenset({"INTERNAL", "EXTERNAL"})
"""An agent's own voices: what it thinks, and what it says aloud."""

ADVISOR = "ADVISOR"
"""The voice of those who whisper to it; a key speaks with it only where that was granted."""

SAID = frozenset({log_entry.Origin.USER, log_entry.Origin.EXTERNAL})
"""What was said aloud, by whomever; the other voices are thought."""

RESERVED_PREFIX = "ent_"
"""Ids that forge makes; a writer's own begin otherwise, so that none can take a turn's."""


@dataclass(frozen=True)
class EntryDesk:
    """One tenant's log, opened with the grant of one caller."""

    log: ReflectionMemory
    caller: Caller
    sources: frozenset[str] | None
    """What the caller may write and read as; None: read everything."""

    async def record(self, entries: Sequence[NewEntry]) -> list[Place]:
        """Record entries of the caller's own source, all or none.

        Raises:
            Refused: `agent_not_found`, `forbidden` for a voice that is not the agent's,
                `invalid` for an id that only forge makes.
            InvalidEntry: Content that the log cannot keep.
            EntryDiffers: An id is taken by other content.
        """
        for place, entry in enumerate(entries):
            self._check(f"entries.{place}", entry)
        recorded = await self.log.record_many([_for_log(entry) for entry in entries])
        return [
            Place(id=one.id, position=one.position, timestamp=one.timestamp, sequence=one.sequence)
            for one in recorded
        ]

    async def get(self, entry_id: str) -> Entry:
        """Return an entry.

        Raises:
            Refused: `entry_not_found`.
        """
        found = await self.log.get(entry_id)
        if found is None:
            raise Refused("entry_not_found", "There is no such entry, or this key is not for it")
        return self.served(found)

    async def query(self, question: HistoryQuery) -> list[Entry]:
        """Return a page of the log, narrowed to what the caller may see.

        Raises:
            Refused: `agent_not_found`, for a source that is not the caller's.
        """
        self.require_sources(question.sources)
        return [self.served(found) for found in await self.log.query(question)]

    def require_sources(self, named: Collection[str]) -> None:
        """Refuse a source that is not the caller's; the log itself gives what the caller may open.

        Raises:
            Refused: `agent_not_found`.
        """
        if not all(self._may_see(source) for source in named):
            raise agents.not_found()

    def require_voice(self, origin: str) -> None:
        """Refuse an origin that the caller may not speak with.

        Raises:
            Refused: `forbidden`.
        """
        voices = AGENT_ORIGINS | {ADVISOR} if self.caller.advises else AGENT_ORIGINS
        if origin not in voices:
            allowed = " or ".join(sorted(voices))
            raise Refused("forbidden", f"This key writes with origin {allowed}")

    def served(self, found: log_entry.ReflectionEntry) -> Entry:
        """Return an entry as this caller gets it."""
        # What an agent wrote it may read as it came; for everybody else secrets are masked.
        return provenance.served(found, verbatim=self.caller.role == "agent")

    def _may_see(self, source: str) -> bool:
        return self.sources is None or source in self.sources

    def _check(self, field: str, entry: NewEntry) -> None:
        if not self._may_see(entry.source):
            raise agents.not_found()
        self.require_voice(entry.origin)
        if entry.id is not None and entry.id.startswith(RESERVED_PREFIX):
            raise invalid(f"{field}.id", f"begins with {RESERVED_PREFIX}; choose another prefix")
        if entry.correlation_id and entry.correlation_id.startswith(chronicle.STORIES):
            detail = f"begins with {', '.join(chronicle.STORIES)}: those are the system's stories"
            raise invalid(f"{field}.correlation_id", detail)
        refuse_credential(f"{field}.id", entry.id)
        refuse_credential(f"{field}.correlation_id", entry.correlation_id)


def _for_log(entry: NewEntry) -> log_entry.NewEntry:
    return log_entry.NewEntry(
        id=entry.id or log_entry.new_entry_id(),
        origin=log_entry.Origin(entry.origin),
        lane=log_entry.Lane(entry.lane),
        type=log_entry.EntryType(entry.type),
        source=entry.source,
        content=entry.content,
        occurred_at=entry.occurred_at,
        correlation_id=entry.correlation_id,
        references=entry.references,
        metadata=entry.metadata,
    )
