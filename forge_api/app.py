"""The HTTP application: its routes, and its one shape of errors, over services opened elsewhere."""

from __future__ import annotations

from fastapi import FastAPI

from forge_api import description, problems
from forge_api.answers import AsciiJSON
from forge_api.body_limit import LimitBody
from forge_api.event_stream import EventStreams
from forge_api.metrics import CountRequests, Metrics
from forge_api.readiness import Readiness
from forge_api.routes import (
    agents,
    audit,
    beliefs,
    bus,
    cards,
    codec,
    context,
    doors,
    embeddings,
    entries,
    episodes,
    erasures,
    events,
    health,
    keys,
    log_verification,
    narrative,
    proposals,
    provenance,
    reference,
    runs,
    search,
    tiers,
    turns,
    upkeep,
)
from forge_api.services import Services
from forge_api.settings import DEFAULT_MAX_BODY_BYTES
from forge_api.web import (
    batch,
    belief_page,
    beliefs_page,
    door_forms,
    inbox,
    log_page,
    page_route,
    runs_page,
    sign_in,
    sources,
    static_files,
    temporal_ui,
)
from forge_client.version import VERSION

STREAMED = ("/reflection-memory/import",)

ROUTERS = (
    health.router,
    reference.router,
    agents.router,
    keys.router,
    turns.router,
    episodes.router,
    search.router,
    embeddings.router,
    context.router,
    proposals.router,
    beliefs.router,
    provenance.router,
    doors.router,
    cards.router,
    runs.router,
    events.router,
    audit.router,
    entries.router,
    log_verification.router,
    narrative.router,
    bus.router,
    tiers.router,
    erasures.router,
    upkeep.router,
    codec.router,
    sign_in.router,
    inbox.router,
    belief_page.router,
    sources.router,
    door_forms.router,
    batch.router,
    beliefs_page.router,
    runs_page.router,
    log_page.router,
    static_files.router,
    temporal_ui.router,
)


def create_app(services: Services, *, max_body_bytes: int = DEFAULT_MAX_BODY_BYTES) -> FastAPI:
    """Return the application; whoever opened `services` closes them."""
    app = FastAPI(
        title="forge",
        summary="Memory for agents: what they lived, what they learned, and who agreed.",
        default_response_class=AsciiJSON,
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.services = services
    app.state.readiness = Readiness()
    app.state.metrics = Metrics()
    app.state.event_streams = EventStreams()
    problems.install(app)
    page_route.install(app)
    description.install(app)
    # The last one added is the outermost.
    app.add_middleware(LimitBody, limit=max_body_bytes, streamed=STREAMED)
    app.add_middleware(problems.AnswerUnforeseen)
    app.add_middleware(CountRequests, metrics=app.state.metrics)
    for router in ROUTERS:
        app.include_router(router)
    return app
