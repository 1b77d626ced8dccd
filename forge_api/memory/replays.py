"""Replays: what happened, read from the log itself, retold, and written back into it.

The second replay of the same thing looks further around it, the third further still, and both tell
which ones they have read. A summary is sealed under a key of its own, and goes when one of the
entries that it has told of is erased.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import chronicle, graphemes, provenance, retelling
from forge_api.memory.entries import EntryDesk
from forge_api.memory.refusals import Refused, invalid
from forge_api.memory.retelling import Retold, Scene
from forge_client.replays import Coverage, Excerpt, Recalled, ReplayRequest, ReplaySummary
from reflection_memory.entry import (
    EntryType,
    Lane,
    NewEntry,
    Origin,
    ReflectionEntry,
    new_entry_id,
)
from reflection_memory.errors import InvalidEntry
from reflection_memory.history_query import HistoryQuery
from reflection_memory.sealing import data_key

MOST_READ = 2_000
"""Entries that one replay reads; of more, the newest."""

PAGE = 500
WIDEST = 2
LEAST_MARGIN = timedelta(minutes=10)
"""The second replay reads so much, or the window's own length, on both sides; the third thrice."""

MOST_RECALLED = 3
"""Earlier replays that the next one reads: the last."""

TAG = "recovery"

_SQL = queries.load("replays")


@dataclass(frozen=True)
class Replayer:
    """Replays from one caller's view of the log."""

    pool: Pool
    desk: EntryDesk

    async def replay(self, request: ReplayRequest, now: datetime) -> ReplaySummary:
        """Retell what is asked for, and record the summary with origin SYSTEM.

        Raises:
            Refused: `entry_not_found`, when nothing is there that the caller may see; `erased`,
                when something was erased meanwhile: the same call then tells what is left.
        """
        core = await self._read(_core(request))
        if not core:
            raise Refused("entry_not_found", "The log holds nothing there that this key may see")
        earlier = await self._earlier(request, core)
        widened = min(len(earlier), WIDEST)
        scope = core if not widened else await self._read(_wider(core, widened, now))
        draft = _Draft(request, scope, widened, earlier, await self._recalled(earlier))
        return await self._keep(draft, now)

    async def _read(self, question: HistoryQuery) -> list[ReflectionEntry]:
        """Return what matches, oldest first, without the replays themselves."""
        found: list[ReflectionEntry] = []
        while len(found) < MOST_READ + 1:
            page = await self.desk.log.query(replace(question, reverse=True, limit=PAGE))
            found += [entry for entry in page if not _is_replay(entry)]
            if len(page) < PAGE:
                break
            question = replace(question, after=page[-1].position)
        return found[::-1]

    async def _earlier(
        self, request: ReplayRequest, core: Sequence[ReflectionEntry]
    ) -> Sequence[Any]:
        tenant, ends = self.desk.caller.tenant, (core[0].position, core[-1].position)
        async with database.pool.connection(self.pool) as connection:
            return await connection.fetch(_SQL["earlier"], tenant, request.correlation_id, *ends)

    async def _recalled(self, earlier: Sequence[Any]) -> list[Recalled]:
        """Read the last of the earlier replays, as this caller may."""
        ids = [row["entry_id"] for row in earlier[-MOST_RECALLED:]]
        found = await self.desk.log.get_many(ids) if ids else {}
        return [
            Recalled(entry_id=one, high_level=found[one].content["high_level"])
            for one in ids
            if one in found and not found[one].erased
        ]

    async def _keep(self, draft: _Draft, now: datetime) -> ReplaySummary:
        tenant = self.desk.caller.tenant
        entry = draft.entry(now)
        read = draft.scope[-MOST_READ:]
        living = [one.id for one in read if not one.erased]
        async with database.pool.transaction(self.pool) as connection:
            await connection.execute(
                _SQL["insert"],
                tenant,
                entry.id,
                draft.request.correlation_id,
                *draft.told_of,
                draft.widened,
                now,
            )
            [place] = await self.desk.log.append_in(connection, [entry])
            # Under the log's lock an erasure has either ended, or will find this replay.
            if await connection.fetchval(_SQL["any_erased"], tenant, living):
                raise Refused("erased", "An entry of it was erased just now; ask again")
        return draft.summary(entry.id, place.position)


