"""SIGKILL of the worker at every step: a new one completes the run, and nothing is stored twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest

from forge_client.runs import Report
from tests.fixtures.held_forge import HeldForge
from tests.fixtures.model_endpoint import MODEL, ModelEndpoint, Scripted, says
from tests.fixtures.reflecting import Reflecting
from tests.integration.workflows.answers import diff, stub

WORDS = "I prefer the zebra-striped dashboard."
BELIEFS = ["The user prefers the zebra-striped dashboard", "The user deploys with helm on Fridays"]


async def assert_stored_once(reflecting: Reflecting, report: Report) -> None:
    assert (report.outcome, report.accepted) == ("proposed", len(BELIEFS))
    assert sorted(await reflecting.pending()) == sorted(BELIEFS)
    assert await reflecting.unreflected() == []
    async with reflecting.caller() as reader:
        assert (await reader.list_runs(reflecting.agent_id)).runs == [report]


async def test_killed_during_propose(reflecting: Reflecting, model_endpoint: ModelEndpoint) -> None:
    episodes = await reflecting.learn(WORDS, WORDS)
    model_endpoint.script(Scripted({}, manner="waits"))
    async with reflecting.worker_process(MULE_MODEL=MODEL) as doomed:
        handle = await reflecting.start()
        await reflecting.until(model_endpoint.asked)
        doomed.kill()
    model_endpoint.script(says(json.dumps([diff(text, *episodes) for text in BELIEFS])))
    async with reflecting.worker_process(MULE_MODEL=MODEL):
        report = await handle.result()
    await assert_stored_once(reflecting, report)
    assert report.model.calls == 2


@pytest.mark.parametrize(
    ("path", "when"),
    [
        pytest.param("/embeddings", "before", id="between propose and submit"),
        pytest.param("/proposals", "before", id="during submit, before forge hears it"),
        pytest.param("/proposals", "after", id="during submit, its answer lost"),
    ],
)
async def test_killed_after_propose(
    reflecting: Reflecting,
    held_forge: HeldForge,
    tmp_path: Path,
    path: str,
    when: Literal["before", "after"],
) -> None:
    episodes = await reflecting.learn(WORDS, WORDS)
    model = stub(tmp_path, *(diff(text, *episodes) for text in BELIEFS))
    hold = held_forge.hold(path, when)
    async with reflecting.worker_process(FORGE_URL=held_forge.url, MULE_MODEL=model) as doomed:
        handle = await reflecting.start()
        await hold.wait_for()
        doomed.kill()
    hold.let_go.set()
    async with reflecting.worker_process(MULE_MODEL=model):
        report = await handle.result()
    await assert_stored_once(reflecting, report)
