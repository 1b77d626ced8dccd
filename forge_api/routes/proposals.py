"""`…/beliefs/proposals`: what an agent, or a run for it, asks a person to sign."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import GuardedRoute, allow
from forge_api.memory.audit import Audit
from forge_api.memory.keys import Caller
from forge_api.memory.proposals import Proposals
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.proposals import ProposalAnswer, ProposalBatch

router = APIRouter(route_class=GuardedRoute, tags=["proposals"])

Proposer = Annotated[Caller, Depends(allow("agent", "worker"))]


def _proposals(services: CurrentServices) -> Proposals:
    audit = Audit(services.keyring)
    return Proposals(services.pool, services.keyring, audit, services.embedder, services.clock)


TakesProposals = Annotated[Proposals, Depends(_proposals)]


@router.post(
    "/agents/{agent_id}/memory/beliefs/proposals",
    responses=refuses("overtaken", "run_differs", "embedder_unavailable"),
)
async def propose(
    agent_id: str, batch: ProposalBatch, caller: Proposer, proposals: TakesProposals
) -> ProposalAnswer:
    """Judge and store a batch, one answer an item; the same `run_id` again writes nothing."""
    return await proposals.submit(caller, agent_id, batch)
