"""Our stylesheet, script and mark: the only files that the pages load."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Depends, Response

from forge_api.access import GuardedRoute, anyone
from forge_api.memory.refusals import Refused
from forge_api.web import rendering

TYPES: Mapping[str, str] = {
    "pages.css": "text/css",
    "pages.js": "text/javascript",
    "mark.svg": "image/svg+xml",
}
"""Every file there is, and its type."""

router = APIRouter(route_class=GuardedRoute, include_in_schema=False)


@router.get("/static/{name}", dependencies=[Depends(anyone)])
async def static_file(name: str) -> Response:
    """Serve one file; its address changes with its content."""
    if name not in TYPES:
        raise Refused("not_found", "There is no such file")
    headers = rendering.HEADERS | {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(rendering.static(name), media_type=TYPES[name], headers=headers)
