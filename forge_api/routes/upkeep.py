"""`/upkeep`: background work on the caller's tenant's memory, a bounded slice a call."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import GuardedRoute, allow
from forge_api.memory import reembedding, tier_vectors
from forge_api.memory.keys import Caller
from forge_api.routes.tiers import views_of
from forge_api.services import CurrentServices
from forge_client.upkeep import Slice, SliceRequest

router = APIRouter(route_class=GuardedRoute, tags=["upkeep"])

Worker = Annotated[Caller, Depends(allow("worker"))]


@router.post("/upkeep/embeddings")
async def renew_embeddings(
    wanted: SliceRequest, caller: Worker, services: CurrentServices
) -> Slice:
    """Give texts without a vector of the current embedder one; safe to repeat."""
    pool, embedder = services.pool, services.embedder
    texts = await reembedding.renew(pool, embedder, caller.tenant, wanted.limit)
    room = wanted.limit - texts.done
    records = await tier_vectors.renew(views_of(services, caller), embedder, room)
    return Slice(done=texts.done + records.done, left=texts.left + records.left)
