"""Counters of requests for Prometheus: by declared route, never by address, which holds names."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_LABELS = ("method", "route", "status")
_METHODS = {"GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"}


class Metrics:
    """What one application counts."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "forge_requests", "Requests answered.", _LABELS, registry=self._registry
        )
        self._seconds = Histogram(
            "forge_request_seconds",
            "Time to the first byte of the answer.",
            ("method", "route"),
            registry=self._registry,
        )

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route, status).inc()
        self._seconds.labels(known, route).observe(seconds)

    def text(self) -> bytes:
        """Return all counters in Prometheus' text format."""
        return generate_latest(self._registry)


class CountRequests:
    """ASGI middleware: notes each HTTP request when its answer begins."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - began
                self._metrics.note(scope["method"], route_of(scope), message["status"], seconds)
            await send(message)

        await self._app(scope, receive, counted)


def route_of(scope: Scope) -> str:
    """Return the declared path that a request was routed to, or `unknown`."""
    return getattr(scope.get("route"), "path", "unknown")
