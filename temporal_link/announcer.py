"""Announces new episodes for a process that lives long; the connection opens with the first one.

Its owner starts and serves whether or not a Temporal server answers.
"""

from __future__ import annotations

import asyncio
import gc

from temporalio.client import Client
from temporalio.service import RPCError

from temporal_link import trigger
from temporal_link.client import TemporalUnavailable, connect
from temporal_link.settings import TemporalSettings
from temporal_link.trigger import Announced


class Announcer:
    """Announces to one Temporal server."""

    def __init__(self, settings: TemporalSettings) -> None:
        self._settings = settings
        self._client: Client | None = None
        self._opening = asyncio.Lock()

    async def announce(self, agent_id: str) -> Announced:
        """Signal the agent's running reflection, or start one.

        Raises:
            TemporalUnavailable: Nothing answers in time, or it refused us.
        """
        client = await self._connected()
        try:
            return await trigger.announce_episodes(client, agent_id, self._settings.task_queue)
        except RPCError as fault:
            raise TemporalUnavailable(
                f"Temporal at {self._settings.address} answered {fault.status.name}"
            ) from fault

    def close(self) -> None:
        """Drop the client while the loop still runs: its threads may crash a process that ends."""
        if self._client is not None:
            self._client = None
            gc.collect()

    async def _connected(self) -> Client:
        async with self._opening:
            if self._client is None:
                self._client = await connect(self._settings)
            return self._client
