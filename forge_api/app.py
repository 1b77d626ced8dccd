"""The HTTP application: its routes, its one shape of errors, and the services behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from forge_api import problems, services
from forge_api.answers import AsciiJSON
from forge_api.routes import agents, health, keys
from forge_api.settings import Settings

ROUTERS = (health.router, agents.router, keys.router)


def create_app(settings: Settings) -> FastAPI:
    """Return the application; its services open when it starts and close when it stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with services.opened(settings) as opened:
            app.state.services = opened
            yield

    app = FastAPI(
        title="forge",
        summary="Memory for agents: what they lived, what they learned, and who agreed.",
        lifespan=lifespan,
        default_response_class=AsciiJSON,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
        max_body_size=settings.max_body_bytes,
    )
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router)
    return app
