"""Having the worker try its model: one small call, made where the model's key is."""

from __future__ import annotations

from datetime import timedelta

from temporalio.client import Client, WorkflowFailureError
from temporalio.common import WorkflowIDConflictPolicy
from temporalio.exceptions import ApplicationError, FailureError

from forge_client.names import MODEL_TRIAL
from forge_client.runs import ModelUse

LIMIT = timedelta(minutes=11)
"""Somewhat more than the slowest call may take."""


class ModelFailed(Exception):
    """The model did not answer as it must; the message says why, without a provider's words."""


async def try_model(client: Client, task_queue: str) -> ModelUse:
    """Return what the call took; two doctors at once share one.

    Raises:
        ModelFailed: no answer, a refusal, or one that does not decode.
    """
    try:
        use: ModelUse = await client.execute_workflow(
            MODEL_TRIAL,
            id=MODEL_TRIAL,
            task_queue=task_queue,
            result_type=ModelUse,
            execution_timeout=LIMIT,
            id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
        )
    except WorkflowFailureError as error:
        raise ModelFailed(_root(error)) from None
    return use


def _root(error: WorkflowFailureError) -> str:
    cause: BaseException | None = error.cause
    while isinstance(cause, FailureError) and not isinstance(cause, ApplicationError):
        if cause.cause is None:
            break
        cause = cause.cause
    return cause.message if isinstance(cause, FailureError) else "the trial failed"
