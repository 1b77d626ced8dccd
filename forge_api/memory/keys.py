"""Keys: made here, shown once, kept as digests; and the caller that a key stands for."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import chronicle
from forge_api.memory.chronicle import Author
from forge_api.memory.refusals import Refused, invalid
from forge_api.redaction import redact
from forge_client.agents import CreatedKey, Key, NewKey
from forge_client.names import KEY_PREFIX, Role

_SQL = queries.load("keys")
_AGENTS_SQL = queries.load("agents")

USE_IS_NOTED_EVERY = timedelta(minutes=1)
"""`last_used_at` may be this much behind: a note of every use would make each read a write."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the one thing that every decision about access is made from."""

    tenant: str
    key_id: str
    role: Role
    agents: frozenset[str] | None
    """The agents that the key is bound to; None: every agent of its tenant."""

    said_only: bool = False
    """It hears what was said, and opens nothing but the log."""

    advises: bool = False
    """It may speak with origin ADVISOR."""

    def may_act_for(self, agent_id: str) -> bool:
        """Tell whether the key's binding covers the agent; its tenant is another question."""
        return self.agents is None or agent_id in self.agents

    def bound_to(self) -> list[str] | None:
        """Return the agents that the key is bound to, in order; None: it is not bound."""
        return None if self.agents is None else sorted(self.agents)


async def create(
    pool: Pool, tenant: str, new: NewKey, now: datetime, author: Author | None = None
) -> CreatedKey:
    """Create a key of an existing tenant and return it with its secret, for the only time.

    The log is told of it, unless there is no author: the server's own command line may run without
    the master key.

    Raises:
        Refused: `invalid`, when it is bound to an unknown agent, is a bound admin, or has expired.
    """
    _check(new, now)
    async with database.pool.transaction(pool) as connection:
        await _check_agents(connection, tenant, new)
        created = await _insert(connection, tenant, new, now)
        await _tell(connection, tenant, "created", created, author)
        return created


async def create_on_server(
    pool: Pool, tenant: str, new: NewKey, now: datetime, author: Author | None = None
) -> tuple[CreatedKey, bool]:
    """Create a key from the server's own command line, and its tenant if that is new.

    Returns:
        The key, and whether the tenant is new.
    """
    async with database.pool.transaction(pool) as connection:
        done = await connection.execute(_AGENTS_SQL["ensure_tenant"], tenant)
    return await create(pool, tenant, new, now, author), done == "INSERT 0 1"


async def caller_of(pool: Pool, secret: str, now: datetime) -> Caller | None:
    """Return whom a secret stands for; None when it is unknown, expired or revoked."""
    if not secret.startswith(KEY_PREFIX):
        return None
    async with database.pool.connection(pool) as connection:
        row = await connection.fetchrow(_SQL["key_by_digest"], _digest(secret), now)
        if row is None:
            return None
        long_ago = now - USE_IS_NOTED_EVERY
        if row["last_used_at"] is None or row["last_used_at"] < long_ago:
            await connection.execute(_SQL["touch_key"], row["id"], now, long_ago)
    bound = None if row["agents"] is None else frozenset(row["agents"])
    granted = (row["said_only"], row["advises"])
    return Caller(row["tenant_id"], row["id"], row["role"], bound, *granted)


async def lives(pool: Pool, key_id: str, now: datetime) -> bool:
    """Tell whether a key still lets its holder in: neither revoked nor expired."""
    async with database.pool.connection(pool) as connection:
        return bool(await connection.fetchval(_SQL["key_lives"], key_id, now))


async def all_of(pool: Pool, tenant: str) -> list[Key]:
    """Return a tenant's keys, oldest first, without their secrets."""
    async with database.pool.connection(pool) as connection:
        return [Key(**dict(row)) for row in await connection.fetch(_SQL["keys"], tenant)]


async def revoke(
    pool: Pool, tenant: str, key_id: str, now: datetime, author: Author | None = None
) -> Key:
    """Revoke a key at once and for good; again changes nothing.

    Raises:
        Refused: `not_found`, when the tenant has no such key.
    """
    async with database.pool.transaction(pool) as connection:
        row = await connection.fetchrow(_SQL["revoke_key"], tenant, key_id, now)
        if row is None:
            raise Refused("not_found", "There is no such key; GET /keys lists them")
        key = Key(**dict(row))
        if key.revoked_at == now:
            await _tell(connection, tenant, "revoked", key, author)
    return key


def _check(new: NewKey, now: datetime) -> None:
    if new.agents is not None and new.role == "admin":
        raise invalid("agents", "an admin key acts for its whole tenant; leave `agents` out")
    if new.advises and new.role != "agent":
        raise invalid("advises", "is for keys of role agent: no other writes entries")
    if new.agents == []:
        raise invalid("agents", "is empty; name agents, or leave it out for every agent")
    if new.expires_at is not None and new.expires_at <= now:
        raise invalid("expires_at", "lies in the past")


async def _check_agents(connection: Connection, tenant: str, new: NewKey) -> None:
    if new.agents is None:
        return
    rows = await connection.fetch(_AGENTS_SQL["agents"], tenant, new.agents)
    known = {row["id"] for row in rows}
    for place, agent_id in enumerate(new.agents):
        if agent_id not in known:
            raise invalid(f"agents.{place}", "is no agent of this tenant; create it first")


async def _insert(connection: Connection, tenant: str, new: NewKey, now: datetime) -> CreatedKey:
    secret = KEY_PREFIX + secrets.token_urlsafe(32)
    row = await connection.fetchrow(
        _SQL["insert_key"],
        f"key_{secrets.token_hex(12)}",
        tenant,
        _digest(secret),
        new.role,
        new.agents and sorted(set(new.agents)),
        new.label and redact(new.label).text,
        now,
        new.expires_at,
        new.said_only,
        new.advises,
    )
    return CreatedKey(**dict(row or {}), key=secret)


async def _tell(
    connection: Connection, tenant: str, event: str, key: Key, author: Author | None
) -> None:
    if author is not None:
        entry = chronicle.of_key(event, key, author.key_id)
        await chronicle.tell(connection, author.keyring, tenant, [entry])


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
