"""Another embedder than the built-in one, and who made the vectors that are stored."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from forge_api.embedding import Vectors
from forge_api.embedding.embedder import normalised
from tests.fixtures.forge import Forge


class NarrowEmbedder:
    """A model of another width: each word is an axis."""

    def __init__(self, width: int = 16, name: str = "narrow") -> None:
        self.name = name
        self.dimension = width

    async def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimension))
        for place, text in enumerate(texts):
            for word in text.lower().split():
                rows[place, hashlib.sha256(word.encode()).digest()[0] % self.dimension] += 1
        return normalised(rows)


async def models(forge: Forge, family: str) -> set[tuple[str | None, int | None]]:
    """Return which models made the stored vectors, and their widths."""
    query = f"SELECT DISTINCT embedding_model, vector_dims(embedding) FROM {family}"  # noqa: S608
    async with forge.services.pool.acquire() as connection:
        return {tuple(row) for row in await connection.fetch(query)}
