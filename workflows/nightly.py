"""The night: every agent that has something to reflect on does, a few at a time.

Each reflects as a child under its own fixed workflow id, so that no agent ever reflects twice at
once; what becomes of one is never another's business. The night itself only orders and counts. It
fails once all is done if any agent failed, and names them.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any, NoReturn

from temporalio import workflow
from temporalio.common import Priority
from temporalio.exceptions import ApplicationError, FailureError, WorkflowAlreadyStartedError

with workflow.unsafe.imports_passed_through():
    from activities.due import Due, DuePage, DueRequest
    from forge_client import failures, names
    from forge_client.nights import NightInput, NightReport, ResumedNight
    from forge_client.reflection import ReflectionInput
    from forge_client.runs import Report
    from workflows.details import write_night
    from workflows.faults import FAULTS
    from workflows.input import read_optional
    from workflows.night_account import NightAccount
    from workflows.options import OPTIONS

PATIENCE = timedelta(hours=3)
"""How long the night waits for one agent, which may be kept busy by events. It goes on alone then.
"""

START_ATTEMPTS = 3
"""A run that kept us from starting one may end before it can be told: then we start after all."""

Child = workflow.ChildWorkflowHandle[Any, Report]


@workflow.defn(name=names.REFLECTION_NIGHTLY, failure_exception_types=FAULTS)
class Nightly:
    """Goes through the worker's tenant's due agents by id, each once a night."""

    def __init__(self) -> None:
        self._account = NightAccount(NightReport(started_at=workflow.now()))

    @workflow.run
    async def run(self, *inputs: Any) -> NightReport:
        """Have every due agent reflect; the one optional input is a `NightInput` as plain JSON.

        Raises:
            ApplicationError: `AgentsFailed` or `SpendCapReached`, with the report in its details;
                `InvalidInput`; or what kept the list of agents from being read.
        """
        request = read_optional(inputs, NightInput)
        cursor = self._resume(request.resumed)
        while True:
            page = await self._due(cursor)
            await self._reflect_all(page, request)
            cursor = page.next_cursor
            if cursor is None or self._report.stopped:
                break
            if workflow.info().is_continue_as_new_suggested():
                await self._go_on(request, cursor)
        await self._until_running(0)
        return self._conclude()

    @workflow.query(name=names.PROGRESS)
    def progress(self) -> NightReport:
        """Say what came of it so far, and who reflects at this moment."""
        return self._report

    @property
    def _report(self) -> NightReport:
        return self._account.report

    def _resume(self, night: ResumedNight | None) -> str | None:
        if night is None:
            return None
        self._account = NightAccount(night.report)
        return night.cursor

    async def _due(self, cursor: str | None) -> DuePage:
        return await workflow.execute_activity_method(
            Due.due,
            DueRequest(cursor=cursor),
            summary=f"Who has something to reflect on{f' behind {cursor}' if cursor else ''}",
            **OPTIONS[names.DUE].as_arguments(),
        )

    async def _reflect_all(self, page: DuePage, request: NightInput) -> None:
        """Start one agent after another, as there is room; returns while the last still reflect."""
        for agent_id in page.agent_ids:
            await self._until_running((request.at_once or page.at_once) - 1)
            self._report.stopped = page.cap.reached_by(self._report.spent)
            if self._report.stopped:
                return
            self._account.note_start(agent_id)
            # The loop keeps only a weak hold on a task; the workflow's own is strong.
            asyncio.create_task(self._reflect(agent_id, request.model))  # noqa: RUF006

    async def _until_running(self, most: int) -> None:
        await workflow.wait_condition(lambda: len(self._report.running) <= most)

    async def _reflect(self, agent_id: str, model: str | None) -> None:
        try:
            child = await self._start(agent_id, model)
            if child is None:
                self._account.note_told(agent_id)
            else:
                self._account.note_report(agent_id, await _outcome_of(child))
        except Exception as error:  # noqa: BLE001 - one agent's failure is never another's
            self._account.note_failure(agent_id, error)

    async def _start(self, agent_id: str, model: str | None) -> Child | None:
        """Return the running child; None where the agent reflects already, and was told."""
        for _ in range(START_ATTEMPTS):
            try:
                return await _start_child(agent_id, model)
            except WorkflowAlreadyStartedError:
                if await _tell(agent_id):
                    return None
        raise ApplicationError(
            f"{names.workflow_id(agent_id)} could neither be started nor told",
            type=failures.UNEXPECTED,
        )

    async def _go_on(self, request: NightInput, cursor: str) -> NoReturn:
        """Continue with a new history.

        A child tells its end only to the run that started it: so all of them are awaited first,
        once in some hundreds of agents.
        """
        await self._until_running(0)
        resumed = ResumedNight(cursor=cursor, report=self._report)
        following = request.model_copy(update={"resumed": resumed})
        workflow.continue_as_new(following.model_dump(mode="json", exclude_none=True))

    def _conclude(self) -> NightReport:
        self._report.finished_at = workflow.now()
        workflow.set_current_details(write_night(self._report))
        if failure := self._account.failure():
            kind, message = failure
            raise ApplicationError(message, self._report, type=kind, non_retryable=True)
        return self._report


async def _start_child(agent_id: str, model: str | None) -> Child:
    """Start one that outlives us: a night that is cancelled cuts no reflection off."""
    request = ReflectionInput(agent_id=agent_id, model=model)
    return await workflow.start_child_workflow(
        names.AGENT_REFLECTION,
        request.model_dump(mode="json", exclude_none=True),
        id=names.workflow_id(agent_id),
        result_type=Report,
        parent_close_policy=workflow.ParentClosePolicy.ABANDON,
        cancellation_type=workflow.ChildWorkflowCancellationType.ABANDON,
        priority=Priority(priority_key=names.NIGHT_PRIORITY, fairness_key=agent_id),
        static_summary=f"The night of {agent_id}",
    )


async def _tell(agent_id: str) -> bool:
    """Have the agent's running reflection make another pass; False where it has just ended."""
    running = workflow.get_external_workflow_handle(names.workflow_id(agent_id))
    try:
        await running.signal(names.EPISODES_READY)
    except FailureError:
        return False
    return True


async def _outcome_of(child: Child) -> Report:
    done, _ = await workflow.wait([child], timeout=PATIENCE.total_seconds())
    if not done:
        hours = PATIENCE.total_seconds() / 3600
        raise ApplicationError(
            f"still reflecting after {hours:.0f} hours; it goes on by itself",
            type=failures.STEP_TIMED_OUT,
        )
    return child.result()
