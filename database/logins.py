"""The API's login role: a member of the group `forge_api`, which says what it may do."""

from __future__ import annotations

import asyncpg
from pydantic import SecretStr

from database import queries
from database.errors import mapped

_SQL = queries.load("logins")


async def ensure_api_login(owner_dsn: str, login: str, password: SecretStr) -> None:
    """Make the login role on a migrated database, or give it this password; safe to repeat.

    Raises:
        DatabaseRefused: `owner_dsn` may not make roles.
    """
    with mapped():
        owner = await asyncpg.connect(owner_dsn)
        try:
            async with owner.transaction():
                await owner.execute(_SQL["hand_over"], login, password.get_secret_value())
                await owner.execute(_SQL["ensure_api_login"])
        finally:
            await owner.close()
