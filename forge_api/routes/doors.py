"""`…/beliefs/{bid}/keep`, `/forget`, `/edit`, `/restore`, `/undo`: for reviewers alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Header

from forge_api.access import GuardedRoute, allow
from forge_api.memory.audit import Audit
from forge_api.memory.doors import Doors, Knock
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import invalid
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.beliefs import Door, DoorAnswer, DoorRequest, EditRequest

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

router = APIRouter(
    route_class=GuardedRoute,
    prefix="/agents/{agent_id}/memory/beliefs/{belief_id}",
    tags=["doors"],
    responses=REFUSALS,
)

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
AllDoors = Annotated[Doors, Depends(_doors)]


@dataclass(frozen=True)
class _Visit:
    """A reviewer before one belief, with the version that he saw of it."""

    agent_id: str
    belief_id: str
    caller: Reviewer
    doors: AllDoors
    expected: Annotated[int | None, Depends(_expected)]

    async def knock(self, door: Door, request: DoorRequest) -> DoorAnswer:
        knock = Knock(self.caller, self.agent_id, self.belief_id, door, request, self.expected)
        return DoorAnswer(belief=await self.doors.open(knock))


Visit = Annotated[_Visit, Depends()]

_NOTHING = DoorRequest()


@router.post("/keep")
async def keep(visit: Visit, request: DoorRequest = _NOTHING) -> DoorAnswer:
    """Sign: an addition becomes active, a change is done to its target."""
    return await visit.knock("keep", request)


@router.post("/forget")
async def forget(visit: Visit, request: DoorRequest = _NOTHING) -> DoorAnswer:
    """Refuse what is pending, or stop believing what is active."""
    return await visit.knock("forget", request)


@router.post("/edit")
async def edit(visit: Visit, request: EditRequest) -> DoorAnswer:
    """Put the person's own words in its place, and keep them."""
    return await visit.knock("edit", request)


@router.post("/restore")
async def restore(visit: Visit, request: DoorRequest = _NOTHING) -> DoorAnswer:
    """Bring a forgotten belief back to what it was; needs `If-Match`."""
    return await visit.knock("restore", request)


@router.post("/undo")
async def undo(visit: Visit, request: DoorRequest = _NOTHING) -> DoorAnswer:
    """Take back the last door, with what it did to a target; needs `If-Match`."""
    return await visit.knock("undo", request)
