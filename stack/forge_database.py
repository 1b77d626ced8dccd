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

REFUSED_LOGIN = "28P01"
"""Postgres' code for it."""

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
        await create(server)
        applied = await migrations.migrate(owner_url)
        await ensure_api_login(owner_url, APP, app_password)
    except DatabaseError as error:
        raise errors.LayoutMismatch(_told(error)) from error
    return applied


def _told(error: DatabaseError) -> str:
    if error.code == REFUSED_LOGIN:
        return (
            "secrets/postgres-owner is not the password of this database: put the right one back "
            "from a backup, or choose another data folder (--data-dir)."
        )
    return f"Forge's database cannot be brought up to date: {error}"


async def sealed_under(server: Postgres) -> list[str]:
    """Return the ids of the master keys that a running server's database needs.

    Two while a rotation is under way; none before forge has opened it for the first time.
    """
    with mapped():
        owner = await asyncpg.connect(server.owner_url(DATABASE))
        try:
            return list(await owner.fetchval(_SQL["sealed_under"]) or [])
        finally:
            await owner.close()


async def create(server: Postgres) -> None:
    """Create the empty database and the API's group where they are missing, to be restored into."""
    with mapped():
        owner = await asyncpg.connect(server.owner_url())
        try:
            await owner.execute(_SQL["ensure_group"])
            if not await owner.fetchval(_SQL["database_exists"], DATABASE):
                await owner.execute(_SQL["create_database"])
        finally:
            await owner.close()
