"""Recording a finished turn: its words go to the log, its episode into memory, or neither.

The same turn again writes nothing and gets the same answer, also when both come at once; the same
id with other content is refused.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import asyncpg
import numpy as np
import numpy.typing as npt

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.embedding import Embedder, EmbedderUnavailable
from forge_api.memory import episodes, extraction, turn_entries, turn_shape
from forge_api.memory.extraction import Extracted
from forge_api.memory.refusals import Refused
from forge_api.redaction import redact
from forge_client.episodes import Episode
from forge_client.turns import NewTurn, RecordedEntry, RecordedTurn
from reflection_memory.entry import NewEntry
from reflection_memory.errors import EntryDiffers
from reflection_memory.log import ReflectionMemory
from reflection_memory.sameness import says_the_same
from reflection_memory.sealing.keyring import Keyring

_LOG = logging.getLogger(__name__)
_SQL = queries.load("turns")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a turn; `fresh` is False when it had been recorded before."""

    turn: RecordedTurn
    fresh: bool


@dataclass
class _Draft:
    """A turn before it is kept; `held` says where those of its entries lie that are there."""

    entries: list[NewEntry]
    episode: Episode
    vector: npt.NDArray[np.float32] | None
    digest: bytes
    held: dict[str, int] = field(default_factory=dict)


class TurnRecorder:
    """Records the turns of one tenant's agents."""

    def __init__(self, pool: Pool, keyring: Keyring, embedder: Embedder, tenant: str) -> None:
        self._pool = pool
        self._embedder = embedder
        self._tenant = tenant
        self._log = ReflectionMemory(pool, keyring, tenant)
        self._digest_key = keyring.subkey("turn digest", tenant)

    async def record(self, agent_id: str, turn: NewTurn, now: datetime) -> Outcome:
        """Record a turn of an agent that is known to be the tenant's.

        Raises:
            Refused: `invalid`, naming the field; `turn_differs`, when its id has other content.
            InvalidEntry: A message is larger than the log keeps.
        """
        turn_shape.check(turn)
        digest = self._digest(turn)
        async with database.pool.connection(self._pool) as connection:
            known = await _known(connection, agent_id, turn.turn_id, digest)
        if known is not None:
            return known
        entries = turn_entries.entries(self._tenant, agent_id, turn)
        # Redaction reads every word: a long turn must not hold up everybody else.
        extracted = await asyncio.to_thread(extraction.extract, turn.messages)
        episode = self._episode(agent_id, turn, entries, extracted, now)
        vector = await self._vector(episode.summary)
        if vector is not None:
            episode.embedding_model = self._embedder.name
        draft = _Draft(entries, episode, vector, digest)
        try:
            return await self._record(draft)
        except EntryDiffers as differs:
            # An import brought its entries: they lie there as they came, with a time of their own.
            draft.held = await self._held(entries, differs)
            return await self._record(draft)

    async def _record(self, draft: _Draft) -> Outcome:
        episode = draft.episode
        async with database.pool.transaction(self._pool) as connection:
            await connection.execute(_SQL["lock_turn"], episode.agent_id, episode.turn_id)
            known = await _known(connection, episode.agent_id, episode.turn_id, draft.digest)
            if known is not None:
                return known
            # Last of all that takes time: the log stays locked from here to the commit.
            missing = [entry for entry in draft.entries if entry.id not in draft.held]
            appended = await self._log.append_in(connection, missing) if missing else []
            places = draft.held | {one.id: one.position for one in appended}
            answer = _answer(episode, draft.entries, places)
            await _insert_turn(connection, answer, draft.digest)
            first = answer.entries[0].position
            await episodes.insert(connection, self._tenant, first, episode, draft.vector)
        return Outcome(answer, fresh=True)

    async def _held(self, entries: list[NewEntry], differs: EntryDiffers) -> dict[str, int]:
        """Return where those entries lie that the log holds already, saying the same.

        Raises:
            Refused: `erased`, when one arrived there erased.
            EntryDiffers: One says something else.
        """
        found = await self._log.get_many([entry.id for entry in entries])
        if any(kept.erased for kept in found.values()):
            raise Refused("erased", "This turn was erased; it is not taken again")
        if not all(says_the_same(one, found[one.id]) for one in entries if one.id in found):
            raise differs
        return {kept.id: kept.position for kept in found.values()}

    def _digest(self, turn: NewTurn) -> bytes:
        """Return a keyed digest of all that was sent: a bare one of a short text can be guessed."""
        text = json.dumps(turn.model_dump(), sort_keys=True, default=_moment)
        return hmac.digest(self._digest_key, text.encode("ascii"), "sha256")

    def _episode(
        self,
        agent_id: str,
        turn: NewTurn,
        entries: list[NewEntry],
        extracted: Extracted,
        now: datetime,
    ) -> Episode:
        return Episode(
            id=turn_entries.episode_id(self._tenant, agent_id, turn.turn_id),
            agent_id=agent_id,
            turn_id=turn.turn_id,
            conversation_id=turn.conversation_id,
            task_ref=turn.task_ref and redact(turn.task_ref).text,
            summary=extracted.summary,
            statements=extracted.statements,
            entry_ids=[entry.id for entry in entries],
            redactions=extracted.redactions,
            occurred_at=_ended_at(turn, now),
            created_at=now,
        )

    async def _vector(self, summary: str) -> npt.NDArray[np.float32] | None:
        """Return the summary's vector, or None: a turn is not lost because an embedder is down."""
        try:
            vector: npt.NDArray[np.float32] = (await self._embedder.embed([summary]))[0]
        except EmbedderUnavailable as error:
            _LOG.warning("An episode is stored without its vector: %s", error)
            return None
        return vector


