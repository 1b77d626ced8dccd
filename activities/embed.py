"""One slice of upkeep: so many texts get the current embedder's vectors. Safe to repeat."""

from __future__ import annotations

from temporalio import activity

from activities.faults import forge_faults
from activities.heartbeat import beating
from forge_client.client import ForgeClient
from forge_client.names import EMBED
from forge_client.upkeep import Slice, SliceRequest


class Embed:
    """Has `forge` do it."""

    def __init__(self, forge: ForgeClient) -> None:
        self._forge = forge

    @activity.defn(name=EMBED)
    async def embed(self, request: SliceRequest) -> Slice:
        """Renew one slice, and say how much is left.

        Raises:
            ApplicationError: `EmbedderUnavailable`, `ForgeUnavailable`, `ForgeRefused`.
        """
        with forge_faults():
            async with beating():
                return await self._forge.embed_slice(request.limit)
