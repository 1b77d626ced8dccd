"""The night: every due agent once, whatever becomes of the others, of the worker, or meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from temporalio.client import WorkflowExecutionStatus, WorkflowFailureError

import activities.due
from forge_client.names import PROGRESS, workflow_id
from forge_client.nights import NightReport
from forge_client.reflection import ReflectionInput
from forge_client.runs import Report
from temporal_link import trigger
from temporal_link.client import connect
from tests.fixtures.held_forge import HeldForge, Hold
from tests.fixtures.model_endpoint import MODEL, ModelEndpoint, fails, says
from tests.fixtures.reflecting import Reflecting, failure_of
from tests.fixtures.temporal import running_temporal
from tests.integration.workflows.answers import stub
from tests.integration.workflows.nights import Agents, agents, learn, start_night

SAID = says("[]", usage={"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120})


async def test_a_night_reflects_every_due_agent_once(
    reflecting: Reflecting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activities.due, "PAGE", 5)
    due = await agents(reflecting, 12, episodes=2)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        handle = await start_night(reflecting)
        report = await handle.result()
        progress = await handle.query(PROGRESS, result_type=NightReport)
    assert (report.agents, report.outcomes) == (12, {"nothing_new": 12})
    assert (report.failed, report.told, report.running, report.stopped) == ([], [], [], None)
    assert report.finished_at
    assert progress == report
    await due.assert_each_reflected_once(episodes=2)


async def test_a_night_with_nothing_due_is_a_good_night(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        report = await (await start_night(reflecting)).result()
    assert (report.agents, report.outcomes) == (0, {})


async def test_never_more_agents_at_once_than_allowed(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 4)
    handle = await start_night(reflecting, at_once=2)
    await held_proposals.wait_for(calls=2)
    progress = await handle.query(PROGRESS, result_type=NightReport)
    assert progress.running == due.ids[:2]
    held_proposals.let_go.set()
    assert (await handle.result()).agents == 4


async def test_one_agent_s_failure_is_no_other_s_and_is_named_at_the_end(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    due = await agents(reflecting, 4)
    model_endpoint.script(SAID, fails(401), SAID)
    async with reflecting.worker(MULE_MODEL=MODEL):
        handle = await start_night(reflecting, at_once=1)
        failure = await failure_of(handle)
    bad = due.ids[1]
    assert failure.type == "AgentsFailed"
    assert failure.message == f"1 of 4 agents failed: {bad} (ModelRefused)"
    report = NightReport.model_validate(failure.details[0])
    assert report.outcomes == {"nothing_new": 3, "failed": 1}
    assert [(one.agent_id, one.type) for one in report.failed] == [(bad, "ModelRefused")]
    assert (report.spent.calls, report.spent.input_tokens) == (4, 300)
    assert await due.unreflected() == 1


async def test_an_agent_that_was_ended_by_force_is_named_too(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 2)
    handle = await start_night(reflecting)
    await held_proposals.wait_for(calls=2)
    await reflecting.client.get_workflow_handle(workflow_id(due.ids[0])).terminate()
    held_proposals.let_go.set()
    failure = await failure_of(handle)
    assert failure.message.startswith(f"1 of 2 agents failed: {due.ids[0]}")


async def test_a_night_stops_loudly_at_its_spend_cap(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    due = await agents(reflecting, 4)
    model_endpoint.script(SAID)
    async with reflecting.worker(MULE_MODEL=MODEL, MULE_NIGHT_MAX_TOKENS="240"):
        handle = await start_night(reflecting, at_once=1)
        failure = await failure_of(handle)
    assert failure.type == "SpendCapReached"
    assert "stopped after 2 agents: 240 tokens were used, the cap is 240" in failure.message
    assert len(model_endpoint.requests) == 2
    assert await due.unreflected() == 2


async def test_a_run_asks_no_further_attempt_once_its_own_cap_is_reached(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await agents(reflecting, 1)
    usage = {"prompt_tokens": 90, "completion_tokens": 10, "total_tokens": 100}
    model_endpoint.script(says("no array at all", usage=usage))
    async with reflecting.worker(MULE_MODEL=MODEL, MULE_RUN_MAX_TOKENS="100"):
        handle = await start_night(reflecting)
        failure = await failure_of(handle)
    assert "(SpendCapReached)" in failure.message
    assert len(model_endpoint.requests) == 1
    report = NightReport.model_validate(failure.details[0])
    assert report.spent.input_tokens == 90, "a failed run has cost its tokens all the same"


async def test_three_events_during_an_agent_s_night_are_one_more_pass(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 1)
    handle = await start_night(reflecting)
    await held_proposals.wait_for()
    async with reflecting.caller("agent") as agent:
        await learn(agent, due.ids[0], 2, said="later")
    for _ in range(3):
        told = await trigger.announce_episodes(reflecting.client, due.ids[0], reflecting.task_queue)
        assert not told.started
    held_proposals.let_go.set()
    report = await handle.result()
    assert report.agents == 1
    assert [run.coverage.reflected for run in await due.runs(due.ids[0])] == [2, 1]
    assert await due.unreflected() == 0


async def test_an_agent_that_reflects_by_hand_is_told_of_the_night(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 2)
    by_hand = await trigger.start_run(
        reflecting.client, ReflectionInput(agent_id=due.ids[0]), reflecting.task_queue
    )
    await held_proposals.wait_for()
    async with reflecting.caller("agent") as agent:
        await learn(agent, due.ids[0], 1, said="later")
    handle = await start_night(reflecting)
    await held_proposals.wait_for()
    held_proposals.let_go.set()
    report = await handle.result()
    await by_hand.result()
    assert (report.agents, report.told) == (1, [due.ids[0]])
    assert [run.coverage.reflected for run in await due.runs(due.ids[0])] == [1, 1]
    assert await due.unreflected() == 0


async def test_a_run_by_hand_during_the_agent_s_night_is_told_that_one_is_running(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 1)
    handle = await start_night(reflecting)
    await held_proposals.wait_for()
    with pytest.raises(trigger.AlreadyRunning):
        await trigger.start_run(
            reflecting.client, ReflectionInput(agent_id=due.ids[0]), reflecting.task_queue
        )
    held_proposals.let_go.set()
    await handle.result()
    await due.assert_each_reflected_once(episodes=1)


async def test_a_run_by_hand_under_another_id_and_the_night_store_nothing_twice(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 1, episodes=3)
    by_hand = await reflecting.start_by_hand(due.ids[0])
    night = await start_night(reflecting)
    await held_proposals.wait_for(calls=2)
    held_proposals.let_go.set()
    await asyncio.gather(by_hand.result(), night.result())
    outcomes = {run.outcome: run.coverage.reflected for run in await due.runs(due.ids[0])}
    assert outcomes == {"nothing_new": 3, "overtaken": 0}
    assert await due.unreflected() == 0


async def assert_a_night_survives_two_killed_workers(
    reflecting: Reflecting,
    held_forge: HeldForge,
    model: str,
    due: Agents,
    episodes: int,
    killed_after: int,
) -> None:
    before, after = held_forge.hold("/proposals"), held_forge.hold("/proposals", "after")
    environment: dict[str, Any] = {
        "FORGE_URL": held_forge.url,
        "MULE_MODEL": model,
        "MULE_PROPOSE_SLOTS": "8",
    }
    after.let_go.set()
    before.let_go.set()
    async with reflecting.worker_process(**environment) as doomed:
        handle = await start_night(reflecting)
        await before.wait_for(calls=killed_after)
        before.let_go.clear()
        await before.wait_for()
        doomed.kill()
    before.let_go.set()
    async with reflecting.worker_process(**environment) as doomed:
        await after.wait_for(calls=killed_after)
        after.let_go.clear()
        await after.wait_for()
        doomed.kill()
    after.let_go.set()
    async with reflecting.worker_process(**environment):
        report = await handle.result()
    assert (report.agents, report.outcomes) == (len(due.ids), {"nothing_new": len(due.ids)})
    await due.assert_each_reflected_once(episodes)


async def test_every_agent_once_though_the_worker_is_killed_twice(
    reflecting: Reflecting, held_forge: HeldForge, tmp_path: Path
) -> None:
    due = await agents(reflecting, 24)
    model = stub(tmp_path)
    await assert_a_night_survives_two_killed_workers(
        reflecting, held_forge, model, due, episodes=1, killed_after=3
    )


@pytest.mark.soak
@pytest.mark.timeout(1_800)
async def test_three_hundred_agents_once_though_the_worker_is_killed_twice(
    reflecting: Reflecting, held_forge: HeldForge, tmp_path: Path
) -> None:
    due = await agents(reflecting, 300, episodes=5)
    model = stub(tmp_path)
    await assert_a_night_survives_two_killed_workers(
        reflecting, held_forge, model, due, episodes=5, killed_after=80
    )


async def test_a_long_night_goes_on_with_a_new_history(
    reflecting: Reflecting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activities.due, "PAGE", 2)
    due = await agents(reflecting, 7)
    short = "limit.historyCount.suggestContinueAsNew=30"
    async with running_temporal(tmp_path, "--dynamic-config-value", short) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
            handle = await start_night(reflecting, at_once=3)
            report = await handle.result()
        first = reflecting.client.get_workflow_handle(
            handle.id, run_id=handle.first_execution_run_id
        )
        status = (await first.describe()).status
    assert status == WorkflowExecutionStatus.CONTINUED_AS_NEW
    assert (report.agents, report.outcomes) == (7, {"nothing_new": 7})
    await due.assert_each_reflected_once(episodes=1)


async def test_a_night_that_is_cancelled_lets_whoever_reflects_finish(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 3)
    handle = await start_night(reflecting, at_once=2)
    await held_proposals.wait_for(calls=2)
    await handle.cancel()
    with pytest.raises(WorkflowFailureError):
        await handle.result()
    assert (await handle.describe()).status == WorkflowExecutionStatus.CANCELED
    held_proposals.let_go.set()
    for agent_id in due.ids[:2]:
        child = reflecting.client.get_workflow_handle(workflow_id(agent_id), result_type=Report)
        assert (await child.result()).outcome == "nothing_new"
    assert await due.unreflected() == 1


async def test_a_night_typed_by_hand_needs_no_input_and_names_a_wrong_one(
    reflecting: Reflecting,
) -> None:
    async with reflecting.worker():
        for words in (("--input", '{"at_onse": 2}'), ()):
            status, printed = await reflecting.temporal.command(
                *("workflow", "execute", "--type", "reflection-nightly"),
                *("--task-queue", reflecting.task_queue),
                *("--workflow-id", f"by-hand/{reflecting.task_queue}"),
                *words,
            )
            assert (status == 0) == (not words), printed
            assert ("at_onse: no such field" in printed) == bool(words), printed
