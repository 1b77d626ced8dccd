"""The fade: one bounded step of an agent's tiers, safe to repeat.

New entries of the agent's own are taken in at rung 0. Then each working record, oldest first, goes
as far as its score says, which relieves the pressure on those behind it. It only ever goes down; up
again it comes by being used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import database.pool
from database import queries
from database.pool import Connection
from forge_api.embedding import Embedder, EmbedderUnavailable
from forge_api.memory import fading, replays, summaries, tiers
from forge_api.memory.tier_views import Views
from forge_client.tiers import FadeAnswer, FadeRequest
from forge_client.upkeep import Slice
from reflection_memory.entry import EntryType, Lane, ReflectionEntry
from reflection_memory.history_query import HistoryQuery

STEP = 500
"""Entries that one step takes in, and records that it condenses."""

EMPTIED_AFTER = 30.0
"""Days untouched in the long term, after which only vector and tags are left."""

AGAIN_AFTER = timedelta(hours=20)
"""The upkeep lets an agent's records fade once a night, new entries or not."""

_WEIGHT = {EntryType.SPIKE: 0.9, EntryType.MOOD_STATE: 0.6}

_LEAST = fading.LEAST_KEPT // fading.CHARACTERS_A_TOKEN
"""Tokens of a record that is short enough for rung 2 as it is."""

_SQL = queries.load("tiers")


@dataclass(frozen=True)
class Fade:
    """Lets the tiers of one tenant's agents fade."""

    views: Views
    embedder: Embedder

    async def step(self, agent_id: str, request: FadeRequest, now: datetime) -> FadeAnswer:
        """Do one step for one agent."""
        async with database.pool.transaction(self.views.pool) as connection:
            await connection.execute(_SQL["ensure_settings"], agent_id)
            await connection.execute(
                _SQL["change_settings"], agent_id, request.budget_tokens, request.thresholds
            )
            settings = await connection.fetchrow(_SQL["lock_settings"], agent_id)
            assert settings is not None  # noqa: S101 - it was just made
            new = await self._new(agent_id, settings["taken_in"])
            dissolved = await connection.execute(_SQL["dissolve_cues"], agent_id)
            await self._take_in(connection, agent_id, new)
            counts = await self._fade(connection, agent_id, dict(settings), now)
            last = new[-1].position if new else 0
            await connection.execute(_SQL["note_fade"], agent_id, last, now)
            rung_2 = await summaries.told(connection, self.views.tenant)
        return FadeAnswer(
            taken_in=len(new),
            dissolved=int(dissolved.rsplit(" ", 1)[-1]),
            more=len(new) == STEP,
            rung_2=rung_2,
            **counts,
        )

    async def sweep(self, limit: int, now: datetime) -> Slice:
        """Do a step for each agent that is due, up to about `limit` agents and entries together.

        `done` counts steps, which is what an agent of many new entries takes more than one of;
        `left` the agents that are still due.
        """
        async with database.pool.connection(self.views.pool) as connection:
            rows = await connection.fetch(_SQL["due_agents"], self.views.tenant, now - AGAIN_AFTER)
        done, entries, left = 0, 0, len(rows)
        for row in rows:
            answer = await self.step(row["id"], FadeRequest(), now)
            done, entries = done + 1, entries + answer.taken_in
            left -= not answer.more
            if done + entries >= limit:
                break
        return Slice(done=done, left=left)

    async def _new(self, agent_id: str, after: int) -> list[ReflectionEntry]:
        question = HistoryQuery(sources=[agent_id], after=after, limit=STEP)
        return await self.views.log.query(question)

    async def _take_in(
        self,
        connection: Connection,
        agent_id: str,
        new: Sequence[ReflectionEntry],
    ) -> None:
        living = await self._living(connection, [entry.id for entry in new])
        records: list[tuple[Any, ...]] = [
            (
                agent_id,
                entry.id,
                entry.position,
                "",
                [],
                _felt(entry),
                fading.tokens(replays.text_of(entry)),
                entry.occurred_at,
                entry.timestamp,
            )
            for entry in new
            if entry.id in living
        ]
        await connection.executemany(_SQL["insert"], records)

    async def _fade(
        self,
        connection: Connection,
        agent_id: str,
        settings: Mapping[str, Any],
        now: datetime,
    ) -> dict[str, int]:
        working = await connection.fetch(_SQL["records"], agent_id, "working")
        long_term = await connection.fetch(_SQL["records"], agent_id, "long_term")
        due = _due(working, settings, now)
        condensed, moved = due.condensed, due.moved
        ids = [row["original_entry_id"] for row in [*condensed, *moved]]
        # An erasure waits until this is over, and then takes what was made here.
        living = await self._living(connection, ids)
        texts = await self.views.texts([one for one in ids if one in living])
        for row in condensed:
            if (text := texts.get(row["original_entry_id"])) is not None:
                await _write(connection, row, "working", 1, fading.key_sentences(text))
        await connection.execute(_SQL["want"], agent_id, due.wanting)
        gone = await self._move(connection, [row for row in moved if _id(row) in living])
        emptied = [row for row in long_term if _is_old(row, now)]
        for row in emptied:
            await _write(connection, row, "long_term", 3, "")
        return {
            "condensed": len(condensed),
            "wanting": len(due.wanting),
            "moved": gone,
            "emptied": len(emptied),
        }

    async def _move(self, connection: Connection, going: Sequence[Any]) -> int:
        """Move records over with their vectors; while the embedder is down they stay."""
        kept = await self.views.condensed(going)
        try:
            vectors: Any = await self.embedder.embed(kept) if kept else []
        except EmbedderUnavailable:
            return 0
        for row, text, vector in zip(going, kept, vectors, strict=True):
            rung = max(row["rung"], 1)
            await _write(connection, row, "long_term", rung, text, vector, self.embedder.name)
        return len(going)

    async def _living(self, connection: Connection, ids: Sequence[str]) -> set[str]:
        rows = await connection.fetch(_SQL["hold_living"], self.views.tenant, ids) if ids else []
        return {row["id"] for row in rows}


