"""Background work on memory: each task slice by slice until nothing is left of it.

One call does a bounded share and is safe to repeat, so that a killed worker costs one slice. A task
that fails keeps none of the others from being done; the workflow fails at its end and names it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError

with workflow.unsafe.imports_passed_through():
    from activities.embed import Embed
    from activities.fade import Fade
    from activities.summarise import Summarise
    from forge_client import failures, names
    from forge_client.runs import ModelUse
    from forge_client.spending import added
    from forge_client.upkeep import AskedSlice, Slice, SliceRequest, UpkeepInput, UpkeepReport
    from workflows.ending import failure_of, model_use_of
    from workflows.faults import FAULTS
    from workflows.input import read_optional
    from workflows.options import OPTIONS, propose_queue

TASKS: dict[str, Callable[..., Any]] = {
    names.EMBED: Embed.embed,
    names.FADE: Fade.fade,
    names.SUMMARISE: Summarise.summarise,
}
"""Task → the activity that does one slice of it, in the order of their turn."""

MOST_ASKED = 20
"""Questions to a model in one upkeep: what it leaves is the next one's."""


@workflow.defn(name=names.REFLECTION_UPKEEP, failure_exception_types=FAULTS)
class Upkeep:
    """Does every task of the worker's tenant's upkeep."""

    def __init__(self) -> None:
        self._report = UpkeepReport()

    @workflow.run
    async def run(self, *inputs: Any) -> UpkeepReport:
        """Do all there is to do; the one optional input is an `UpkeepInput` as plain JSON.

        Raises:
            ApplicationError: `UpkeepFailed`, naming each task and why; `InvalidInput`.
        """
        request = read_optional(inputs, UpkeepInput)
        self._report.done, self._report.model = dict(request.done), request.model
        failed: list[str] = []
        for task in _tasks():
            try:
                await self._finish(task, request)
            except ActivityError as error:
                self._count(model_use_of(error))
                failed.append(f"{task}: {failure_of(error).message}")
        if failed:
            raise ApplicationError(
                "; ".join(failed), self._report, type=failures.UPKEEP_FAILED, non_retryable=True
            )
        return self._report

    @workflow.query(name=names.PROGRESS)
    def progress(self) -> UpkeepReport:
        """Say how much is done, and how much is left."""
        return self._report

    async def _finish(self, task: str, request: UpkeepInput) -> None:
        """Do slices until none is left; two upkeeps at once may take each other's last one."""
        while True:
            piece = await self._slice(task, request.slice)
            self._report.done[task] = self._report.done.get(task, 0) + piece.done
            self._report.left[task] = piece.left
            self._count(piece.model if isinstance(piece, AskedSlice) else None)
            if not piece.left or not piece.done or self._has_asked_enough():
                return
            if workflow.info().is_continue_as_new_suggested():
                so_far = {"done": self._report.done, "model": self._report.model}
                following = request.model_copy(update=so_far)
                workflow.continue_as_new(following.model_dump(mode="json"))

    def _count(self, use: ModelUse | None) -> None:
        if use is not None:
            before = self._report.model
            self._report.model = use if before is None else added(before, use)

    def _has_asked_enough(self) -> bool:
        return self._report.model is not None and self._report.model.calls >= MOST_ASKED

    async def _slice(self, task: str, limit: int) -> Slice:
        left = self._report.left.get(task)
        piece: Slice = await workflow.execute_activity_method(
            TASKS[task],
            SliceRequest(limit=limit),
            summary=f"The next {limit}{f' of {left}' if left else ''}",
            task_queue=_queue_of(task),
            **OPTIONS[task].as_arguments(),
        )
        return piece


def _tasks() -> list[str]:
    """Return the tasks of this run; one that began before a task was there has none of it."""
    later = {names.FADE: workflow.patched("tiers"), names.SUMMARISE: workflow.patched("summaries")}
    return [task for task in TASKS if later.get(task, True)]


def _queue_of(task: str) -> str | None:
    """Return the queue of what asks a model; None: the workflow's own."""
    return propose_queue(workflow.info().task_queue) if task == names.SUMMARISE else None
