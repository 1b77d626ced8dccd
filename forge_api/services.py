"""What a request works with, in one object that lives as long as the server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import httpx
from fastapi import Depends, Request
from pydantic import SecretBytes

import database.pool
from database.pool import Pool
from forge_api import embedding, redaction
from forge_api.embedding import Embedder
from forge_api.memory.outside import NOWHERE, Outside
from forge_api.rate_limit import RateLimit
from forge_api.settings import Settings
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
from temporal_link.announcer import Announcer


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Services:
    """The parts that memory is built on."""

    pool: Pool
    keyring: Keyring
    embedder: Embedder
    announcer: Announcer
    lambda_per_day: float
    rate_limit: RateLimit
    lasting_kinds: frozenset[str] = frozenset()
    clock: Callable[[], datetime] = _now
    outside: Outside = NOWHERE
    temporal_ui: httpx.AsyncClient | None = None
    """The way to Temporal's Web UI; None: it is not shown here."""

    codec_key: SecretBytes | None = None
    """Opens what lies in Temporal's histories, for those who may read it."""

    def fades(self, kind: str) -> float:
        """Return how fast beliefs of a kind fade: lambda a day, 0 for what lasts."""
        return 0.0 if kind in self.lasting_kinds else self.lambda_per_day


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Services]:
    """Open everything that `settings` names, and close it again.

    Raises:
        DatabaseError: The database does not let us in.
        SealingError: The master key is none, or not this database's.
    """
    master = MasterKey.parse(settings.master_key.get_secret_value())
    before = settings.old_master_key
    old_master = MasterKey.parse(before.get_secret_value()) if before else None
    redaction.adopt(settings.redaction)
    pool = await database.pool.open_pool(settings.database_url.get_secret_value())
    announcer = Announcer(settings.temporal)
    ui = _temporal_ui(settings.temporal_ui_url)
    try:
        yield Services(
            pool=pool,
            keyring=await Keyring.open(pool, master, old_master=old_master),
            embedder=embedding.choose(settings.embedding_model),
            announcer=announcer,
            lambda_per_day=settings.lambda_per_day,
            lasting_kinds=settings.lasting_kinds,
            rate_limit=RateLimit(settings.requests_per_minute),
            temporal_ui=ui,
            codec_key=settings.temporal.codec_key,
            outside=Outside(settings.anchor_file),
        )
    finally:
        if ui is not None:
            await ui.aclose()
        announcer.close()
        await pool.close()


def _temporal_ui(url: str | None) -> httpx.AsyncClient | None:
    return httpx.AsyncClient(base_url=url, trust_env=False, timeout=30) if url else None


def current(request: Request) -> Services:
    """Return the services of the server that this request came to."""
    services: Services = request.app.state.services
    return services


CurrentServices = Annotated[Services, Depends(current)]
