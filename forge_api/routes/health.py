"""Whether forge lives, whether each part that it needs answers, and its counters."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request, Response

from forge_api import metrics
from forge_api.access import GuardedRoute, anyone
from forge_api.answers import AsciiJSON
from forge_api.readiness import OK
from forge_api.services import CurrentServices

router = APIRouter(route_class=GuardedRoute, tags=["health"], dependencies=[Depends(anyone)])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Answer as long as the process serves."""
    return {"status": OK}


@router.get("/readyz")
async def readyz(request: Request, services: CurrentServices) -> AsciiJSON:
    """Ask each part: 200 when all answer, else 503, and which does not."""
    parts = await request.app.state.readiness.parts(services)
    ready = all(outcome == OK for outcome in parts.values())
    body = {"status": OK if ready else "unready", "parts": parts}
    return AsciiJSON(body, status_code=200 if ready else 503)


@router.get("/metrics")
async def count(request: Request) -> Response:
    """Return the counters in Prometheus' text format."""
    return Response(request.app.state.metrics.text(), media_type=metrics.CONTENT_TYPE)
