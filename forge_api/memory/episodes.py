"""Episodes: the complete, ordered list that reflection reads, and each one as it is served."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import asyncpg
import numpy as np
import numpy.typing as npt

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import cursors
from forge_client.episodes import Episode, EpisodeList

MAX_PAGE = 500
MAX_IDS = 200

_SQL = queries.load("episodes")


@dataclass(frozen=True, slots=True)
class Listing:
    """Which episodes to list; None: no such filter."""

    reflected: bool | None = None
    since: datetime | None = None
    ids: Sequence[str] | None = None
    cursor: str | None = None
    limit: int = 100
    with_vectors: bool = False


async def page(pool: Pool, agent_id: str, listing: Listing) -> EpisodeList:
    """Return one page, oldest first, with the total under the same filters.

    Raises:
        Refused: `invalid`, for a cursor that is none.
    """
    after = cursors.decode(listing.cursor)
    filters = (agent_id, listing.reflected, listing.since, listing.ids)
    async with database.pool.connection(pool) as connection:
        total = await connection.fetchval(_SQL["count_episodes"], *filters)
        rows = await connection.fetch(
            _SQL["episodes"],
            *filters,
            *(after or (None, None)),
            # One more than asked tells whether there is a next page.
            listing.limit + 1,
            listing.with_vectors,
        )
    found = [from_row(row) for row in rows[: listing.limit]]
    more = len(rows) > listing.limit
    last = cursors.encode(found[-1].occurred_at, found[-1].id) if more else None
    return EpisodeList(episodes=found, total=total, next_cursor=last)


async def get_in(connection: Connection, agent_id: str, episode_id: str) -> Episode:
    """Return an episode that is known to exist."""
    [row] = await connection.fetch(_SQL["episode"], agent_id, episode_id)
    return from_row(row)


async def insert(
    connection: Connection,
    tenant: str,
    position: int,
    episode: Episode,
    vector: npt.NDArray[np.float32] | None,
) -> None:
    """Store a new episode.

    Args:
        connection: Inside the transaction that records the turn.
        tenant: The agent's.
        position: Of its first entry in the log.
        episode: As it is served; `embedding_model` names the model that `vector` is of.
        vector: None while there is none.
    """
    await connection.execute(
        _SQL["insert_episode"],
        episode.id,
        tenant,
        episode.agent_id,
        position,
        episode.turn_id,
        episode.conversation_id,
        episode.task_ref,
        episode.summary,
        [statement.model_dump() for statement in episode.statements],
        episode.entry_ids,
        episode.redactions,
        episode.occurred_at,
        episode.created_at,
        vector,
        episode.embedding_model,
    )


def from_row(row: asyncpg.Record) -> Episode:
    """Return an episode as it is served; a `vector` column as a plain list."""
    fields = dict(row)
    vector = fields.pop("vector", None)
    return Episode(**fields, vector=None if vector is None else vector.tolist())