async def _known(
    connection: Connection, agent_id: str, turn_id: str, digest: bytes
) -> Outcome | None:
    """Return what a turn was recorded as before; None when it is new."""
    row = await connection.fetchrow(_SQL["turn"], agent_id, turn_id)
    if row is None:
        return None
    if row["erased_at"] is not None:
        raise Refused("erased", "This turn was erased; it is not taken again")
    if not hmac.compare_digest(row["digest"], digest):
        raise Refused(
            "turn_differs",
            "This turn_id is recorded with other content; a turn is sent once, when it is finished",
        )
    episode = await episodes.get_in(connection, agent_id, row["episode_id"])
    return Outcome(_recorded_turn(episode, row), fresh=False)


def _recorded_turn(episode: Episode, row: asyncpg.Record) -> RecordedTurn:
    entries = [RecordedEntry(**entry) for entry in row["entries"]]
    return RecordedTurn(turn_id=episode.turn_id, episode=episode, entries=entries)


def _answer(
    episode: Episode, entries: list[NewEntry], positions: Mapping[str, int]
) -> RecordedTurn:
    return RecordedTurn(
        turn_id=episode.turn_id,
        episode=episode,
        entries=[
            RecordedEntry(
                id=entry.id, position=positions[entry.id], type=entry.type, origin=entry.origin
            )
            for entry in entries
        ],
    )


async def _insert_turn(connection: Connection, answer: RecordedTurn, digest: bytes) -> None:
    episode = answer.episode
    await connection.execute(
        _SQL["insert_turn"],
        episode.agent_id,
        episode.turn_id,
        episode.conversation_id,
        digest,
        episode.id,
        [entry.model_dump() for entry in answer.entries],
        episode.created_at,
    )


def _ended_at(turn: NewTurn, now: datetime) -> datetime:
    """Return when the turn ended: as its writer claims, else as its messages do, else now."""
    spoken = [message.created_at for message in turn.messages if message.created_at]
    ended = turn.finished_at or turn.started_at or max(spoken, default=now)
    return ended.astimezone(UTC)


def _moment(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"{type(value).__name__} has no place in a turn")
