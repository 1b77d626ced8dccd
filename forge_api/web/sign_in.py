"""Signing in and out: a key pasted into a form, or a link that serves once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse

from forge_api import session_cookie
from forge_api.access import allow, anyone
from forge_api.memory import sessions
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_api.services import CurrentServices
from forge_api.web import addresses, forms
from forge_api.web.page_route import PageRoute
from forge_api.web.rendering import Page
from forge_client.sign_in import SignInLink

router = APIRouter(route_class=PageRoute, include_in_schema=False)

Reviewer = Annotated[Caller, Depends(allow("reviewer"))]


@dataclass(frozen=True, slots=True)
class SignInPage:
    """The sign-in form."""

    next: str
    """The page that was asked for."""

    problem: str | None = None


@router.get("/sign-in", dependencies=[Depends(anyone)])
async def show_form(next: str = "/") -> Response:  # noqa: A002 - the name that addresses show
    """Show the form."""
    return Page("sign_in.html", SignInPage(addresses.own(next)))


@router.post("/sign-in", dependencies=[Depends(anyone)])
async def sign_in(request: Request, services: CurrentServices) -> Response:
    """Exchange a pasted key, or a link's token, for a session."""
    _refuse_other_sites(request)
    form = await forms.sent(request)
    key, token, now = form.text("key"), form.text("token"), services.clock()
    page = addresses.own(form.text("next") or "/")
    try:
        if token:
            secret = await sessions.follow_link(services.pool, token, now)
        else:
            secret = await sessions.sign_in(services.pool, (key or "").strip(), now)
    except Refused as refused:
        return Page("sign_in.html", SignInPage(page, refused.detail), refused.status)
    answer = RedirectResponse(page, 303)
    session_cookie.give(request, answer, secret)
    return answer


@router.post("/sign-in/links", status_code=201)
async def make_link(caller: Reviewer, services: CurrentServices) -> SignInLink:
    """Make a link that signs in as this key, once, within ten minutes."""
    link = await sessions.make_link(services.pool, caller, services.clock())
    return SignInLink(address=f"/sign-in#{link.token}", expires_at=link.expires_at)


@router.post("/sign-out")
async def sign_out(_: Reviewer, request: Request, services: CurrentServices) -> Response:
    """End the session."""
    if session := session_cookie.of(request):
        await sessions.sign_out(services.pool, session)
    answer = RedirectResponse("/sign-in", 303)
    session_cookie.take(request, answer)
    return answer


def _refuse_other_sites(request: Request) -> None:
    """Nobody else's page may sign a person in under somebody else's key."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Refused("forbidden", "Sign in on the page of this server itself")
