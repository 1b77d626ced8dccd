"""Two runs at once, and under which workflow ids an agent's runs may go."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from temporalio.client import WorkflowHandle

from forge_client.names import AGENT_REFLECTION, workflow_id
from forge_client.runs import Report
from tests.fixtures.held_forge import HeldForge
from tests.fixtures.reflecting import Reflecting, failure_of
from tests.integration.workflows.answers import diff, stub


async def test_whoever_comes_second_is_overtaken_and_stores_nothing(
    reflecting: Reflecting, held_forge: HeldForge, tmp_path: Path
) -> None:
    [episode] = await reflecting.learn("I prefer the zebra-striped dashboard.")
    model = stub(tmp_path, diff("The user prefers the zebra-striped dashboard", episode))
    hold = held_forge.hold("/proposals")
    async with reflecting.worker(FORGE_URL=held_forge.url, MULE_MODEL=model):
        handles = [await reflecting.start_by_hand(number=number) for number in range(2)]
        await hold.wait_for(calls=2)
        hold.let_go.set()
        reports = await asyncio.gather(*(handle.result() for handle in handles))
    by_outcome = {report.outcome: report for report in reports}
    assert set(by_outcome) == {"proposed", "overtaken"}
    assert by_outcome["overtaken"].accepted == 0
    assert by_outcome["overtaken"].coverage.reflected == 0
    assert len(await reflecting.pending()) == 1
    async with reflecting.caller() as reader:
        stored = (await reader.list_runs(reflecting.agent_id)).runs
    assert {report.outcome for report in stored} == {"proposed", "overtaken"}


async def test_a_run_may_not_go_under_the_workflow_id_of_another_agent(
    reflecting: Reflecting,
) -> None:
    other = await reflecting.forge.create_agent(f"{reflecting.agent_id}-other")
    async with reflecting.worker():
        handle: WorkflowHandle[Any, Any] = await reflecting.client.start_workflow(
            AGENT_REFLECTION,
            {"agent_id": reflecting.agent_id},
            id=workflow_id(other),
            task_queue=reflecting.task_queue,
        )
        failure = await failure_of(handle)
    assert failure.type == "InvalidInput"
    assert f"belongs to the agent {other}" in failure.message


async def test_a_run_may_go_under_an_id_of_nobody(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        report: Report = await reflecting.client.execute_workflow(
            AGENT_REFLECTION,
            {"agent_id": reflecting.agent_id},
            id=workflow_id(f"{reflecting.agent_id}-nobody"),
            task_queue=reflecting.task_queue,
            result_type=Report,
        )
    assert report.outcome == "nothing_to_reflect"
