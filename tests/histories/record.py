"""Records anew the histories that `test_replay.py` replays, on real parts.

    python -m pytest tests/histories/record.py

Needed when a workflow's shape is changed on purpose; pytest does not collect this file by itself.
A run that is open while a new version is deployed replays its old history with the new code: so
look at what the old files say to the new code before you replace them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from temporalio.client import WorkflowFailureError, WorkflowHandle

from forge_client.names import EPISODES_READY, MODEL_TRIAL, notice_id
from temporal_link import trigger
from temporal_link.client import connect
from tests.fixtures.held_forge import HeldForge, Hold
from tests.fixtures.reflecting import Reflecting, failure_of
from tests.fixtures.temporal import running_temporal
from tests.fixtures.webhook_endpoint import WebhookEndpoint
from tests.integration.workflows.answers import diff, stub

HERE = Path(__file__).parent
WEBHOOK_SECRET = f"whsec_{'A' * 44}"
WORDS = "I prefer the zebra-striped dashboard."
PROCESS = re.compile(r"\d+@[\w.-]+")
"""How a worker names itself: its process and its machine, which are nobody's business."""


async def keep(handle: WorkflowHandle[Any, Any], name: str) -> None:
    history = json.loads(PROCESS.sub("worker@recorded", (await handle.fetch_history()).to_json()))
    write({"workflowId": handle.id, **history}, name)


def write(history: dict[str, Any], name: str) -> None:
    (HERE / f"{name}.json").write_text(json.dumps(history, indent=1) + "\n", "utf-8")


async def test_record_a_run_that_proposed(reflecting: Reflecting, tmp_path: Path) -> None:
    [episode] = await reflecting.learn(WORDS)
    belief = diff("The user prefers the zebra-striped dashboard", episode)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path, belief)):
        handle = await reflecting.start()
        await handle.result()
        await keep(handle, "proposed")


async def test_record_a_run_that_told_people_and_its_notice(
    reflecting: Reflecting, tmp_path: Path, webhook_endpoint: WebhookEndpoint
) -> None:
    webhook_endpoint.script = lambda attempt: (204 if attempt == 1 else 410, {})
    for told, notice in (("told", "notice"), ("told_in_vain", "notice_failed")):
        [episode] = await reflecting.learn(f"{WORDS} {told}")
        belief = diff(f"The user said {told}", episode)
        async with reflecting.worker(
            MULE_MODEL=stub(tmp_path, belief),
            FORGE_WEBHOOK_URL=webhook_endpoint.url,
            FORGE_WEBHOOK_SECRET=WEBHOOK_SECRET,
        ):
            handle = await reflecting.start()
            report = await handle.result()
            name = notice_id(reflecting.agent_id, report.run_id)
            child: WorkflowHandle[Any, Any] = reflecting.client.get_workflow_handle(name)
            if notice == "notice":
                await child.result()
                await keep(handle, told)
            else:
                await failure_of(child)
            await keep(child, notice)


async def test_record_the_same_run_with_its_steps_in_another_order() -> None:
    told = (HERE / "proposed.json").read_text("utf-8")
    swapped = {'"propose"': '"check"', '"check"': '"propose"'}
    write(json.loads(re.sub('"propose"|"check"', lambda at: swapped[at[0]], told)), "broken")


async def test_record_a_run_without_episodes(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        handle = await reflecting.start()
        await handle.result()
        await keep(handle, "nothing_to_reflect")


async def test_record_a_dry_run(reflecting: Reflecting, tmp_path: Path) -> None:
    await reflecting.learn(WORDS)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        handle = await reflecting.start(dry_run=True)
        await handle.result()
        await keep(handle, "dry_run")


async def test_record_a_run_that_failed(reflecting: Reflecting, tmp_path: Path) -> None:
    await reflecting.learn(WORDS)
    async with reflecting.worker(MULE_MODEL=f"stub:{tmp_path / 'missing'}"):
        handle = await reflecting.start()
        await failure_of(handle)
        await keep(handle, "failed")


async def test_record_a_run_with_a_wrong_input(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        handle: WorkflowHandle[Any, Any] = await reflecting.client.start_workflow(
            "agent-reflection",
            {"agent_id": reflecting.agent_id, "unknown_field": 1},
            id=reflecting.workflow_id,
            task_queue=reflecting.task_queue,
        )
        await failure_of(handle)
        await keep(handle, "invalid_input")


async def test_record_a_run_of_two_passes(reflecting: Reflecting, held_proposals: Hold) -> None:
    await reflecting.learn(WORDS)
    handle = await reflecting.start()
    await held_proposals.wait_for()
    await handle.signal(EPISODES_READY)
    held_proposals.let_go.set()
    await handle.result()
    await keep(handle, "two_passes")


async def test_record_two_runs_of_which_one_was_overtaken(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    await reflecting.learn(WORDS)
    handle = await reflecting.start()
    await held_proposals.wait_for()
    faster = await reflecting.start_by_hand()
    await held_proposals.wait_for()
    held_proposals.let_go.set()
    reports = {one: await one.result() for one in (handle, faster)}
    [second] = [one for one, report in reports.items() if report.outcome == "overtaken"]
    await keep(second, "overtaken")


async def test_record_a_run_that_was_cancelled(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    await reflecting.learn(WORDS)
    handle = await reflecting.start()
    await held_proposals.wait_for()
    await handle.cancel()
    held_proposals.let_go.set()
    with pytest.raises(WorkflowFailureError):
        await handle.result()
    await keep(handle, "cancelled")


async def test_record_a_run_that_recalled(reflecting: Reflecting, tmp_path: Path) -> None:
    await reflecting.learn(WORDS)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        handle = await reflecting.start(pull="recall")
        await handle.result()
        await keep(handle, "recalled")


async def test_record_a_run_that_an_event_started(reflecting: Reflecting, tmp_path: Path) -> None:
    await reflecting.learn(WORDS)
    await trigger.announce_episodes(reflecting.client, reflecting.agent_id, reflecting.task_queue)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        handle = reflecting.client.get_workflow_handle(reflecting.workflow_id)
        await handle.result()
        await keep(handle, "started_by_event")


async def test_record_a_run_that_went_on_with_a_new_history(
    reflecting: Reflecting, held_forge: HeldForge, tmp_path: Path
) -> None:
    await reflecting.learn(WORDS)
    hold = held_forge.hold("/proposals")
    short = "limit.historyCount.suggestContinueAsNew=20"
    async with running_temporal(tmp_path, "--dynamic-config-value", short) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker(FORGE_URL=held_forge.url, MULE_MODEL=stub(tmp_path)):
            handle = await reflecting.start()
            await hold.wait_for()
            await handle.signal(EPISODES_READY)
            hold.let_go.set()
            await handle.result()
        first = reflecting.client.get_workflow_handle(
            handle.id, run_id=handle.first_execution_run_id
        )
        await keep(first, "continued")


async def test_record_a_trial_of_the_model(reflecting: Reflecting, tmp_path: Path) -> None:
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        handle: WorkflowHandle[Any, Any] = await reflecting.client.start_workflow(
            MODEL_TRIAL,
            id=f"{MODEL_TRIAL}-{reflecting.task_queue}",
            task_queue=reflecting.task_queue,
        )
        await handle.result()
        await keep(handle, "model_trial")
