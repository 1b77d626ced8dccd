"""One slice of upkeep: agents' tiers take in what is new, and fade. Safe to repeat."""

from __future__ import annotations

from temporalio import activity

from activities.faults import forge_faults
from activities.heartbeat import beating
from forge_client.client import ForgeClient
from forge_client.names import FADE
from forge_client.upkeep import Slice, SliceRequest


class Fade:
    """Has `forge` do it."""

    def __init__(self, forge: ForgeClient) -> None:
        self._forge = forge

    @activity.defn(name=FADE)
    async def fade(self, request: SliceRequest) -> Slice:
        """Let agents that are due fade, and say how many are left.

        Raises:
            ApplicationError: `ForgeUnavailable`, `ForgeRefused`.
        """
        with forge_faults():
            async with beating():
                return await self._forge.fade_slice(request.limit)
