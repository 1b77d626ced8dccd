"""An agent's tiers: working and long term, both views over the log.

A record names its entry; its verbatim words stay in the log and are read from there. What is made
of them here (key sentences, a vector, the agent's framing) goes when the entry is erased.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import database.pool
from database import queries
from database.pool import Connection
from forge_api.embedding import Embedder
from forge_api.memory import fading, provenance, replays, summaries
from forge_api.memory.entries import SAID
from forge_api.memory.fading import Record
from forge_api.memory.refusals import Refused
from forge_api.memory.tier_views import Views
from forge_api.redaction import redact
from forge_client.tiers import (
    LongTermTier,
    Rehydrated,
    RehydrateRequest,
    TierHealth,
    TierRecord,
    WitnessRequest,
    WorkingTier,
)
from reflection_memory.entry import ReflectionEntry
from reflection_memory.log import ReflectionMemory

CANDIDATES = 200
"""Records of the long term that are scored."""

_SQL = queries.load("tiers")


@dataclass(frozen=True)
class Tiers:
    """The tiers of one agent."""

    views: Views
    embedder: Embedder
    agent_id: str

    @property
    def log(self) -> ReflectionMemory:
        return self.views.log

    async def working(self, budget_tokens: int | None) -> WorkingTier:
        """Return the newest records that fit the budget, oldest first."""
        async with database.pool.transaction(self.views.pool) as connection:
            rows = await connection.fetch(_SQL["records"], self.agent_id, "working")
            settings = await self._counted(connection)
            rung_2 = await summaries.told(connection, self.views.tenant)
        budget = budget_tokens or settings["budget_tokens"]
        shown: list[Any] = []
        held = 0
        for row in reversed(rows):
            if held + row["tokens"] > budget:
                break
            held += row["tokens"]
            shown.append(row)
        return WorkingTier(
            records=await self._served(shown[::-1]),
            tokens=held,
            budget_tokens=budget,
            left_out=len(rows) - len(shown),
            rung_2=rung_2,
            health=_health(settings),
        )

    async def long_term(self, query: str | None, k: int, now: datetime) -> LongTermTier:
        """Return what answers best; the best one is rehydrated, as a transient cue.

        Raises:
            EmbedderUnavailable: The question cannot be compared.
        """
        rows = await self._candidates(query)
        scores = {
            row["original_entry_id"]: fading.retrieval_score(
                scored(row, now), row["relevance"], query or ""
            )
            for row in rows
        }
        best = sorted(rows, key=lambda row: (-scores[row["original_entry_id"]], row["position"]))
        chosen = best[:k]
        if chosen:
            await self._cue(chosen[0]["original_entry_id"], now)
        async with database.pool.transaction(self.views.pool) as connection:
            settings = await self._counted(connection, rehydrated=bool(chosen))
        first = {chosen[0]["original_entry_id"]} if chosen else set()
        found = await self._served(chosen, cues=first)
        for record in found:
            record.score = round(scores[record.original_entry_id], 6)
        return LongTermTier(query=query, records=found, health=_health(settings))

    async def witness(self, request: WitnessRequest, now: datetime) -> TierRecord:
        """Keep the agent's own perspective on an entry: its own, or one that was said aloud.

        Raises:
            Refused: `entry_not_found`; `erased`.
        """
        entry = await self._entry(request.entry_id)
        framing, tags = redact(request.framing).text, [redact(tag).text for tag in request.tags]
        weight = request.emotional_weight
        async with database.pool.transaction(self.views.pool) as connection:
            await self._require_living(connection, entry.id)
            told = fading.tokens(replays.text_of(entry))
            row = (self.agent_id, entry.id, entry.position, framing, tags, weight, told)
            await connection.execute(_SQL["insert"], *row, entry.occurred_at, now)
            await connection.execute(
                _SQL["frame"], self.agent_id, entry.id, framing, tags, weight, now
            )
        return await self._one(entry.id)

    async def rehydrate(self, request: RehydrateRequest, now: datetime) -> Rehydrated:
        """Return the entry behind a record, whatever its rung; `used` takes it into working memory.

        Raises:
            Refused: `entry_not_found`, when there is no record or no entry; `erased`.
        """
        before = await self._one(request.entry_id)
        entry = await self._entry(request.entry_id)
        is_new = not before.cue and (before.tier, before.rung) != ("working", 0)
        used = request.used and (is_new or before.cue)
        async with database.pool.transaction(self.views.pool) as connection:
            if request.used:
                told = fading.tokens(replays.text_of(entry))
                await connection.execute(_SQL["use"], self.agent_id, entry.id, now, told)
            else:
                await connection.execute(_SQL["cue"], self.agent_id, entry.id, now)
            await self._counted(connection, rehydrated=is_new, used=used)
        served = provenance.served(entry, verbatim=False)
        return Rehydrated(record=await self._one(entry.id), entry=served)

    async def _candidates(self, query: str | None) -> Sequence[Any]:
        if query is None:
            async with database.pool.connection(self.views.pool) as connection:
                return await connection.fetch(_SQL["newest"], self.agent_id, CANDIDATES)
        [vector] = await self.embedder.embed([query])
        async with database.pool.connection(self.views.pool) as connection:
            return await connection.fetch(
                _SQL["nearest"], self.agent_id, vector, self.embedder.name, CANDIDATES
            )

    async def _cue(self, entry_id: str, now: datetime) -> None:
        async with database.pool.transaction(self.views.pool) as connection:
            await connection.execute(_SQL["cue"], self.agent_id, entry_id, now)

    async def _counted(
        self, connection: Connection, *, rehydrated: bool = False, used: bool = False
    ) -> Mapping[str, Any]:
        """Count a read, and return the agent's settings with their counts."""
        await connection.execute(_SQL["ensure_settings"], self.agent_id)
        await connection.execute(_SQL["count_read"], self.agent_id, rehydrated, used)
        settings = await connection.fetchrow(_SQL["settings"], self.agent_id)
        assert settings is not None  # noqa: S101 - it was just made
        return dict(settings)

    async def _entry(self, entry_id: str) -> ReflectionEntry:
        entry = await self.log.get(entry_id)
        if entry is None or not (entry.source == self.agent_id or entry.origin in SAID):
            raise Refused("entry_not_found", "There is no such entry that this agent may see")
        if entry.erased:
            raise Refused("erased", "The words of this entry were erased")
        return entry

    async def _require_living(self, connection: Connection, entry_id: str) -> None:
        if not await connection.fetch(_SQL["hold_living"], self.views.tenant, [entry_id]):
            raise Refused("erased", "The words of this entry were erased")

    async def _one(self, entry_id: str) -> TierRecord:
        async with database.pool.connection(self.views.pool) as connection:
            row = await connection.fetchrow(_SQL["record"], self.agent_id, entry_id)
        if row is None:
            raise Refused("entry_not_found", "This agent has no record of such an entry")
        [record] = await self._served([row])
        return record

    async def _served(
        self, rows: Sequence[Any], cues: frozenset[str] | set[str] = frozenset()
    ) -> list[TierRecord]:
        """Return records as served; those of rung 0 and cues with the entry's own words."""
        shown = await self.views.shown(rows, cues)
        return [_record(row, shown, row["original_entry_id"] in cues) for row in rows]


def scored(row: Mapping[str, Any], now: datetime) -> Record:
    """Return what a record's scores are made from."""
    age = max((now - row["touched_at"]).total_seconds() / 86_400, 0.0)
    return Record(age, row["used"], row["emotional_weight"], row["tags"])


def _record(row: Any, shown: Mapping[str, str], is_cue: bool) -> TierRecord:
    fields = {name: row[name] for name in TierRecord.model_fields if name in dict(row)}
    text = shown.get(row["original_entry_id"], "")
    return TierRecord(**{**fields, "text": text, "cue": row["cue"] or is_cue})


def _health(settings: Mapping[str, Any]) -> TierHealth:
    reads, rehydrated = settings["reads"], settings["rehydrated"]
    return TierHealth(
        reads=reads,
        substrate_share=rehydrated / reads if reads else None,
        # What was rehydrated while a fade ran is not counted, and may be used later.
        used_share=min(settings["used_at_once"] / rehydrated, 1.0) if rehydrated else None,
    )
