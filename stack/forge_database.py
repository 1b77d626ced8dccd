"""Forge's database on the embedded server: created once, migrated, with a login for the API."""

from __future__ import annotations

import asyncpg
from pydantic import SecretStr

from database import migrations, queries
from database.errors import DatabaseError, mapped
from database.logins import ensure_api_login
from stack import errors
from stack.postgres import Postgres

DATABASE = "forge"
APP = "forge_app"
"""The API's login role; it owns nothing, and the group `forge_api` says what it may do."""

_SQL = queries.load("stack")


async def prepare(server: Postgres, app_password: SecretStr) -> list[str]:
    """Bring the database of a running server up to date; safe to repeat.

    Returns:
        The migrations that were applied now.

    Raises:
        LayoutMismatch: the database is of a newer release, or cannot be migrated.
    """
    owner_url = server.owner_url(DATABASE)
    try:
        await _create(server.owner_url())
        applied = await migrations.migrate(owner_url)
        await ensure_api_login(owner_url, APP, app_password)
    except DatabaseError as error:
        raise errors.LayoutMismatch(
            f"Forge's database cannot be brought up to date: {error}"
        ) from error
    return applied


async def _create(owner_url: str) -> None:
    with mapped():
        owner = await asyncpg.connect(owner_url)
        try:
            if not await owner.fetchval(_SQL["database_exists"], DATABASE):
                await owner.execute(_SQL["create_database"])
        finally:
            await owner.close()
