"""The manual event over HTTP, against a real Temporal server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from forge_api.settings import Settings
from temporal_link.client import connect
from temporal_link.settings import TemporalSettings
from tests.fixtures.forge import AGENT, Forge, live_forge
from tests.fixtures.temporal import TemporalServer

EVENT = "events/reflection-episodes-ready"


@pytest.fixture
def temporal(temporal_server: TemporalServer, task_queue: str) -> TemporalSettings:
    return temporal_server.settings(task_queue)


@pytest_asyncio.fixture
async def eventful_forge(
    forge_settings: Settings, temporal: TemporalSettings
) -> AsyncIterator[Forge]:
    async with live_forge(replace(forge_settings, temporal=temporal)) as live:
        live.keys = await live.keys_of("acme")
        yield live


async def test_the_first_event_starts_a_reflection_and_the_next_one_tells_it(
    eventful_forge: Forge, temporal: TemporalSettings, task_queue: str
) -> None:
    # No worker polls this queue, so the reflection stays running.
    agent_id = await eventful_forge.create_agent(f"agent-{task_queue}")
    async with eventful_forge.client("agent") as agent:
        first = await agent.post(f"/agents/{agent_id}/{EVENT}")
        second = await agent.post(f"/agents/{agent_id}/{EVENT}")
    assert first.status_code == second.status_code == 202
    assert first.json() == {"workflow_id": f"agent-reflection/{agent_id}", "started": True}
    assert second.json() == {**first.json(), "started": False}
    client = await connect(temporal)
    await client.get_workflow_handle(first.json()["workflow_id"]).terminate()


async def test_without_temporal_the_event_is_refused_as_passing(forge: Forge) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(f"/agents/{AGENT}/{EVENT}")
    assert (answer.status_code, answer.json()["code"]) == (503, "temporal_unavailable")
    assert answer.headers["Retry-After"]
