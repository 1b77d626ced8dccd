"""`/agents/{id}/memory/episodes`: the complete list that recall cannot give."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import episodes
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused, invalid
from forge_api.services import CurrentServices
from forge_client.episodes import EpisodeList
from forge_client.wire import Instant

router = APIRouter(route_class=GuardedRoute, tags=["episodes"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Ids = Annotated[list[str] | None, Query(description="Repeated, or separated by commas.")]
Limit = Annotated[int, Query(ge=1, le=episodes.MAX_PAGE)]


@router.get("/agents/{agent_id}/memory/episodes")
async def list_episodes(
    agent_id: str,
    caller: Reader,
    services: CurrentServices,
    reflected: bool | None = None,
    since: Instant | None = None,
    ids: Ids = None,
    cursor: str | None = None,
    limit: Limit = 100,
    include: Literal["vectors"] | None = None,
) -> EpisodeList:
    """List episodes, oldest first."""
    if include and caller.role != "worker":
        raise Refused("forbidden", "include=vectors takes a key of role worker")
    listing = episodes.Listing(
        reflected, since, _split(ids), cursor, limit, with_vectors=include == "vectors"
    )
    return await episodes.page(services.pool, agent_id, listing)


def _split(ids: list[str] | None) -> list[str] | None:
    if ids is None:
        return None
    split = [one for text in ids for one in text.split(",") if one]
    if len(split) > episodes.MAX_IDS:
        raise invalid("ids", f"names more than {episodes.MAX_IDS}; ask in several calls")
    return split
