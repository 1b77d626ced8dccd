"""Routes that people see: what is refused becomes a page, and a stranger is led to the door.

Whoever does not ask for HTML (the command line, a script with a key) gets the problem itself.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from database.errors import DatabaseConflict, DatabaseUnavailable
from forge_api import problems
from forge_api.access import GuardedRoute
from forge_api.embedding import EmbedderUnavailable
from forge_api.memory.refusals import Refused
from forge_api.web import addresses
from forge_api.web.rendering import Page
from forge_client.problems import STATUS_OF
from temporal_link.client import TemporalUnavailable

FRAGMENT_HEADER = "X-Fragment"
"""Sent by our script: it wants a part of a page to put in place, not a page."""


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """What is wrong, and what to do."""

    title: str
    detail: str
    status: int


class PageRoute(GuardedRoute):
    """Answers refusals as people read them."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler that shows what the guarded one refuses."""
        guarded = super().get_route_handler()

        async def shown(request: Request) -> Response:
            try:
                return await guarded(request)
            except FORESEEN as error:
                if not wants_page(request):
                    raise
                return _as_page(request, told(error))

        return shown


def install(app: FastAPI) -> None:
    """Teach `app` to answer a browser at an address that is none with a page."""

    async def unknown(request: Request, error: HTTPException) -> Response:
        if not wants_page(request):
            return problems.answer("not_found", str(error.detail), headers=error.headers)
        return _as_page(request, Refused("not_found", "No page has this address."))

    app.exception_handler(404)(unknown)


def wants_page(request: Request) -> bool:
    """Tell whether a person's browser asks."""
    return "text/html" in request.headers.get("Accept", "")


def wants_fragment(request: Request) -> bool:
    """Tell whether our script asks."""
    return FRAGMENT_HEADER in request.headers


def told(error: Exception) -> Refused:
    """Return any foreseen failure as a refusal with a remedy."""
    if isinstance(error, Refused):
        return error
    code, detail = next(said for kind, said in _SAID.items() if isinstance(error, kind))
    return Refused(code, detail)


_SAID: Mapping[type[Exception], tuple[str, str]] = {
    RequestValidationError: ("invalid", "This address does not fit the page; begin at the inbox."),
    EmbedderUnavailable: ("embedder_unavailable", "The embedder does not answer; try again."),
    DatabaseUnavailable: ("database_unavailable", "The database does not answer; try again."),
    TemporalUnavailable: ("temporal_unavailable", "Temporal does not answer; try again."),
    DatabaseConflict: ("database_unavailable", "The database was busy with another; try again."),
}
FORESEEN: tuple[type[Exception], ...] = (Refused, *_SAID)


def _as_page(request: Request, refused: Refused) -> Response:
    if refused.code == "unauthenticated" and not wants_fragment(request):
        here = str(request.url.replace(scheme="", netloc=""))
        # After a form was sent there is no page to come back to.
        next_page = here if request.method == "GET" else None
        address = addresses.page("sign-in", next=next_page if here != "/" else None)
        return RedirectResponse(address, 303)
    status = STATUS_OF[refused.code]
    phrase = HTTPStatus(status).phrase
    return Page("problem.html", ProblemPage(phrase, refused.detail, status), status)
