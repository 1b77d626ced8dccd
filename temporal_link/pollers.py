"""Whether a worker lives: who asked a task queue for workflow tasks, and how long ago."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.taskqueue.v1 import PollerInfo, TaskQueue
from temporalio.api.workflowservice.v1 import DescribeTaskQueueRequest
from temporalio.client import Client

STILL_ALIVE = timedelta(minutes=2)
"""A worker asks anew every minute; Temporal remembers the dead for five."""


async def living_worker(client: Client, task_queue: str) -> str | None:
    """Return the identity of a worker that polls for workflow tasks; None: nobody does."""
    answer = await client.workflow_service.describe_task_queue(
        DescribeTaskQueueRequest(
            namespace=client.namespace,
            task_queue=TaskQueue(name=task_queue),
            task_queue_type=TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
        )
    )
    last = max(answer.pollers, key=_seen_at, default=None)
    if last is None or datetime.now(UTC) - _seen_at(last) > STILL_ALIVE:
        return None
    return last.identity


def _seen_at(poller: PollerInfo) -> datetime:
    return poller.last_access_time.ToDatetime(UTC)
