"""Who is signed in at the pages: a session stands on a reviewer's key, and ends with it.

Session and link secrets are long and random, shown once, and kept as digests.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import keys
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused

SESSION_LASTS = timedelta(hours=12)
LINK_LASTS = timedelta(minutes=10)

_SQL = queries.load("sessions")


@dataclass(frozen=True, slots=True)
class Link:
    """A sign-in link's secret; the place that serves the pages is the caller's to put before it."""

    token: str
    expires_at: datetime


async def sign_in(pool: Pool, key: str, now: datetime) -> str:
    """Return the secret of a new session for whoever holds this key.

    Raises:
        Refused: `unauthenticated`, `forbidden` for a key that is not a reviewer's.
    """
    caller = await keys.caller_of(pool, key, now)
    if caller is None:
        raise Refused("unauthenticated", "This key is not known here, or was revoked, or expired")
    if caller.role != "reviewer":
        raise Refused("forbidden", f"This is a key of role {caller.role}; a reviewer's signs in")
    async with database.pool.transaction(pool) as connection:
        return await _begin(connection, caller.key_id, now)


async def sign_out(pool: Pool, secret: str) -> None:
    """End a session; once more changes nothing."""
    async with database.pool.transaction(pool) as connection:
        await connection.execute(_SQL["delete_session"], _digest(secret))


async def caller_of(pool: Pool, secret: str, now: datetime) -> Caller | None:
    """Return who is signed in; None when the session, or the key under it, has ended."""
    async with database.pool.connection(pool) as connection:
        row = await connection.fetchrow(_SQL["key_of_session"], _digest(secret), now)
    if row is None:
        return None
    bound = None if row["agents"] is None else frozenset(row["agents"])
    return Caller(row["tenant_id"], row["id"], row["role"], bound, row["said_only"])


async def make_link(pool: Pool, caller: Caller, now: datetime) -> Link:
    """Return a link that signs in as the caller, once."""
    link = Link(secrets.token_urlsafe(32), now + LINK_LASTS)
    async with database.pool.transaction(pool) as connection:
        await connection.execute(_SQL["delete_ended_links"], now)
        await connection.execute(
            _SQL["insert_link"], _digest(link.token), caller.key_id, link.expires_at
        )
    return link


async def follow_link(pool: Pool, token: str, now: datetime) -> str:
    """Return the secret of a new session for whoever holds this link's token.

    Raises:
        Refused: `unauthenticated`, when it was followed before, is too old, never was, or its key
            has ended.
    """
    async with database.pool.transaction(pool) as connection:
        key_id = await connection.fetchval(_SQL["take_link"], _digest(token), now)
        if key_id is not None:
            return await _begin(connection, key_id, now)
    raise Refused(
        "unauthenticated",
        "A sign-in link serves once, and for 10 minutes; `reflection sign-in` prints another",
    )


async def _begin(connection: Connection, key_id: str, now: datetime) -> str:
    secret = secrets.token_urlsafe(32)
    await connection.execute(_SQL["delete_ended_sessions"], now)
    await connection.execute(
        _SQL["insert_session"], _digest(secret), key_id, now, now + SESSION_LASTS
    )
    return secret


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