@dataclass
class _Due:
    """Working records that go to their key sentences, to a summary, to the long term."""

    condensed: list[Any] = field(default_factory=list)
    wanting: list[str] = field(default_factory=list)
    moved: list[Any] = field(default_factory=list)


def _due(working: Sequence[Any], settings: Mapping[str, Any], now: datetime) -> _Due:
    first, second, third = settings["thresholds"]
    held = sum(row["tokens"] for row in working)
    due = _Due()
    for row in working:
        if len(due.condensed) + len(due.moved) >= STEP:
            break
        if row["tier"] != "working":
            continue
        score = fading.fade_score(tiers.scored(row, now), held / settings["budget_tokens"])
        if score >= third:
            due.moved.append(row)
            held -= row["tokens"]
        elif score >= first and row["rung"] == 0:
            due.condensed.append(row)
            held -= round(row["tokens"] * (1 - fading.KEPT_SHARE))
        elif score >= second and row["rung"] == 1 and row["tokens"] > _LEAST:
            # Shorter ones are summaries already.
            due.wanting.append(row["original_entry_id"])
    return due


def _id(row: Any) -> str:
    return str(row["original_entry_id"])


def _is_old(row: Any, now: datetime) -> bool:
    return bool(row["rung"] < 3 and tiers.scored(row, now).age_days > EMPTIED_AFTER)


def _felt(entry: ReflectionEntry) -> float:
    return _WEIGHT.get(entry.type, 0.5 if entry.lane is Lane.EMOTIONAL else 0.0)


async def _write(
    connection: Connection,
    row: Any,
    tier: str,
    rung: int,
    text: str,
    vector: Any = None,
    model: str | None = None,
) -> None:
    await connection.execute(
        _SQL["fade"],
        row["agent_id"],
        row["original_entry_id"],
        tier,
        rung,
        fading.tokens(text),
        vector,
        model,
    )
