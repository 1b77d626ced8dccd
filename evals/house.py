"""A forge for one measurement, on an embedded Postgres that is thrown away afterwards."""

from __future__ import annotations

import asyncio
import base64
import logging
import secrets
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr

from forge_api import server, services
from forge_api.memory import keys
from forge_api.services import Services
from forge_api.settings import Settings
from forge_client.agents import NewKey
from forge_client.client import ForgeClient
from forge_client.names import Role
from stack import forge_database
from stack.postgres import Postgres

TENANT = "evals"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class House:
    """A forge that listens, and a client for each role of key."""

    admin: ForgeClient
    agent: ForgeClient
    worker: ForgeClient


@asynccontextmanager
async def open_memory() -> AsyncIterator[Services]:
    """Open memory without a server before it, with a tenant of its own."""
    async with _settings() as settings, services.opened(settings) as memory:
        await keys.create_on_server(memory.pool, TENANT, NewKey(role="admin"), BEGAN)
        yield memory


@asynccontextmanager
async def open_house() -> AsyncIterator[House]:
    """Serve a forge on a free port until the block ends."""
    async with _settings() as settings, services.opened(settings) as memory, AsyncExitStack() as on:
        serving = _Server(memory, settings)
        task = asyncio.create_task(serving.serve())
        logging.disable(logging.INFO)
        try:
            await serving.listening.wait()
            roles: tuple[Role, ...] = ("admin", "agent", "worker")
            clients = [ForgeClient(serving.url, await _key(memory, role)) for role in roles]
            yield House(*[await on.enter_async_context(client) for client in clients])
        finally:
            serving.should_exit = True
            await task
            logging.disable(logging.NOTSET)


class _Server(server.Server):
    """Tells when it listens, and where."""

    def __init__(self, memory: Services, settings: Settings) -> None:
        super().__init__(server.config(memory, settings))
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; uvicorn ends the process where it cannot."""
        await super().startup(sockets)
        self.listening.set()

    @property
    def url(self) -> str:
        port = self.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"


@asynccontextmanager
async def _settings() -> AsyncIterator[Settings]:
    """Start a Postgres; return how a forge over its fresh database is set."""
    with tempfile.TemporaryDirectory(prefix="evals-") as name:
        folder = Path(name)
        password = SecretStr(secrets.token_urlsafe())
        postgres = Postgres(folder / "data", folder / "log", SecretStr(secrets.token_urlsafe()))
        await postgres.start()
        try:
            await forge_database.prepare(postgres, password)
            url = SecretStr(postgres.url(forge_database.DATABASE, forge_database.APP, password))
            master = SecretStr(base64.b64encode(secrets.token_bytes(32)).decode())
            yield Settings(url, master, port=0)
        finally:
            await postgres.stop()


async def _key(memory: Services, role: Role) -> str:
    created, _ = await keys.create_on_server(memory.pool, TENANT, NewKey(role=role), BEGAN)
    return created.key
