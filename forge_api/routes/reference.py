"""`/docs`: the interface as a page to read; it loads nothing from anywhere."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from forge_api import reference_page
from forge_api.access import GuardedRoute, anyone

router = APIRouter(
    route_class=GuardedRoute, dependencies=[Depends(anyone)], include_in_schema=False
)


@router.get("/docs")
async def read_reference(request: Request) -> HTMLResponse:
    """Return the page."""
    page = reference_page.render(request.app.openapi())
    return HTMLResponse(page, headers={"Content-Security-Policy": reference_page.POLICY})
