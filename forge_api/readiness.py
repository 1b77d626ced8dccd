"""Whether forge can do its work: each part that it needs is asked, and a failing one is named.

Whether reflection does its own is told beside them: nights that do nothing are a warning, and no
reason to take the service down.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Mapping

import database.pool
from database import queries
from database.errors import DatabaseError
from forge_api.embedding import EmbedderUnavailable
from forge_api.memory import backlog
from forge_api.services import Services
from reflection_memory.errors import ReflectionMemoryError

EMBEDDER_IS_ASKED_EVERY = 30.0
"""Seconds: a probe must not run up a bill at an embedding model's provider."""

OK = "ok"
STALE = "stale"
"""Something has waited for two nights in which nothing was reflected on."""

_SQL = queries.load("health")


UNREADY = "unready"


def status_of(parts: Mapping[str, str]) -> str:
    """Return `ok`, `stale` where only reflection lags behind, else `unready`."""
    outcomes = set(parts.values()) - {OK}
    if not outcomes:
        return OK
    return STALE if outcomes == {STALE} else UNREADY


class Readiness:
    """Asks the parts; remembers for a while what the embedder said."""

    def __init__(self) -> None:
        self._embedder = OK
        self._embedder_asked_at: float | None = None

    async def parts(self, services: Services) -> dict[str, str]:
        """Return each part with `ok` or the name of its failure."""
        return {
            "database": await _outcome(_schema_version(services)),
            "master_key": await _outcome(services.keyring.check(services.pool)),
            "embedder": await self._ask_embedder(services),
            "reflection": await _reflection(services),
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


async def _reflection(services: Services) -> str:
    try:
        standing = await backlog.look(services.pool)
    except DatabaseError as error:
        return type(error).__name__
    return STALE if standing.is_stale(services.clock()) else OK


async def _outcome(question: Awaitable[object]) -> str:
    try:
        await question
    except (DatabaseError, ReflectionMemoryError, EmbedderUnavailable) as error:
        return type(error).__name__
    return OK
