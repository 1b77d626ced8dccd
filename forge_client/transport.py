"""One HTTP exchange with forge: JSON out, JSON back, every fault mapped to `forge_client.errors`.

It never repeats a call: retries belong to whoever called. It never shows the key.
"""

from __future__ import annotations

import datetime as dt
import email.utils
import json
from collections.abc import AsyncGenerator, AsyncIterable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from forge_client.errors import ForgeError, ForgeRefused, ForgeUnavailable
from forge_client.problems import Problem

_PASSING = {408, 425, 429}

DEFAULT_TIMEOUT = httpx.Timeout(60.0, connect=5.0)
"""Seconds. Reading takes long where forge asks an embedding model."""

UNADDRESSABLE = "What is asked for does not fit in an address: ask for less at once"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A success: `body` is the decoded JSON, None where the answer is empty."""

    status: int
    body: Any


class Transport:
    """A connection pool to one forge, with one key."""

    def __init__(self, url: str, key: str | None, timeout: httpx.Timeout = DEFAULT_TIMEOUT) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.AsyncClient(base_url=url, headers=headers, timeout=timeout)

    async def close(self) -> None:
        await self._http.aclose()

    async def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send one request and return its decoded JSON, None where the answer is empty.

        Takes and raises what `exchange` does.
        """
        done = await self.exchange(method, path, query=query, body=body, headers=headers)
        return done.body

    async def exchange(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Exchanged:
        """Send one request and return the status of success with the decoded JSON.

        Args:
            method: An HTTP method.
            path: From the root of forge, its parts already quoted.
            query: Parameters; those that are None are left out.
            body: A pydantic model or plain data, sent as JSON; lone surrogates are carried.
            headers: Sent besides the key.

        Raises:
            ForgeUnavailable: The same call may work later.
            ForgeRefused: It never will.
        """
        named = f"{method} {path}"
        try:
            answer = await self._http.request(
                method,
                path,
                params=_given(query),
                content=None if body is None else to_json(body),
                headers={"Content-Type": "application/json", **(headers or {})},
            )
        except httpx.InvalidURL as fault:
            raise ForgeRefused(named, "too_large", 413, UNADDRESSABLE) from fault
        except httpx.HTTPError as fault:
            raise ForgeUnavailable(named, code=_spoken(fault)) from fault
        if not answer.is_success:
            raise _fault_of(named, answer)
        return Exchanged(answer.status_code, _decoded(named, answer))

    async def send(self, path: str, body: AsyncIterable[bytes], media_type: str) -> Any:
        """POST a body of any length as it comes, and return the answer's decoded JSON.

        Raises what `exchange` does.
        """
        named = f"POST {path}"
        try:
            answer = await self._http.post(path, content=body, headers={"Content-Type": media_type})
        except httpx.HTTPError as fault:
            raise ForgeUnavailable(named, code=_spoken(fault)) from fault
        if not answer.is_success:
            raise _fault_of(named, answer)
        return _decoded(named, answer)

    async def receive(
        self, path: str, media_type: str, query: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes]:
        """GET an answer of any length as it comes, in pieces of any size.

        Raises what `exchange` does; `ForgeUnavailable` also where the answer breaks off.
        """
        named, headers = f"GET {path}", {"Accept": media_type}
        try:
            async with self._http.stream(
                "GET", path, params=_given(query), headers=headers
            ) as answer:
                if not answer.is_success:
                    await answer.aread()
                    raise _fault_of(named, answer)
                async for piece in answer.aiter_bytes():
                    yield piece
        except httpx.HTTPError as fault:
            raise ForgeUnavailable(named, code=_spoken(fault)) from fault


def _given(query: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (query or {}).items() if value is not None}


def to_json(body: object) -> bytes:
    """Encode as ASCII JSON, so that a lone surrogate travels as its escape."""
    return json.dumps(_plain(body), ensure_ascii=True, allow_nan=False).encode("ascii")


def _plain(body: object) -> object:
    """Python's own dump keeps lone surrogates, which pydantic's JSON refuses; dates are ours."""
    if isinstance(body, BaseModel):
        return _plain(body.model_dump(exclude_none=True))
    if isinstance(body, dt.datetime):
        return body.isoformat()
    if isinstance(body, dict):
        return {name: _plain(value) for name, value in body.items()}
    if isinstance(body, (list, tuple)):
        return [_plain(value) for value in body]
    return body


def _decoded(call: str, answer: httpx.Response) -> Any:
    if not answer.content:
        return None
    try:
        return json.loads(answer.content)
    except ValueError as fault:
        raise ForgeRefused(call, code="unreadable_answer", status=answer.status_code) from fault


def _fault_of(call: str, answer: httpx.Response) -> ForgeError:
    status = answer.status_code
    problem = _problem_in(answer)
    code = problem.code if problem else "no_problem_document"
    detail = problem.detail if problem else ""
    facts = (problem.model_extra if problem else None) or {}
    if status in _PASSING or status >= 500:
        delay = retry_after(answer.headers.get("Retry-After"))
        return ForgeUnavailable(call, code, status, delay, facts, detail)
    fields = _fields_in(problem) if problem else ()
    return ForgeRefused(call, code, status, detail, fields, facts)


def _problem_in(answer: httpx.Response) -> Problem | None:
    try:
        return Problem.model_validate_json(answer.content)
    except ValidationError:
        return None


def _fields_in(problem: Problem) -> tuple[str, ...]:
    """Names of the fields that forge found wrong, as `beliefs.0.content`."""
    places = (error.get("loc") or error.get("field") for error in problem.errors)
    return tuple(_joined(place) for place in places if place)


def _joined(place: object) -> str:
    return ".".join(map(str, place)) if isinstance(place, (list, tuple)) else str(place)


def retry_after(header: str | None) -> float | None:
    """Return seconds from now; the header is a count of seconds or a date (RFC 9110, 10.2.3)."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        at = email.utils.parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (at - dt.datetime.now(dt.UTC)).total_seconds())


def _spoken(fault: httpx.HTTPError) -> str:
    """A code for a fault below HTTP; its text may hold the address, so only its kind is kept."""
    return "timeout" if isinstance(fault, httpx.TimeoutException) else "no_connection"
