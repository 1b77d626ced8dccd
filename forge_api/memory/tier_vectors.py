"""The long term's vectors, made anew after a change of the embedding model, a slice at a time.

Until its turn comes a record is found by no question, but still listed and rehydrated.
"""

from __future__ import annotations

import database.pool
from database import queries
from forge_api.embedding import Embedder
from forge_api.memory.tier_views import Views
from forge_client.upkeep import Slice

_SQL = queries.load("tiers")


async def renew(views: Views, embedder: Embedder, limit: int) -> Slice:
    """Embed at most `limit` of a tenant's records, and say how many are left.

    Raises:
        EmbedderUnavailable: Nothing is stored; the same records are still to do.
    """
    pool, current = views.pool, (views.tenant, embedder.name, embedder.dimension)
    async with database.pool.connection(pool) as connection:
        stale = await connection.fetch(_SQL["stale"], *current, limit) if limit else []
    if stale:
        vectors = await embedder.embed(await views.condensed(stale))
        renewed = [
            (row["agent_id"], row["original_entry_id"], row["rung"], vector, embedder.name)
            for row, vector in zip(stale, vectors, strict=True)
        ]
        async with database.pool.transaction(pool) as connection:
            await connection.executemany(_SQL["renew"], renewed)
    async with database.pool.connection(pool) as connection:
        left = await connection.fetchval(_SQL["count_stale"], *current)
    return Slice(done=len(stale), left=left)
