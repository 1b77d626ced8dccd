"""Every error answer of forge: RFC 9457 with a stable code, and never a value that was sent.

What nobody foresaw becomes `internal` with a correlation id; its text stays in the server's log.
"""

from __future__ import annotations

import logging
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from database.errors import DatabaseConflict, DatabaseUnavailable
from forge_api.answers import AsciiJSON
from forge_api.embedding import EmbedderUnavailable
from forge_api.memory.refusals import Refused
from forge_api.metrics import route_of
from forge_client import field_faults
from forge_client.field_names import spoken
from forge_client.problems import STATUS_OF, Problem
from reflection_memory.errors import EntryDiffers, InvalidEntry
from temporal_link.client import TemporalUnavailable

_LOG = logging.getLogger(__name__)

_CODE_OF_STATUS = {
    400: "bad_request",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
}

_MAX_TOLD = 1_000
"""Characters of what is wrong, in one sentence; `errors` has all of it."""


def install(app: FastAPI) -> None:
    """Teach `app` to answer every foreseen failure as a problem."""
    app.exception_handler(Refused)(_refused)
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(HTTPException)(_http)
    app.exception_handler(InvalidEntry)(_invalid_entry)
    app.exception_handler(EntryDiffers)(_entry_differs)
    app.exception_handler(EmbedderUnavailable)(_embedder_unavailable)
    app.exception_handler(TemporalUnavailable)(_temporal_unavailable)
    app.exception_handler(DatabaseUnavailable)(_database_unavailable)
    app.exception_handler(DatabaseConflict)(_database_unavailable)


def answer(
    code: str,
    detail: str,
    errors: Sequence[dict[str, Any]] = (),
    headers: Mapping[str, str] | None = None,
    **facts: Any,
) -> AsciiJSON:
    """Return the problem of this code; `facts` become further members."""
    status = STATUS_OF[code]
    problem = Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        errors=list(errors),
    )
    return AsciiJSON(
        {**facts, **problem.model_dump()},
        status_code=status,
        headers=headers,
        media_type="application/problem+json",
    )


def refuses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Return, for a route's `responses`, the problems that are its own."""
    by_status: dict[int | str, list[str]] = defaultdict(list)
    for code in codes:
        by_status[STATUS_OF[code]].append(f"`{code}`")
    return {
        status: {"description": ", ".join(named), "content": {}}
        for status, named in by_status.items()
    }


class AnswerUnforeseen:
    """ASGI middleware: answers any other failure as `internal`.

    A handler would not do: Starlette raises such an error again once it is answered, and the server
    would log its text.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:  # noqa: BLE001 - that nothing gets past is its purpose
            problem = _internal(scope, error)
            if not begun:
                await problem(scope, receive, send)


async def _refused(_: Request, error: Refused) -> AsciiJSON:
    return answer(error.code, error.detail, error.errors, _headers_of(error), **error.facts)


def _headers_of(error: Refused) -> dict[str, str]:
    if error.code == "unauthenticated":
        return {"WWW-Authenticate": "Bearer"}
    if "retry_after" in error.facts:
        return {"Retry-After": str(error.facts["retry_after"])}
    return {}


async def _invalid(request: Request, error: RequestValidationError) -> AsciiJSON:
    faults = [_fault(one, request.headers.get("Content-Type")) for one in error.errors()]
    told = "; ".join(dict.fromkeys(f"{fault['field']}: {fault['message']}" for fault in faults))
    return answer("invalid", f"Not as the interface describes it: {told[:_MAX_TOLD]}", faults)


def _fault(found: Mapping[str, Any], content_type: str | None) -> dict[str, str]:
    location = found["loc"]
    if found["type"] == "json_invalid":
        return {"field": "body", "message": f"is not JSON (at character {location[-1] + 1})"}
    if tuple(location) == ("body",) and not _is_json(content_type):
        # Of another type, a body is not read at all: what is wrong with it is the header.
        sent = "is missing" if content_type is None else "says another type"
        return {"field": "Content-Type", "message": f"{sent}; send application/json"}
    return {"field": _field(location), "message": field_faults.message(found)}


def _is_json(content_type: str | None) -> bool:
    media_type = (content_type or "").partition(";")[0].strip().lower()
    return media_type == "application/json" or media_type.endswith("+json")


async def _invalid_entry(_: Request, error: InvalidEntry) -> AsciiJSON:
    return answer("invalid", str(error), [{"field": error.field, "message": str(error)}])


async def _entry_differs(_: Request, error: EntryDiffers) -> AsciiJSON:
    return answer("entry_differs", str(error), entry_id=error.id)


def _field(location: Sequence[str | int]) -> str:
    inside = location[0] in {"body", "query", "path", "header"} and location[1:]
    return spoken(inside or location)


async def _http(request: Request, error: HTTPException) -> AsciiJSON:
    if isinstance(error.__cause__, Refused):
        # Whatever is raised while a body is read, FastAPI covers with an error of its own.
        return await _refused(request, error.__cause__)
    code = _CODE_OF_STATUS.get(error.status_code, "bad_request")
    return answer(code, str(error.detail), headers=error.headers)


async def _database_unavailable(_: Request, error: Exception) -> AsciiJSON:
    _LOG.warning("The database did not serve a request: %s", error)
    return answer(
        "database_unavailable",
        "The database does not answer; try again",
        headers={"Retry-After": "1"},
    )


async def _temporal_unavailable(_: Request, error: TemporalUnavailable) -> AsciiJSON:
    _LOG.warning("Temporal did not take an event: %s", error)
    return answer(
        "temporal_unavailable",
        "Temporal does not answer, so no reflection was told or started; try again",
        headers={"Retry-After": "5"},
    )


async def _embedder_unavailable(_: Request, error: EmbedderUnavailable) -> AsciiJSON:
    _LOG.warning("The embedder did not serve a request: %s", error)
    return answer(
        "embedder_unavailable",
        "The embedder does not answer, so nothing was done; try again",
        headers={"Retry-After": "5"},
    )


def _internal(scope: Scope, error: Exception) -> AsciiJSON:
    correlation_id = secrets.token_hex(8)
    _LOG.error(
        "%s on %s failed, correlation %s: %s",
        scope["method"],
        route_of(scope),
        correlation_id,
        _whereabouts(error),
    )
    return answer(
        "internal",
        f"Forge failed; its log tells why under {correlation_id}",
        correlation_id=correlation_id,
    )


def _whereabouts(error: Exception) -> str:
    """Name the error and where it arose; its message may quote what was sent."""
    trace = error.__traceback__
    lines = []
    while trace is not None:
        code = trace.tb_frame.f_code
        lines.append(f"{code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    return " <- ".join([type(error).__name__, *reversed(lines[-12:])])
