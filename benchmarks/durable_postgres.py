"""A Postgres of the benchmark's own, as durable as a real one: fsync on, nothing tuned."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from pydantic import SecretStr

from database import migrations
from database.logins import ensure_api_login
from stack import forge_database
from stack.postgres import Postgres


@dataclass(frozen=True)
class Server:
    """A running server; addresses are secrets, since they hold passwords."""

    postgres: Postgres
    password: SecretStr

    async def new_database(self, name: str) -> None:
        """Create and migrate a database."""
        owner = await asyncpg.connect(self.postgres.owner_url())
        try:
            await owner.execute(f'CREATE DATABASE "{name}"')
        finally:
            await owner.close()
        await migrations.migrate(self.postgres.owner_url(name))
        await ensure_api_login(self.postgres.owner_url(name), forge_database.APP, self.password)

    def owner_url(self, name: str) -> str:
        """Return the address of a database for its owner."""
        return self.postgres.owner_url(name)

    def app_url(self, name: str) -> str:
        """Return the address of a database for the role that forge connects as."""
        return self.postgres.url(name, forge_database.APP, self.password)


@asynccontextmanager
async def running() -> AsyncIterator[Server]:
    """Start a server in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        root = Path(folder)
        owner = SecretStr(secrets.token_urlsafe())
        postgres = Postgres(root / "data", root / "postgres.log", owner)
        await postgres.start()
        try:
            yield Server(postgres, SecretStr(secrets.token_urlsafe()))
        finally:
            await postgres.stop()
