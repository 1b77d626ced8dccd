"""Records anew the histories of nights and of upkeep; see `record.py`.

python -m pytest tests/histories/record_nights.py
"""

from __future__ import annotations

from pathlib import Path

import pytest

import activities.due
from forge_client.reflection import ReflectionInput
from temporal_link import trigger
from temporal_link.client import connect
from tests.fixtures.forge import SilentEmbedder
from tests.fixtures.held_forge import Hold
from tests.fixtures.model_endpoint import MODEL, ModelEndpoint, fails, says
from tests.fixtures.reflecting import Reflecting, failure_of
from tests.fixtures.temporal import running_temporal
from tests.histories.record import keep
from tests.integration.forge_api.embedders import NarrowEmbedder
from tests.integration.workflows.answers import stub
from tests.integration.workflows.nights import agents, start_night
from tests.integration.workflows.test_upkeep import remember, remember_long_texts, start_upkeep

CONTINUED = "limit.historyCount.suggestContinueAsNew=20"
USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
SAID = says("[]", usage=USAGE)


async def test_record_a_night(
    reflecting: Reflecting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activities.due, "PAGE", 3)
    await agents(reflecting, 5)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        handle = await start_night(reflecting, at_once=2)
        await handle.result()
        await keep(handle, "night")


async def test_record_a_night_in_which_an_agent_failed(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await agents(reflecting, 2)
    model_endpoint.script(fails(401), SAID)
    async with reflecting.worker(MULE_MODEL=MODEL):
        handle = await start_night(reflecting, at_once=1)
        await failure_of(handle)
        await keep(handle, "night_failed")


async def test_record_a_night_that_stopped_at_its_cap(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await agents(reflecting, 2)
    model_endpoint.script(SAID)
    async with reflecting.worker(MULE_MODEL=MODEL, MULE_NIGHT_MAX_TOKENS="100"):
        handle = await start_night(reflecting, at_once=1)
        await failure_of(handle)
        await keep(handle, "night_capped")


async def test_record_a_night_that_told_a_running_reflection(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 1)
    by_hand = await trigger.start_run(
        reflecting.client, ReflectionInput(agent_id=due.ids[0]), reflecting.task_queue
    )
    await held_proposals.wait_for()
    handle = await start_night(reflecting)
    await handle.result()
    held_proposals.let_go.set()
    await by_hand.result()
    await keep(handle, "night_told")


async def test_record_a_night_that_went_on_with_a_new_history(
    reflecting: Reflecting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activities.due, "PAGE", 3)
    await agents(reflecting, 4)
    async with running_temporal(tmp_path, "--dynamic-config-value", CONTINUED) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
            handle = await start_night(reflecting, at_once=1)
            await handle.result()
        first = reflecting.client.get_workflow_handle(
            handle.id, run_id=handle.first_execution_run_id
        )
        await keep(first, "night_continued")
        await keep(reflecting.client.get_workflow_handle(handle.id), "night_resumed")


async def test_record_upkeep(reflecting: Reflecting, tmp_path: Path) -> None:
    await remember(reflecting, 8)
    reflecting.forge.use_embedder(NarrowEmbedder())
    async with running_temporal(tmp_path, "--dynamic-config-value", CONTINUED) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker():
            handle = await start_upkeep(reflecting, slice=1)
            await handle.result()
        first = reflecting.client.get_workflow_handle(
            handle.id, run_id=handle.first_execution_run_id
        )
        await keep(first, "upkeep_continued")
        await keep(reflecting.client.get_workflow_handle(handle.id), "upkeep")


async def test_record_an_upkeep_that_asked_a_model(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await remember_long_texts(reflecting, 2)
    model_endpoint.script(says('[{"n": 1, "summary": "Grew."}]', usage=USAGE))
    async with reflecting.worker(MULE_MODEL=MODEL):
        handle = await start_upkeep(reflecting)
        await handle.result()
        await keep(handle, "upkeep_asked")


async def test_record_an_upkeep_that_failed(
    reflecting: Reflecting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await remember(reflecting, 1)
    reflecting.forge.use_embedder(SilentEmbedder())
    monkeypatch.setattr("activities.faults.MAX_DELAY_SECONDS", 0.1)
    async with reflecting.worker():
        handle = await start_upkeep(reflecting)
        await failure_of(handle)
        await keep(handle, "upkeep_failed")
