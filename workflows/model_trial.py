"""The doctor's question to the worker's model, where its key and its address are: asked once."""

from __future__ import annotations

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from activities.try_model import TryModel
    from forge_client import names
    from forge_client.runs import ModelUse
    from workflows.faults import FAULTS
    from workflows.options import OPTIONS, propose_queue


@workflow.defn(name=names.MODEL_TRIAL, failure_exception_types=FAULTS)
class ModelTrial:
    """Asks on the queue where models are asked."""

    @workflow.run
    async def run(self) -> ModelUse:
        """Return what the one call took; fail as the activity does."""
        use: ModelUse = await workflow.execute_activity_method(
            TryModel.try_model,
            task_queue=propose_queue(workflow.info().task_queue),
            summary="Ask the model about nothing",
            **OPTIONS[names.TRY_MODEL].as_arguments(),
        )
        return use
