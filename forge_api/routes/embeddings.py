"""`/embeddings`: forge's own embedder, for the worker's deterministic steps."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import GuardedRoute, allow
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.recall import Embeddings, EmbedRequest

router = APIRouter(route_class=GuardedRoute, tags=["search"])

Worker = Annotated[Caller, Depends(allow("worker"))]


@router.post("/embeddings", responses=refuses("embedder_unavailable"))
async def embed(wanted: EmbedRequest, _: Worker, services: CurrentServices) -> Embeddings:
    """Return one vector of length 1 for each text, in order."""
    vectors = await services.embedder.embed(wanted.texts)
    return Embeddings(
        model=services.embedder.name,
        dimension=vectors.shape[1],
        vectors=vectors.tolist(),
    )
