"""What Prometheus is told: counters of requests, and what waits for reflection.

Requests are counted by declared route, never by address, which holds names.
"""

from __future__ import annotations

import time
from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forge_api.memory.backlog import Backlog

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
        self._episodes = self._gauge("forge_unreflected_episodes", "Episodes that wait.")
        self._agents = self._gauge("forge_due_agents", "Agents with such episodes.")
        self._waiting = self._gauge("forge_oldest_unreflected_seconds", "Age of the oldest one.")
        self._reflected = self._gauge(
            "forge_last_reflection_timestamp_seconds", "When a run last read any; 0: never."
        )
        self._stale = self._gauge(
            "forge_reflection_stale", "1: something waited for two nights, and nothing was read."
        )

    def _gauge(self, name: str, meaning: str) -> Gauge:
        return Gauge(name, meaning, registry=self._registry)

    def show(self, backlog: Backlog, now: datetime) -> None:
        """Set what waits for reflection."""
        since, last = backlog.waiting_since, backlog.reflected_at
        self._episodes.set(backlog.episodes)
        self._agents.set(backlog.agents)
        self._waiting.set((now - since).total_seconds() if since else 0)
        self._reflected.set(last.timestamp() if last else 0)
        self._stale.set(backlog.is_stale(now))

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
