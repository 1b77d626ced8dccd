"""Vectors of the current embedder for every text that lacks one, a bounded slice at a time.

A vector lacks where the embedder was down when its text came, or is of another model since then.
Whatever has none of the current model is left out of every comparison until its turn comes.
"""

from __future__ import annotations

import database.pool
from database import queries
from database.pool import Pool
from forge_api.embedding import Embedder
from forge_client.upkeep import Slice

FAMILIES = ("beliefs", "episodes")
"""In this order: beliefs are few, and every proposal is compared with all of them."""

_SQL = queries.load("embeddings")


async def renew(pool: Pool, embedder: Embedder, tenant: str, limit: int) -> Slice:
    """Embed at most `limit` of a tenant's texts, and say how many are left.

    Nothing is locked while the embedder works. Two of these at once do the same twice, and no harm.

    Raises:
        EmbedderUnavailable: Nothing is stored; the same texts are still to do.
    """
    done = 0
    for family in FAMILIES:
        if done < limit:
            done += await _renew(pool, embedder, family, tenant, limit - done)
    return Slice(done=done, left=await _left(pool, embedder, tenant))


async def _renew(pool: Pool, embedder: Embedder, family: str, tenant: str, limit: int) -> int:
    current = (tenant, embedder.name, embedder.dimension)
    async with database.pool.connection(pool) as connection:
        stale = await connection.fetch(_SQL[f"stale_{family}"], *current, limit)
    if not stale:
        return 0
    vectors = await embedder.embed([row["text"] for row in stale])
    renewed = [
        (row["id"], row["text"], vector, embedder.name)
        for row, vector in zip(stale, vectors, strict=True)
    ]
    async with database.pool.transaction(pool) as connection:
        await connection.executemany(_SQL[f"renew_{family}"], renewed)
    return len(stale)


async def _left(pool: Pool, embedder: Embedder, tenant: str) -> int:
    current = (tenant, embedder.name, embedder.dimension)
    async with database.pool.connection(pool) as connection:
        return sum(
            [
                await connection.fetchval(_SQL[f"count_stale_{family}"], *current)
                for family in FAMILIES
            ]
        )
