"""`/agents/{id}/memory/audit/verify`: whether the history of an agent's beliefs is whole."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory import audit_agreement, audit_chain
from forge_api.memory.audit import Audit
from forge_api.memory.keys import Caller
from forge_api.services import CurrentServices
from forge_client.beliefs import AuditVerdict

router = APIRouter(route_class=GuardedRoute, tags=["audit"])

Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Anchor = Annotated[str | None, Query(description="`<position>:<root>` of an earlier answer.")]


@router.get("/agents/{agent_id}/memory/audit/verify")
async def verify_audit(
    agent_id: str, caller: Reader, services: CurrentServices, anchor: Anchor = None
) -> AuditVerdict:
    """Recompute the chain, name the first row that does not fit, and beliefs that differ."""
    kept = None if anchor is None else audit_chain.Anchor.parse(anchor)
    verdict = await audit_chain.verify(services.pool, services.keyring, agent_id, kept)
    if not verdict.ok:
        return verdict
    audit = Audit(services.keyring)
    whose = (caller.tenant, agent_id)
    return await audit_agreement.verify(services.pool, audit, *whose, verdict)
