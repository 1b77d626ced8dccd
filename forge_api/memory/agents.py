"""Agents: their ids are unique in the installation, and each belongs to one tenant for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import database.pool
from database import queries
from database.pool import Pool
from forge_api.memory.refusals import Refused
from forge_api.redaction import redact
from forge_client.agents import Agent, AgentList, NewAgent

_SQL = queries.load("agents")


async def create(pool: Pool, tenant: str, new: NewAgent, now: datetime) -> Agent:
    """Create an agent.

    Raises:
        Refused: `id_taken`, by whatever tenant.
    """
    name = new.name and redact(new.name).text
    async with database.pool.transaction(pool) as connection:
        row = await connection.fetchrow(_SQL["insert_agent"], new.id, tenant, name, now)
    if row is None:
        raise Refused("id_taken", "An agent of this id exists in this installation; choose another")
    return Agent(**dict(row))


async def get(pool: Pool, tenant: str, agent_id: str) -> Agent:
    """Return an agent of this tenant.

    Raises:
        Refused: `agent_not_found`, when it is unknown or another tenant's.
    """
    async with database.pool.connection(pool) as connection:
        row = await connection.fetchrow(_SQL["agent"], tenant, agent_id)
    if row is None:
        raise not_found()
    return Agent(**dict(row))


def not_found() -> Refused:
    """Return the one answer for an agent that is unknown, foreign, or outside a key's binding."""
    return Refused("agent_not_found", "There is no such agent, or this key is not for it")


async def all_of(pool: Pool, tenant: str, only: Sequence[str] | None = None) -> list[Agent]:
    """Return a tenant's agents by id; with `only`, those of them that exist."""
    async with database.pool.connection(pool) as connection:
        rows = await connection.fetch(_SQL["agents"], tenant, only)
    return [Agent(**dict(row)) for row in rows]


async def due(
    pool: Pool, tenant: str, only: Sequence[str] | None, after: str | None, limit: int
) -> AgentList:
    """Return a page, by id, of those with un-reflected episodes.

    Args:
        pool: The database.
        tenant: Whose agents.
        only: None, or the ids that the key is bound to.
        after: The id that the page before ended with.
        limit: Agents in the page.
    """
    async with database.pool.connection(pool) as connection:
        # One more than asked tells whether there is a next page.
        rows = await connection.fetch(_SQL["due_agents"], tenant, only, after or "", limit + 1)
    found = [Agent(**dict(row)) for row in rows[:limit]]
    return AgentList(agents=found, next_cursor=found[-1].id if len(rows) > limit else None)
