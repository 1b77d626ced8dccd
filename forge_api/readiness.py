"""Whether forge can do its work: each part that it needs is asked, and a failing one is named."""

from __future__ import annotations

import time
from collections.abc import Awaitable

import database.pool
from database import queries
from database.errors import DatabaseError
from forge_api.embedding import EmbedderUnavailable
from forge_api.services import Services
from reflection_memory.errors import ReflectionMemoryError
from reflection_memory.sealing.keyring import Keyring

EMBEDDER_IS_ASKED_EVERY = 30.0
"""Seconds: a probe must not run up a bill at an embedding model's provider."""

OK = "ok"

_SQL = queries.load("health")


class Readiness:
    """Asks the parts; remembers for a while what the embedder said."""

    def __init__(self) -> None:
        self._embedder = OK
        self._embedder_asked_at: float | None = None

    async def parts(self, services: Services) -> dict[str, str]:
        """Return each part with `ok` or the name of its failure."""
        return {
            "database": await _outcome(_schema_version(services)),
            # Opening the keyring anew unwraps the database's secret with our master key.
            "master_key": await _outcome(Keyring.open(services.pool, services.master)),
            "embedder": await self._ask_embedder(services),
        }

    async def _ask_embedder(self, services: Services) -> str:
        now = time.monotonic()
        asked = self._embedder_asked_at
        if asked is None or self._embedder != OK or now - asked > EMBEDDER_IS_ASKED_EVERY:
            self._embedder = await _outcome(services.embedder.embed(["ready"]))
            self._embedder_asked_at = now
        return self._embedder


async def _schema_version(services: Services) -> object:
    async with database.pool.connection(services.pool) as connection:
        return await connection.fetchval(_SQL["schema_version"])


async def _outcome(question: Awaitable[object]) -> str:
    try:
        await question
    except (DatabaseError, ReflectionMemoryError, EmbedderUnavailable) as error:
        return type(error).__name__
    return OK