@dataclass(frozen=True)
class _Draft:
    """A replay before it is kept."""

    request: ReplayRequest
    scope: Sequence[ReflectionEntry]
    widened: int
    earlier: Sequence[Any]
    recalled: Sequence[Recalled]

    @property
    def told_of(self) -> tuple[int, int]:
        """The part of the log whose words stand in it: also what a recalled one had told of."""
        ids = {one.entry_id for one in self.recalled}
        rows = [row for row in self.earlier if row["entry_id"] in ids]
        first = min([self.read[0].position, *(row["first_position"] for row in rows)])
        return first, max([self.read[-1].position, *(row["last_position"] for row in rows)])

    @property
    def earlier_ids(self) -> list[str]:
        return [row["entry_id"] for row in self.earlier]

    @property
    def read(self) -> Sequence[ReflectionEntry]:
        return self.scope[-MOST_READ:]

    @property
    def retold(self) -> Retold:
        return retelling.retell([_scene(entry) for entry in self.read])

    @property
    def coverage(self) -> Coverage:
        return Coverage(
            correlation_id=self.request.correlation_id,
            first_position=self.read[0].position,
            last_position=self.read[-1].position,
            since=self.read[0].timestamp,
            until=self.read[-1].timestamp,
            entries=len(self.read),
            erased=sum(entry.erased for entry in self.read),
            left_out=len(self.scope) - len(self.read),
        )

    def entry(self, now: datetime) -> NewEntry:
        entry_id = new_entry_id()
        sources = {entry.source for entry in self.read}
        excerpts = [excerpt.entry_id for excerpt in self.retold.excerpts]
        told = self.summary(entry_id, 0).model_dump(mode="json", exclude={"entry_id", "position"})
        return NewEntry(
            id=entry_id,
            origin=Origin.SYSTEM,
            lane=Lane.UNIFIED,
            type=EntryType.SYSTEM_NOTICE,
            source=chronicle.source_of(sources.pop()) if len(sources) == 1 else chronicle.SOURCE,
            content={"event": "memory.replayed", **told},
            occurred_at=now.astimezone(UTC),
            correlation_id=unit_of(entry_id),
            references=[*excerpts, *self.earlier_ids][:100],
            metadata={"tags": [TAG], "trigger": self.request.trigger},
        )

    def summary(self, entry_id: str, position: int) -> ReplaySummary:
        retold = self.retold
        return ReplaySummary(
            entry_id=entry_id,
            position=position,
            trigger=self.request.trigger,
            coverage=self.coverage,
            widened=self.widened,
            earlier=self.earlier_ids,
            recalled=list(self.recalled),
            high_level=retold.high_level,
            bullets=retold.bullets,
            excerpts=[Excerpt(**_quoted(scene)) for scene in retold.excerpts],
        )


def unit_of(entry_id: str) -> str:
    """Return the correlation id of a replay's own entry, under which it is sealed."""
    return f"replay/{entry_id}"


async def erase(
    connection: Connection, tenant: str, exchanges: Sequence[str], at: datetime
) -> Iterable[str]:
    """Mark replays that told of these exchanges; return the units whose keys hold their words."""
    rows = await connection.fetch(_SQL["erase"], tenant, exchanges, at)
    return [data_key.exchange(unit_of(row["entry_id"])) for row in rows]


def _core(request: ReplayRequest) -> HistoryQuery:
    try:
        return HistoryQuery(
            correlation_id=request.correlation_id, since=request.since, until=request.until
        )
    except InvalidEntry as fault:
        raise invalid(fault.field, str(fault)) from None


def _wider(core: Sequence[ReflectionEntry], widened: int, now: datetime) -> HistoryQuery:
    begin, end = core[0].timestamp, core[-1].timestamp
    margin = max(end - begin, LEAST_MARGIN) * (2 * widened - 1)
    last = timedelta(microseconds=1)
    # Not beyond the present: what comes while it is read would give other words each time.
    return HistoryQuery(since=begin - margin, until=max(min(end + margin, now), end) + last)


def _is_replay(entry: ReflectionEntry) -> bool:
    return (entry.correlation_id or "").startswith("replay/")


def text_of(entry: ReflectionEntry) -> str:
    """Return what an entry says as one text that can be stored, without secrets."""
    if entry.erased:
        return ""
    return graphemes.storable(" ".join(_words(provenance.masked(entry.content))))


def _scene(entry: ReflectionEntry) -> Scene:
    said = text_of(entry)
    return Scene(entry.id, entry.origin.value, entry.type.value, entry.source, said)


def _words(content: Any) -> Iterator[str]:
    """Yield what an entry says: its texts where it is text, else its JSON."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list) and all(isinstance(part, dict) for part in content):
        yield from (str(part["text"]) for part in content if isinstance(part.get("text"), str))
    elif content is not None:
        yield json.dumps(content, ensure_ascii=True)


def _quoted(scene: Scene) -> dict[str, Any]:
    return {
        "entry_id": scene.entry_id,
        "origin": scene.origin,
        "type": scene.type,
        "text": scene.text,
    }
