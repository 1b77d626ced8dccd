"""What of Temporal's runs one caller may see: those of his agents, or the whole installation."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import database.pool
from database import queries
from database.pool import Pool
from forge_api.memory import agents
from forge_api.memory.keys import Caller

_SQL = queries.load("pages")


@dataclass(frozen=True, slots=True)
class Sight:
    """`own`: agents whose payloads are opened. `known`: all of the tenant's, bound to or not."""

    own: AbstractSet[str]
    known: AbstractSet[str]
    everything: bool
    """Whether nothing here is anybody else's: one tenant, and a key that is bound to no agent."""


async def of(pool: Pool, caller: Caller) -> Sight:
    """Return what this caller may see."""
    known = {agent.id for agent in await agents.all_of(pool, caller.tenant)}
    bound = caller.bound_to()
    async with database.pool.connection(pool) as connection:
        tenants = await connection.fetchval(_SQL["count_tenants"])
    return Sight(
        own=known if bound is None else known & set(bound),
        known=known,
        everything=bound is None and tenants == 1,
    )
