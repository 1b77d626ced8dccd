"""The walk from a belief back to the words that taught it: belief → run → episodes → entries.

Secrets are masked on the way. Only a reviewer gets the words as they came, and the log remembers
that they were read, before they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import beliefs, chronicle, episodes, runs
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_api.redaction import redact
from forge_client.beliefs import Belief
from forge_client.entries import Entry
from forge_client.episodes import Episode
from forge_client.recall import Provenance, SourceEpisode
from reflection_memory.entry import ReflectionEntry
from reflection_memory.log import ReflectionMemory

_SQL = queries.load("provenance")


@dataclass(frozen=True)
class Walk:
    """Walks through one tenant's memory for one caller."""

    pool: Pool
    log: ReflectionMemory
    caller: Caller

    async def from_belief(self, agent_id: str, belief_id: str, *, verbatim: bool) -> Provenance:
        """Return the belief with everything behind it, in one call.

        Raises:
            Refused: `belief_not_found`; `forbidden`, when the words as they came are asked for
                with another key than a reviewer's.
        """
        if verbatim and self.caller.role != "reviewer":
            raise Refused("forbidden", "verbatim=true takes a key of role reviewer")
        async with database.pool.connection(self.pool) as connection:
            belief = await beliefs.get(connection, agent_id, belief_id)
            run = await runs.find(connection, agent_id, belief.run_id) if belief.run_id else None
            cited = await _cited(connection, belief)
        if verbatim:
            await self.log.record(chronicle.of_reading(belief, self.caller.key_id))
        return Provenance(
            belief=belief,
            run=run and run.report,
            episodes=await self._sources(cited, verbatim=verbatim),
            verbatim=verbatim,
            missing_episodes=_missing(belief, cited),
            correlation_id=chronicle.story_of(belief.id),
        )

    async def _sources(self, cited: Sequence[Episode], *, verbatim: bool) -> list[SourceEpisode]:
        wanted = [one for episode in cited for one in episode.entry_ids]
        found = await self.log.get_many(wanted)
        shown = {one: served(entry, verbatim=verbatim) for one, entry in found.items()}
        return [
            SourceEpisode(
                episode=episode,
                entries=[shown[one] for one in episode.entry_ids if one in shown],
            )
            for episode in cited
        ]


async def _cited(connection: Connection, belief: Belief) -> list[Episode]:
    rows = await connection.fetch(_SQL["source_episodes"], belief.agent_id, belief.source_episodes)
    return [episodes.from_row(row) for row in rows]


def _missing(belief: Belief, cited: Sequence[Episode]) -> list[str]:
    found = {episode.id for episode in cited}
    return [one for one in belief.source_episodes if one not in found]


def served(entry: ReflectionEntry, *, verbatim: bool) -> Entry:
    """Return an entry as it is served: its secrets masked, or its content as it came."""
    content, metadata = entry.content, entry.metadata
    return Entry(
        id=entry.id,
        position=entry.position,
        timestamp=entry.timestamp,
        occurred_at=entry.occurred_at,
        origin=entry.origin.value,
        lane=entry.lane.value,
        type=entry.type.value,
        source=entry.source,
        sequence=entry.sequence,
        content=content if verbatim else masked(content),
        correlation_id=entry.correlation_id,
        references=list(entry.references),
        metadata=metadata if verbatim else masked(metadata),
        erased=entry.erased,
    )


def masked(value: Any) -> Any:
    """Return a JSON value with every secret in its texts masked, names of members included."""
    if isinstance(value, str):
        return redact(value).text
    if isinstance(value, list):
        return [masked(one) for one in value]
    if isinstance(value, dict):
        return {redact(name).text: masked(one) for name, one in value.items()}
    return value
