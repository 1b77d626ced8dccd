"""Whether forge lives, whether each part that it needs answers, and its counters."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse

from database.errors import DatabaseError
from forge_api import metrics, problems, readiness
from forge_api.access import GuardedRoute, anyone
from forge_api.answers import AsciiJSON
from forge_api.memory import backlog
from forge_api.problems import refuses
from forge_api.readiness import OK
from forge_api.services import CurrentServices
from forge_client.health import Health, Readiness

router = APIRouter(route_class=GuardedRoute, tags=["health"], dependencies=[Depends(anyone)])


@router.get("/healthz")
async def healthz() -> Health:
    """Answer as long as the process serves."""
    return Health(status=OK)


@router.get("/readyz", response_model=Readiness, responses=refuses("unready"))
async def readyz(request: Request, services: CurrentServices) -> Readiness | AsciiJSON:
    """Ask each part: 200 when all answer, else 503, and which does not.

    `stale` comes with 200: forge serves, but two nights passed in which nothing was reflected on.
    """
    parts = await request.app.state.readiness.parts(services)
    status = readiness.status_of(parts)
    if status == readiness.UNREADY:
        failing = ", ".join(part for part, outcome in parts.items() if outcome != OK)
        return problems.answer("unready", f"Does not do its work: {failing}", parts=parts)
    return Readiness(status=status, parts=parts)


@router.get("/metrics", response_class=PlainTextResponse)
async def count(request: Request, services: CurrentServices) -> Response:
    """Return the counters in Prometheus' text format, and what waits for reflection."""
    # Counters are still told while the database does not answer.
    with suppress(DatabaseError):
        request.app.state.metrics.show(await backlog.look(services.pool), services.clock())
    return Response(request.app.state.metrics.text(), media_type=metrics.CONTENT_TYPE)
