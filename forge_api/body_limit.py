"""Keeps a request's body below a limit, whether its length is declared or not."""

from __future__ import annotations

from collections.abc import Collection

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forge_api import problems


class LimitBody:
    """ASGI middleware: answers `too_large` before, or as soon as, `limit` bytes are passed."""

    def __init__(self, app: ASGIApp, limit: int, streamed: Collection[str] = ()) -> None:
        self._app = app
        self._limit = limit
        self._streamed = streamed
        """Paths whose bodies are never held whole, and may be of any length."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "http" and scope["path"] in self._streamed:
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and _declared(scope) > self._limit:
            await problems.answer("too_large", self._detail)(scope, receive, send)
        else:
            await self._app(scope, self._limited(receive), send)

    def _limited(self, receive: Receive) -> Receive:
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._limit:
                raise HTTPException(413, self._detail)
            return message

        return limited

    @property
    def _detail(self) -> str:
        return f"The body is over {self._limit} bytes; send less at once"


def _declared(scope: Scope) -> int:
    """Return the declared length; a server refuses one that is no number before we see it."""
    return int(dict(scope["headers"]).get(b"content-length", b"0"))
