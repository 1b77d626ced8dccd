"""`/agents/{id}/memory/beliefs`: what an agent holds true, and what it asks to."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import belief_history, beliefs
from forge_api.memory.audit import Audit
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_api.problems import refuses
from forge_api.routes.proposals import TakesProposals
from forge_api.services import CurrentServices
from forge_client.beliefs import Belief, BeliefList, BeliefWithAudit, NewBelief
from forge_client.history import BeliefHistory
from forge_client.names import Kind, Status
from forge_client.wire import Instant

router = APIRouter(route_class=GuardedRoute, tags=["beliefs"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Proposer = Annotated[Caller, Depends(allow("agent", "worker", "reviewer"))]
Statuses = Annotated[list[Status] | None, Query(description="May be repeated.")]
Kinds = Annotated[list[Kind] | None, Query(description="May be repeated.")]
Limit = Annotated[int, Query(ge=1, le=beliefs.MAX_PAGE)]


@router.get("/agents/{agent_id}/memory/beliefs")
async def list_beliefs(
    agent_id: str,
    caller: Reader,
    services: CurrentServices,
    status: Statuses = None,
    kind: Kinds = None,
    as_of: Instant | None = None,
    cursor: str | None = None,
    limit: Limit = 100,
    include: Literal["vectors"] | None = None,
) -> BeliefList:
    """List beliefs, newest first; with `as_of`, what was believed at that time."""
    if include and caller.role != "worker":
        raise Refused("forbidden", "include=vectors takes a key of role worker")
    listing = beliefs.Listing(status, kind, as_of, cursor, limit, with_vectors=include == "vectors")
    audit = Audit(services.keyring)
    return await beliefs.page(services.pool, audit, caller.tenant, agent_id, listing)


@router.get("/agents/{agent_id}/memory/beliefs/{belief_id}", responses=refuses("belief_not_found"))
async def get_belief(
    agent_id: str, belief_id: str, caller: Reader, services: CurrentServices
) -> BeliefWithAudit:
    """Return one belief with its audit, newest first."""
    audit = Audit(services.keyring)
    return await beliefs.with_audit(services.pool, audit, caller.tenant, agent_id, belief_id)


@router.get(
    "/agents/{agent_id}/memory/beliefs/{belief_id}/history", responses=refuses("belief_not_found")
)
async def get_history(
    agent_id: str, belief_id: str, caller: Reader, services: CurrentServices
) -> BeliefHistory:
    """Return what each version of a belief changed, newest first."""
    audit = Audit(services.keyring)
    found = await beliefs.with_audit(services.pool, audit, caller.tenant, agent_id, belief_id)
    # Pure, but comparing long texts takes its time.
    return await asyncio.to_thread(belief_history.told, belief_id, found.audit)


@router.post(
    "/agents/{agent_id}/memory/beliefs",
    status_code=201,
    responses=refuses("duplicate", "embedder_unavailable"),
)
async def create_belief(
    agent_id: str, new: NewBelief, caller: Proposer, proposals: TakesProposals
) -> Belief:
    """Propose one new belief: it waits as pending, through the same gate as all others."""
    return await proposals.submit_one(caller, agent_id, new)
