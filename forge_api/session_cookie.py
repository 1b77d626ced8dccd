"""The cookie that says who is signed in, and the token that shows that a form is one of ours."""

from __future__ import annotations

import hmac
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from forge_api.memory.refusals import Refused

CSRF_FIELD = "csrf"
CSRF_HEADER = "X-CSRF-Token"
FORM = "application/x-www-form-urlencoded"
SAFE_METHODS = frozenset({"GET", "HEAD"})


def of(request: Request) -> str | None:
    """Return the session's secret that the browser sent, if it sent one."""
    return request.cookies.get(_name(request))


def give(request: Request, response: Response, secret: str) -> None:
    """Hand the session's secret to the browser, out of reach of any script."""
    response.set_cookie(
        _name(request),
        secret,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def take(request: Request, response: Response) -> None:
    """Have the browser forget the session."""
    response.delete_cookie(_name(request), httponly=True, samesite="lax")


def csrf_token(secret: str) -> str:
    """Return what every form of this session carries; no other site can know it."""
    return hmac.digest(secret.encode(), b"csrf", "sha256").hex()


async def require_csrf(request: Request, secret: str) -> None:
    """Refuse a change that a page of ours did not ask for.

    Raises:
        Refused: `forbidden`.
    """
    if request.method in SAFE_METHODS:
        return
    sent = request.headers.get(CSRF_HEADER) or await _field(request)
    if not hmac.compare_digest(sent.encode(), csrf_token(secret).encode()):
        raise Refused("forbidden", "This form is not of your session; load the page again")


async def _field(request: Request) -> str:
    if request.headers.get("Content-Type", "").partition(";")[0] != FORM:
        return ""
    form = parse_qs((await request.body()).decode("utf-8", "replace"))
    return form.get(CSRF_FIELD, [""])[0]


def _name(request: Request) -> str:
    """Cookies do not know of ports: two stacks on one machine must not sign each other out."""
    return f"forge_session_{request.url.port or 'default'}"
