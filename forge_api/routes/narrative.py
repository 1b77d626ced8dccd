"""`/reflection-memory/narrative` and `/import`: the whole log out, and in."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response, StreamingResponse

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory.keys import Caller
from forge_api.memory.narrative import FORMATS, Intake, Telling
from forge_api.memory.refusals import invalid
from forge_api.routes.entries import desk_of
from forge_api.services import CurrentServices
from forge_client.narratives import NDJSON, XML, ImportAccount
from reflection_memory.wire import xml

router = APIRouter(
    route_class=GuardedRoute, prefix="/reflection-memory", tags=["reflection memory"]
)

Admin = Annotated[Caller, Depends(allow("admin"))]
Reader = Annotated[Caller, Depends(allow(*ALL_ROLES))]
After = Annotated[int, Query(ge=0, lt=2**63, description="Begin behind this position.")]

_STREAM = {"content": {XML: {"schema": {"type": "string"}}, NDJSON: {"schema": {"type": "string"}}}}
_BODY = {"requestBody": {"required": True, **_STREAM}}


@router.get("/narrative", response_class=Response, responses={200: _STREAM})
async def narrate(
    request: Request,
    caller: Reader,
    services: CurrentServices,
    after: After = 0,
    masked: bool = False,
) -> StreamingResponse:
    """Stream the chronology as it stands now: XML, or JSON lines where `Accept` asks for them.

    Reviewers and admins get every word as it came, and the log remembers that; an agent gets its
    own; for workers, and with `masked`, secrets are masked.
    """
    kind = _wanted(request.headers.get("Accept", ""))
    desk = await desk_of(services, caller)
    telling = await Telling.begin(desk, FORMATS[kind], after, masked=masked)
    headers = {"Cache-Control": "no-store", "X-Narrative-End": str(telling.end)}
    return StreamingResponse(telling.chunks(), media_type=kind, headers=headers)


@router.get("/narrative.xsd", response_class=Response, responses={200: _STREAM})
async def describe_narrative(_: Reader) -> Response:
    """Return the schema of the XML format."""
    return Response(xml.schema(), media_type=XML)


@router.post("/import", openapi_extra=_BODY)
async def import_narrative(
    request: Request, caller: Admin, services: CurrentServices
) -> ImportAccount:
    """Append what a narrative tells and the log does not hold yet; safe to repeat.

    The body may be of any length; `Content-Type` says whether it is XML or JSON lines. What was
    erased stays erased.
    """
    kind = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind not in FORMATS:
        raise invalid("Content-Type", f"must be one of {', '.join(FORMATS)}")
    intake = Intake(services.pool, services.keyring, caller)
    return await intake.take(FORMATS[kind], request.stream(), services.clock())


def _wanted(accept: str) -> str:
    """Return the format that is named first; XML where none is."""
    named = (one.partition(";")[0].strip().lower() for one in accept.split(","))
    return next((one for one in named if one in FORMATS), XML)
