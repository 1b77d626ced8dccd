"""The long term's vectors, made anew after a change of the embedding model, a slice at a time.

Until its turn comes a record is found by no question, but still listed and rehydrated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import database.pool
from database import queries
from database.pool import Pool
from forge_api.embedding import Embedder
from forge_api.memory import fading, replays
from forge_client.upkeep import Slice
from reflection_memory.log import ReflectionMemory

_SQL = queries.load("tiers")


async def renew(
    pool: Pool, log: ReflectionMemory, embedder: Embedder, tenant: str, limit: int
) -> Slice:
    """Embed at most `limit` of a tenant's records, and say how many are left.

    Raises:
        EmbedderUnavailable: Nothing is stored; the same records are still to do.
    """
    current = (tenant, embedder.name, embedder.dimension)
    async with database.pool.connection(pool) as connection:
        stale = await connection.fetch(_SQL["stale"], *current, limit) if limit else []
    if stale:
        vectors = await embedder.embed(await _texts(log, stale))
        renewed = [
            (row["agent_id"], row["original_entry_id"], row["rung"], vector, embedder.name)
            for row, vector in zip(stale, vectors, strict=True)
        ]
        async with database.pool.transaction(pool) as connection:
            await connection.executemany(_SQL["renew"], renewed)
    async with database.pool.connection(pool) as connection:
        left = await connection.fetchval(_SQL["count_stale"], *current)
    return Slice(done=len(stale), left=left)


async def _texts(log: ReflectionMemory, rows: Sequence[Any]) -> list[str]:
    """Return what each vector stands for; of rung 3 the words are in the log alone."""
    bare = [row["original_entry_id"] for row in rows if not row["text"]]
    found = await log.get_many(bare) if bare else {}
    texts = {one: fading.key_sentences(replays.text_of(entry)) for one, entry in found.items()}
    return [row["text"] or texts.get(row["original_entry_id"], "") for row in rows]
