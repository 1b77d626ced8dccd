"""Starting a reflection: by hand, and by the manual event.

Both use the agent's one workflow id, so that two reflections of one agent never run side by side.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from temporalio.api.common.v1 import Payloads, WorkflowType
from temporalio.api.common.v1 import Priority as PriorityMessage
from temporalio.api.sdk.v1 import UserMetadata
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import SignalWithStartWorkflowExecutionRequest
from temporalio.client import Client, WorkflowHandle
from temporalio.common import Priority
from temporalio.converter import WorkflowSerializationContext
from temporalio.exceptions import WorkflowAlreadyStartedError

from forge_client.names import AGENT_REFLECTION, EPISODES_READY, EVENT_PRIORITY, workflow_id
from forge_client.reflection import ReflectionInput
from forge_client.runs import Report


class AlreadyRunning(Exception):
    """The agent reflects at this moment; the message names the workflow."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What became of an event: `started` is False where a running workflow was told."""

    workflow_id: str
    started: bool


async def start_run(
    client: Client, request: ReflectionInput, task_queue: str
) -> WorkflowHandle[Any, Report]:
    """Start a run by hand and return its handle; await `handle.result()` for the report.

    Raises:
        AlreadyRunning: Nothing was started, since the running one has its own input.
    """
    name = workflow_id(request.agent_id)
    try:
        return await client.start_workflow(
            AGENT_REFLECTION,
            request.model_dump(mode="json", exclude_none=True),
            id=name,
            task_queue=task_queue,
            result_type=Report,
            static_summary=_summary(request.agent_id),
            priority=Priority(priority_key=EVENT_PRIORITY, fairness_key=request.agent_id),
        )
    except WorkflowAlreadyStartedError:
        raise AlreadyRunning(
            f"{name} is running; wait for it, or tell it with the event {EPISODES_READY}"
        ) from None


async def announce_episodes(client: Client, agent_id: str, task_queue: str) -> Announced:
    """Signal the agent's running workflow, or start one, in one step of the server's."""
    name = workflow_id(agent_id)
    converter = client.data_converter.with_context(
        WorkflowSerializationContext(namespace=client.namespace, workflow_id=name)
    )
    plain = ReflectionInput(agent_id=agent_id).model_dump(mode="json", exclude_none=True)
    # The SDK's own signal-with-start does not say whether it started anything.
    answer = await client.workflow_service.signal_with_start_workflow_execution(
        SignalWithStartWorkflowExecutionRequest(
            namespace=client.namespace,
            workflow_id=name,
            workflow_type=WorkflowType(name=AGENT_REFLECTION),
            task_queue=TaskQueue(name=task_queue),
            input=Payloads(payloads=await converter.encode([plain])),
            signal_name=EPISODES_READY,
            identity=client.identity,
            request_id=str(uuid.uuid4()),
            priority=PriorityMessage(priority_key=EVENT_PRIORITY, fairness_key=agent_id),
            user_metadata=UserMetadata(summary=(await converter.encode([_summary(agent_id)]))[0]),
        ),
        retry=True,
    )
    return Announced(workflow_id=name, started=answer.started)


def _summary(agent_id: str) -> str:
    return f"What {agent_id} may have learned from its latest turns"
