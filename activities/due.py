"""The night's list: which agents have something to reflect on, a page at a time, and its limits."""

from __future__ import annotations

from temporalio import activity

from activities.bounds import bounded
from activities.faults import forge_faults
from activities.heartbeat import beating
from forge_client.client import ForgeClient
from forge_client.names import DUE
from forge_client.spending import SpendCap
from forge_client.wire import Answer

PAGE = 100
"""Agents in one answer."""


class DueRequest(Answer):
    """Where the list goes on; None: from its beginning."""

    cursor: str | None = None


class DuePage(Answer):
    """Agents by id; the limits come with each page, so that history shows what held."""

    agent_ids: list[str]
    next_cursor: str | None = None
    at_once: int
    """How many may reflect at the same time."""

    cap: SpendCap
    """Of the whole night."""


class Due:
    """Reads through `forge`; the limits are the worker's settings."""

    def __init__(self, forge: ForgeClient, at_once: int, cap: SpendCap) -> None:
        self._forge = forge
        self._at_once = at_once
        self._cap = cap

    @activity.defn(name=DUE)
    async def due(self, request: DueRequest) -> DuePage:
        """Return one page of the worker's tenant.

        Raises:
            ApplicationError: `ForgeUnavailable`, `ForgeRefused`.
        """
        with forge_faults():
            async with beating():
                page = await self._forge.due_agents(cursor=request.cursor, limit=PAGE)
        return bounded(
            DuePage(
                agent_ids=[agent.id for agent in page.agents],
                next_cursor=page.next_cursor,
                at_once=self._at_once,
                cap=self._cap,
            )
        )
