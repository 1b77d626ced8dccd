"""The queue on which models are asked: who comes first, who takes turns, and how often."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from temporalio.api.enums.v1 import RateLimitSource, TaskQueueType
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import DescribeTaskQueueRequest
from temporalio.client import WorkflowHandle

from forge_client.names import EPISODES_READY, workflow_id
from temporal_link import trigger
from temporal_link.client import connect
from tests.fixtures.held_forge import Hold
from tests.fixtures.model_endpoint import MODEL, ModelEndpoint, Scripted, says
from tests.fixtures.reflecting import Reflecting
from tests.fixtures.temporal import running_temporal
from tests.integration.workflows.nights import agents, learn, start_night
from workflows.options import propose_queue

ONE_PARTITION = (
    *("--dynamic-config-value", "matching.numTaskqueueReadPartitions=1"),
    *("--dynamic-config-value", "matching.numTaskqueueWritePartitions=1"),
)
"""The server keeps the order of priorities within a partition of a queue, not across them."""

WAITS = Scripted(says("[]").body, manner="waits")


async def test_an_event_goes_before_the_night(
    reflecting: Reflecting, model_endpoint: ModelEndpoint, tmp_path: Path
) -> None:
    due = await agents(reflecting, 4)
    model_endpoint.script(WAITS)
    async with running_temporal(tmp_path, *ONE_PARTITION) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker(MULE_MODEL=MODEL, MULE_PROPOSE_SLOTS="1"):
            night = await start_night(reflecting)
            for agent_id in due.ids:
                await until_asking(reflection_of(reflecting, agent_id))
            await reflecting.learn("I wait for this.")
            await trigger.announce_episodes(
                reflecting.client, reflecting.agent_id, reflecting.task_queue
            )
            await until_asking(reflection_of(reflecting, reflecting.agent_id))
            model_endpoint.let_go.set()
            await night.result()
    asked = [str(request["messages"]) for request in model_endpoint.requests]
    assert "I wait for this." in asked[1], "all of the night but the one in hand waited"


def reflection_of(reflecting: Reflecting, agent_id: str) -> WorkflowHandle[Any, Any]:
    return reflecting.client.get_workflow_handle(workflow_id(agent_id))


async def until_asking(handle: WorkflowHandle[Any, Any]) -> None:
    """Wait until the run's question stands in the queue."""
    async with asyncio.timeout(30):
        while True:
            try:
                waiting = (await handle.describe()).raw_description.pending_activities
            except Exception:  # noqa: BLE001 - it is not started yet
                waiting = []  # type: ignore[assignment]
            if any(one.activity_type.name == "propose" for one in waiting):
                return
            await asyncio.sleep(0.05)


async def test_a_pass_for_an_event_goes_before_the_night_that_began_the_run(
    reflecting: Reflecting, held_proposals: Hold
) -> None:
    due = await agents(reflecting, 1)
    night = await start_night(reflecting)
    await held_proposals.wait_for()
    run = reflection_of(reflecting, due.ids[0])
    await run.signal(EPISODES_READY)
    async with reflecting.caller("agent") as agent:
        await learn(agent, due.ids[0], 1, said="later")
    held_proposals.let_go.set()
    await night.result()
    history = await run.fetch_history()
    asked = [
        event.activity_task_scheduled_event_attributes.priority
        for event in history.events
        if event.activity_task_scheduled_event_attributes.activity_type.name == "propose"
    ]
    assert [one.priority_key for one in asked] == [0, 2], "0: as the run that the night began"
    assert {one.fairness_key for one in asked} == {due.ids[0]}


async def test_an_agent_that_asks_a_lot_keeps_no_other_waiting(
    reflecting: Reflecting, model_endpoint: ModelEndpoint, tmp_path: Path
) -> None:
    await reflecting.learn("I ask a lot.")
    other = (await agents(reflecting, 1)).ids[0]
    model_endpoint.script(WAITS)
    async with running_temporal(tmp_path, *ONE_PARTITION) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker(MULE_MODEL=MODEL, MULE_PROPOSE_SLOTS="1"):
            runs = [
                await ask_by_hand(reflecting, agent_id, number)
                for number, agent_id in enumerate([*(reflecting.agent_id,) * 5, other])
            ]
            model_endpoint.let_go.set()
            await asyncio.gather(*(run.result() for run in runs))
    asked = ["I ask a lot." in str(request["messages"]) for request in model_endpoint.requests]
    assert asked.index(False) <= 2, "the other came last and took its turn with those that waited"


async def ask_by_hand(
    reflecting: Reflecting, agent_id: str, number: int
) -> WorkflowHandle[Any, Any]:
    """Start a run; return once its question stands in the queue."""
    handle = await reflecting.start_by_hand(agent_id, number)
    await until_asking(handle)
    return handle


async def test_the_limit_of_calls_is_the_queues_whoever_polls_it(reflecting: Reflecting) -> None:
    async with reflecting.worker(MULE_CALLS_PER_MINUTE="6"), asyncio.timeout(30):
        # The first poll brings it to the server.
        while (limit := await limit_of_calls(reflecting)) is None:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)
    assert round(limit * 60) == 6


async def limit_of_calls(reflecting: Reflecting) -> float | None:
    """Return the calls a second that the server allows; None while no worker has set them."""
    asked = DescribeTaskQueueRequest(
        namespace=reflecting.client.namespace,
        task_queue=TaskQueue(name=propose_queue(reflecting.task_queue)),
        task_queue_type=TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
    )
    told = await reflecting.client.workflow_service.describe_task_queue(asked)
    limit = told.effective_rate_limit
    by_worker = limit.rate_limit_source == RateLimitSource.RATE_LIMIT_SOURCE_WORKER
    return limit.requests_per_second if by_worker else None
