"""The running server: services open before it listens and close after its last answer."""

from __future__ import annotations

import asyncio
import copy
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn
import uvicorn.config
from fastapi import FastAPI

from forge_api import services
from forge_api.app import create_app
from forge_api.settings import Settings

GRACE = 10
"""Seconds that open requests have to end once a stop was asked for."""


class Server(uvicorn.Server):
    """Ends by returning: uvicorn's own would raise the signal again before services are closed.

    It waits for open requests; streams would stay for ever, so they are told to end.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        app = self.config.app
        assert isinstance(app, FastAPI)  # noqa: S101 - `config` made it so
        app.state.event_streams.close()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM while inside."""
        loop = asyncio.get_running_loop()
        caught = (signal.SIGINT, signal.SIGTERM)
        for number in caught:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in caught:
                loop.remove_signal_handler(number)


async def serve(settings: Settings) -> None:
    """Serve until a signal asks to stop.

    Raises:
        DatabaseError: The database does not let us in.
        SealingError: The master key is none, or not this database's.
        OSError: The file for the anchors cannot be written.
        SystemExit: The address is taken (uvicorn's log names it).
    """
    async with services.opened(settings) as opened:
        # Set up first, since anchors may go to the log.
        server = Server(config(opened, settings))
        anchoring = (opened.pool, opened.clock, settings.anchor_seconds)
        async with opened.outside.anchoring(*anchoring):
            await server.serve()


def config(opened: services.Services, settings: Settings) -> uvicorn.Config:
    """Return how forge listens: no access log, since addresses may hold what somebody searched."""
    return uvicorn.Config(
        create_app(opened, max_body_bytes=settings.max_body_bytes),
        host=settings.host,
        port=settings.port,
        lifespan="off",
        access_log=False,
        log_config=_logging(),
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


def _logging() -> dict[str, Any]:
    """Return uvicorn's own set-up with our loggers in it: where an anchor must not get lost."""
    config = copy.deepcopy(uvicorn.config.LOGGING_CONFIG)
    config["loggers"]["forge_api"] = {"handlers": ["default"], "level": "INFO"}
    return config
