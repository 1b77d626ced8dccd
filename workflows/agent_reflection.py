"""One agent's reflection: pull, propose, check, submit; and again where an event came meanwhile.

The workflow orders and keeps the account; activities do, the gate judges, a person signs. Its clock
is the workflow's own. It ends with the report of its last pass, or fails and says why.
"""

from __future__ import annotations

import asyncio
from typing import Any

from temporalio import workflow
from temporalio.common import Priority, SearchAttributeKey
from temporalio.exceptions import (
    ActivityError,
    ApplicationError,
    WorkflowAlreadyStartedError,
    is_cancelled_exception,
)
from temporalio.workflow import ParentClosePolicy

with workflow.unsafe.imports_passed_through():
    from activities.check import Check, Checked, CheckRequest
    from activities.propose import Proposal, Propose, ProposeRequest
    from activities.pull import Pull, Pulled
    from activities.report import KeepReport
    from activities.submit import Submit, SubmitRequest, Submitted
    from forge_client import names
    from forge_client.notices import NoticeRequest
    from forge_client.reflection import Progress, ReflectionInput
    from forge_client.runs import Coverage, ModelUse, Report
    from forge_client.spending import added
    from workflows.account import Account
    from workflows.cards_waiting import CardsWaiting
    from workflows.details import write_details
    from workflows.ending import failure_of, model_use_of, pulled_of
    from workflows.faults import FAULTS
    from workflows.input import read_input
    from workflows.options import LAST_WORDS, OPTIONS, StepOptions, propose_queue

AGENT = SearchAttributeKey.for_keyword(names.SEARCH_AGENT)
OUTCOME = SearchAttributeKey.for_keyword(names.SEARCH_OUTCOME)
PENDING_CARDS = SearchAttributeKey.for_int(names.SEARCH_PENDING_CARDS)


