"""Temporal's Web UI on forge's own origin, behind the same sign-in, to be read.

Nothing of the session goes there, nothing can be done there that would change a run, and nobody is
shown the runs of another tenant's agents, or so much as their names.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import httpx
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from forge_api.memory import temporal_sight
from forge_api.memory.refusals import Refused
from forge_api.services import CurrentServices
from forge_api.web import temporal_view
from forge_api.web.frame import Reviewer
from forge_api.web.page_route import PageRoute
from temporal_link.client import TemporalUnavailable

SENT = ("Accept", "Accept-Encoding", "Content-Type", "If-None-Match", "If-Modified-Since")
SHOWN = (
    "Cache-Control",
    "Content-Encoding",
    "Content-Length",
    "Content-Type",
    "ETag",
    "Last-Modified",
    "Location",
)
QUERY = re.compile(rb"/temporal/api/v1/namespaces/[^/]+/workflows/[^/]+/(runs/[^/]+/)?query/[^/]+")
"""The one POST that only reads: asking a running workflow where it stands."""

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@router.api_route("/temporal/{path:path}", methods=["GET", "POST"])
async def show_temporal(caller: Reviewer, request: Request, services: CurrentServices) -> Response:
    """Pass a request on to Temporal's Web UI, and its answer back."""
    ui = services.temporal_ui
    if ui is None:
        raise Refused("not_found", "No Temporal Web UI is here; set FORGE_TEMPORAL_UI_URL")
    # As it was sent: a workflow's id holds a slash, which must stay quoted.
    place: bytes = request.scope["raw_path"]
    if request.method == "POST" and not QUERY.fullmatch(place):
        raise Refused("forbidden", "Runs are shown here to be read; act with Temporal's own tools")
    sight = await temporal_sight.of(services.pool, caller)
    query = temporal_view.narrowed(place, request.scope["query_string"], sight)
    asked = ui.build_request(
        request.method,
        ui.base_url.copy_with(raw_path=b"?".join(filter(None, [place, query]))),
        # httpx would ask for compressed answers, which the caller did not.
        headers={"Accept-Encoding": "identity"}
        | {name: request.headers[name] for name in SENT if name in request.headers},
        content=await request.body(),
    )
    try:
        answer = await ui.send(asked, stream=True)
    except httpx.HTTPError:
        raise TemporalUnavailable("the Web UI does not answer") from None
    headers = {name: answer.headers[name] for name in SHOWN if name in answer.headers}
    return StreamingResponse(_bytes(answer), answer.status_code, headers)


async def _bytes(answer: httpx.Response) -> AsyncIterator[bytes]:
    try:
        async for part in answer.aiter_raw():
            yield part
    finally:
        await answer.aclose()
