"""`…/beliefs/{bid}/keep`, `/forget`, `/edit`, `/restore`, `/undo`: for reviewers alone."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Header

from forge_api.access import GuardedRoute, allow
from forge_api.memory.audit import Audit
from forge_api.memory.doors import Doors, Knock
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import invalid
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.beliefs import DoorAnswer, DoorRequest, EditRequest

REFUSALS = refuses(
    "belief_not_found",
    "door_closed",
    "duplicate",
    "stale_target",
    "erased",
    "version_moved",
    "version_required",
    "embedder_unavailable",
)

router = APIRouter(route_class=GuardedRoute, tags=["doors"], responses=REFUSALS)

_ETAG = re.compile(r'"?([0-9]{1,9})"?')


def _expected(if_match: Annotated[str | None, Header()] = None) -> int | None:
    if if_match is None:
        return None
    match = _ETAG.fullmatch(if_match.strip())
    if match is None:
        raise invalid("If-Match", 'must be one version in quotes, such as "3"')
    return int(match[1])


def _doors(services: CurrentServices) -> Doors:
    return Doors(services.pool, Audit(services.keyring), services.embedder, services.clock)


Reviewer = Annotated[Caller, Depends(allow("reviewer"))]
Expected = Annotated[int | None, Depends(_expected)]
AllDoors = Annotated[Doors, Depends(_doors)]

_NOTHING = DoorRequest()


@router.post("/agents/{agent_id}/memory/beliefs/{belief_id}/keep")
async def keep(
    agent_id: str,
    belief_id: str,
    caller: Reviewer,
    doors: AllDoors,
    expected: Expected,
    request: DoorRequest = _NOTHING,
) -> DoorAnswer:
    """Sign: an addition becomes active, a change is done to its target."""
    knock = Knock(caller, agent_id, belief_id, "keep", request, expected)
    return DoorAnswer(belief=await doors.open(knock))


@router.post("/agents/{agent_id}/memory/beliefs/{belief_id}/forget")
async def forget(
    agent_id: str,
    belief_id: str,
    caller: Reviewer,
    doors: AllDoors,
    expected: Expected,
    request: DoorRequest = _NOTHING,
) -> DoorAnswer:
    """Refuse what is pending, or stop believing what is active."""
    knock = Knock(caller, agent_id, belief_id, "forget", request, expected)
    return DoorAnswer(belief=await doors.open(knock))


@router.post("/agents/{agent_id}/memory/beliefs/{belief_id}/edit")
async def edit(
    agent_id: str,
    belief_id: str,
    request: EditRequest,
    caller: Reviewer,
    doors: AllDoors,
    expected: Expected,
) -> DoorAnswer:
    """Put the person's own words in its place, and keep them."""
    knock = Knock(caller, agent_id, belief_id, "edit", request, expected)
    return DoorAnswer(belief=await doors.open(knock))


@router.post("/agents/{agent_id}/memory/beliefs/{belief_id}/restore")
async def restore(
    agent_id: str,
    belief_id: str,
    caller: Reviewer,
    doors: AllDoors,
    expected: Expected,
    request: DoorRequest = _NOTHING,
) -> DoorAnswer:
    """Bring a forgotten belief back to what it was; needs `If-Match`."""
    knock = Knock(caller, agent_id, belief_id, "restore", request, expected)
    return DoorAnswer(belief=await doors.open(knock))


@router.post("/agents/{agent_id}/memory/beliefs/{belief_id}/undo")
async def undo(
    agent_id: str,
    belief_id: str,
    caller: Reviewer,
    doors: AllDoors,
    expected: Expected,
    request: DoorRequest = _NOTHING,
) -> DoorAnswer:
    """Take back the last door, with what it did to a target; needs `If-Match`."""
    knock = Knock(caller, agent_id, belief_id, "undo", request, expected)
    return DoorAnswer(belief=await doors.open(knock))
