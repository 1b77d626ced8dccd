"""The manual event: it starts a run, or has the running one make one more pass."""

from __future__ import annotations

from pathlib import Path

from temporalio.client import WorkflowExecutionStatus

from forge_client.names import EPISODES_READY, PROGRESS
from forge_client.reflection import Progress
from forge_client.runs import Report
from temporal_link.client import connect
from temporal_link.trigger import announce_episodes
from tests.fixtures.held_forge import HeldForge, Hold
from tests.fixtures.reflecting import Reflecting, failure_of
from tests.fixtures.temporal import running_temporal
from tests.integration.workflows.answers import stub

FIRST = "I prefer the zebra-striped dashboard."
LATER = "Deploy with helm on Fridays."


async def test_an_event_starts_a_run_of_one_pass(reflecting: Reflecting, tmp_path: Path) -> None:
    await reflecting.learn(FIRST)
    announced = await announce_episodes(
        reflecting.client, reflecting.agent_id, reflecting.task_queue
    )
    assert (announced.workflow_id, announced.started) == (reflecting.workflow_id, True)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        handle = reflecting.client.get_workflow_handle(reflecting.workflow_id, result_type=Report)
        assert (await handle.result()).coverage.reflected == 1
        assert (await handle.query(PROGRESS, result_type=Progress)).passes == 1


async def test_three_events_during_a_pass_are_one_more_pass(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    await reflecting.learn(FIRST)
    handle = await reflecting.start()
    await held_proposals.wait_for()
    await reflecting.learn(LATER)
    for _ in range(3):
        announced = await announce_episodes(
            reflecting.client, reflecting.agent_id, reflecting.task_queue
        )
        assert not announced.started
    assert (await handle.query(PROGRESS, result_type=Progress)).another_pass
    held_proposals.let_go.set()
    last = await handle.result()
    progress = await handle.query(PROGRESS, result_type=Progress)
    async with reflecting.caller() as reader:
        reports = (await reader.list_runs(reflecting.agent_id)).runs
    first = handle.first_execution_run_id
    assert {report.run_id for report in reports} == {first, f"{first}-2"}
    assert last.run_id == f"{first}-2"
    assert last.coverage.reflected == 1
    assert (progress.passes, progress.another_pass) == (2, False)
    assert await reflecting.unreflected() == []


async def test_an_event_during_a_failing_pass_is_not_lost(
    reflecting: Reflecting, held_forge: HeldForge, tmp_path: Path
) -> None:
    await reflecting.learn(FIRST)
    hold = held_forge.hold("/episodes")
    async with reflecting.worker(
        FORGE_URL=held_forge.url, MULE_MODEL=stub(tmp_path), MULE_ALLOWED_MODELS="stub:missing"
    ):
        handle = await reflecting.start(model="stub:missing")
        await hold.wait_for()
        await handle.signal(EPISODES_READY)
        hold.let_go.set()
        assert (await failure_of(handle)).type == "StubUnreadable"
    async with reflecting.caller() as reader:
        reports = (await reader.list_runs(reflecting.agent_id)).runs
    assert [report.outcome for report in reports] == ["failed", "failed"]


async def test_a_signal_with_any_payload_is_an_event(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        status, printed = await reflecting.temporal.command(
            *("workflow", "signal-with-start", "--type", "agent-reflection"),
            *("--task-queue", reflecting.task_queue, "--workflow-id", reflecting.workflow_id),
            *("--input", f'{{"agent_id": "{reflecting.agent_id}"}}'),
            *("--signal-name", EPISODES_READY, "--signal-input", '{"why": "by hand"}'),
        )
        assert status == 0, printed
        handle = reflecting.client.get_workflow_handle(reflecting.workflow_id, result_type=Report)
        assert (await handle.result()).outcome == "nothing_to_reflect"
    assert (await handle.describe()).status == WorkflowExecutionStatus.COMPLETED


async def test_a_run_of_many_passes_goes_on_with_a_new_history(
    reflecting: Reflecting, held_forge: HeldForge, tmp_path: Path
) -> None:
    await reflecting.learn(FIRST)
    hold = held_forge.hold("/proposals")
    short = "limit.historyCount.suggestContinueAsNew=20"
    async with running_temporal(tmp_path, "--dynamic-config-value", short) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker(FORGE_URL=held_forge.url, MULE_MODEL=stub(tmp_path)):
            handle = await reflecting.start()
            await hold.wait_for()
            await reflecting.learn(LATER)
            await handle.signal(EPISODES_READY)
            hold.let_go.set()
            last = await handle.result()
    assert last.run_id not in {handle.first_execution_run_id, f"{handle.first_execution_run_id}-2"}
    assert last.coverage.reflected == 1
    assert await reflecting.unreflected() == []