@workflow.defn(name=names.AGENT_REFLECTION, failure_exception_types=FAULTS)
class AgentReflection:
    """Passes over one agent's un-reflected episodes until no event waits."""

    def __init__(self) -> None:
        self._step = "starting"
        self._passes = 0
        self._event_waits = False
        self._by_event = False
        self._earlier: ModelUse | None = None
        self._account: Account | None = None

    @workflow.run
    async def run(self, *inputs: Any) -> Report:
        """Reflect; the one input is a `ReflectionInput` as plain JSON.

        Any number of inputs is taken, so that a wrong number fails instead of waiting for ever.

        Raises:
            ApplicationError: Its type is one of `forge_client.failures`.
        """
        request = read_input(inputs)
        workflow.upsert_search_attributes([AGENT.value_set(request.agent_id)])
        while True:
            try:
                report = await self._pass(request)
            except ApplicationError:
                if not self._event_waits:
                    raise
            else:
                if not self._event_waits:
                    return report.model_copy(update={"earlier_passes": self._earlier})
            self._earlier = self._spent()
            # No await between the look at the event and the end: nothing can come in unseen.
            if workflow.info().is_continue_as_new_suggested():
                workflow.continue_as_new(request.model_dump(mode="json", exclude_none=True))

    @workflow.signal(name=names.EPISODES_READY)
    def episodes_ready(self, *_: Any) -> None:
        """Ask for another pass; any number of events during one pass asks for one."""
        self._event_waits = True

    @workflow.query(name=names.PROGRESS)
    def progress(self) -> Progress:
        """Say where the run stands."""
        account = self._account
        return Progress(
            step=self._step,
            passes=self._passes,
            run_id=account.run_id if account else workflow.info().run_id,
            coverage=account.coverage("proposed") if account else Coverage(),
            another_pass=self._event_waits,
        )

    def _spent(self) -> ModelUse | None:
        """What all passes so far asked of a model."""
        last = self._account.spent if self._account else None
        return added(self._earlier, last) if self._earlier and last else last

    async def _pass(self, request: ReflectionInput) -> Report:
        self._by_event, self._event_waits = self._event_waits, False
        self._passes += 1
        self._account = account = Account(
            agent_id=request.agent_id,
            run_id=_run_id(self._passes),
            started_at=workflow.now(),
            model=ModelUse(name=request.model or ""),
        )
        try:
            report = await self._reflect(request, account)
        except (Exception, asyncio.CancelledError) as error:
            await self._tell_failure(account, error)
            if is_cancelled_exception(error):
                raise
            failure = failure_of(error)
            raise ApplicationError(
                failure.message, self._spent(), type=failure.type, non_retryable=True
            ) from error
        self._tell(report)
        return report

    async def _reflect(self, request: ReflectionInput, account: Account) -> Report:
        account.pulled = await self._pull(request)
        if not account.pulled.episode_ids:
            return await self._keep(account.report("nothing_to_reflect", workflow.now()))
        account.proposal = await self._propose(request, account.pulled)
        account.checked = await self._check(request, account.proposal)
        if request.dry_run:
            return await self._keep(account.report("dry_run", workflow.now()))
        submitted = await self._submit(account, account.pulled, account.proposal, account.checked)
        if submitted.report is None:
            return await self._keep(account.report("overtaken", workflow.now()))
        cards = account.checked.pending + submitted.report.accepted
        workflow.upsert_search_attributes([PENDING_CARDS.value_set(cards)])
        if submitted.notice:
            await self._tell_people(submitted.report)
        return submitted.report

    async def _pull(self, request: ReflectionInput) -> Pulled:
        self._step = names.PULL
        return await workflow.execute_activity_method(
            Pull.pull,
            request,
            summary="Find the un-reflected episodes",
            **OPTIONS[names.PULL].as_arguments(),
        )

    async def _propose(self, request: ReflectionInput, pulled: Pulled) -> Proposal:
        self._step = names.PROPOSE
        count = len(pulled.episode_ids)
        return await workflow.execute_activity_method(
            Propose.propose,
            ProposeRequest(
                agent_id=request.agent_id, episode_ids=pulled.episode_ids, model=request.model
            ),
            task_queue=propose_queue(workflow.info().task_queue),
            priority=self._priority(request.agent_id),
            summary=f"Ask what {count} of {pulled.available} episodes teach",
            **OPTIONS[names.PROPOSE].as_arguments(),
        )

    async def _check(self, request: ReflectionInput, proposal: Proposal) -> Checked:
        self._step = names.CHECK
        return await workflow.execute_activity_method(
            Check.check,
            CheckRequest(
                agent_id=request.agent_id,
                diffs=proposal.diffs,
                now=request.now or workflow.now(),
                lambda_per_day=request.lambda_per_day,
            ),
            summary=f"Judge {len(proposal.diffs)} diffs against what is believed now",
            **OPTIONS[names.CHECK].as_arguments(),
        )

    async def _submit(
        self, account: Account, pulled: Pulled, proposal: Proposal, checked: Checked
    ) -> Submitted:
        self._step = names.SUBMIT
        return await workflow.execute_activity_method(
            Submit.submit,
            SubmitRequest(
                diffs=proposal.diffs,
                verdicts=checked.verdicts,
                reflected_episodes=pulled.episode_ids,
                report=account.report(account.verdict(), workflow.now()),
            ),
            summary=f"Send {checked.sent} proposals, mark {len(pulled.episode_ids)} episodes",
            **OPTIONS[names.SUBMIT].as_arguments(),
        )

    async def _tell_people(self, report: Report) -> None:
        """Start the notice; it outlives this run, which waits for nothing of it."""
        try:
            await workflow.start_child_workflow(
                CardsWaiting.run,
                NoticeRequest(agent_id=report.agent_id, run_id=report.run_id),
                id=names.notice_id(report.agent_id, report.run_id),
                parent_close_policy=ParentClosePolicy.ABANDON,
                static_summary=f"{report.accepted} new cards of {report.agent_id}",
            )
        except WorkflowAlreadyStartedError:
            workflow.logger.info("the notice of this run is on its way already")

    def _priority(self, agent_id: str) -> Priority:
        """Whoever sent an event waits for its pass, also where the night began the run."""
        return Priority(
            priority_key=names.EVENT_PRIORITY if self._by_event else None, fairness_key=agent_id
        )

    async def _keep(self, report: Report, bounds: StepOptions = OPTIONS[names.REPORT]) -> Report:
        self._step = names.REPORT
        return await workflow.execute_activity_method(
            KeepReport.report,
            report,
            summary=f"Keep the report: {report.outcome}",
            **bounds.as_arguments(),
        )

    async def _tell_failure(self, account: Account, error: BaseException) -> None:
        """Leave a report of the failure where that is possible; never hide why the run failed."""
        account.model = model_use_of(error) or account.model
        account.pulled = account.pulled or pulled_of(error)
        report = account.report("failed", workflow.now(), failure_of(error))
        self._tell(report)
        try:
            await self._keep(report, LAST_WORDS)
        except ActivityError:
            workflow.logger.warning("forge did not take the report of this failed run")

    def _tell(self, report: Report) -> None:
        """Make the run read like a report in the Web UI."""
        self._step = "done"
        workflow.upsert_search_attributes([OUTCOME.value_set(report.outcome)])
        workflow.set_current_details(write_details(report))


def _run_id(passes: int) -> str:
    """Each pass is a run of its own for forge, which answers one run's id always the same."""
    own = workflow.info().run_id
    return own if passes == 1 else f"{own}-{passes}"
