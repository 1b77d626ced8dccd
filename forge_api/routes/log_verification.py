"""`/reflection-memory/verify`: whether the log still holds what was once recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from forge_api.access import GuardedRoute, allow
from forge_api.memory.keys import Caller
from forge_api.services import CurrentServices
from forge_client.entries import MAX_ANCHORS, LogVerdict
from reflection_memory.log import ReflectionMemory
from reflection_memory.verify import kept

router = APIRouter(
    route_class=GuardedRoute, prefix="/reflection-memory", tags=["reflection memory"]
)

Reader = Annotated[Caller, Depends(allow("worker", "reviewer", "admin"))]
Kept = Annotated[
    Sequence[str],
    Query(
        max_length=MAX_ANCHORS, description="`<position>:<root>`, or a `root`, of earlier answers."
    ),
]


@router.get("/verify")
async def verify_log(caller: Reader, services: CurrentServices, anchor: Kept = ()) -> LogVerdict:
    """Recompute the chain of the tenant's log and name the first entry that does not fit."""
    log = ReflectionMemory(services.pool, services.keyring, caller.tenant)
    found = await log.verify(*map(kept, anchor))
    return LogVerdict(
        ok=found.ok,
        checked=found.checked,
        first_bad=found.first_bad,
        reason=found.reason,
        position=found.anchor.position if found.ok else None,
        root=found.anchor.root.hex() if found.ok else None,
    )
