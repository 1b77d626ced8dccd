"""What a night has learned so far of its agents, and how it ends.

Lists of agents are bounded, counts are not: a report of ten thousand agents still fits a history.
"""

from __future__ import annotations

from forge_client import failures
from forge_client.nights import MAX_NAMED, NightFailure, NightReport
from forge_client.runs import ModelUse, Report
from forge_client.spending import added
from workflows.ending import failure_of, model_use_of

NAMED_IN_MESSAGE = 50


class NightAccount:
    """Fills in one `report`."""

    def __init__(self, report: NightReport) -> None:
        self.report = report

    def note_start(self, agent_id: str) -> None:
        """An agent's turn has come."""
        self.report.running.append(agent_id)

    def note_report(self, agent_id: str, report: Report) -> None:
        """Its reflection ended with a report."""
        self._end(agent_id)
        outcomes = self.report.outcomes
        outcomes[report.outcome] = outcomes.get(report.outcome, 0) + 1
        self.report.accepted += report.accepted
        self._spend(report.model)
        self._spend(report.earlier_passes)

    def note_failure(self, agent_id: str, error: BaseException) -> None:
        """Its reflection failed."""
        self._end(agent_id)
        told = self.report
        told.outcomes["failed"] = told.failed_total = told.failed_total + 1
        if len(told.failed) < MAX_NAMED:
            failure = failure_of(error)
            told.failed.append(
                NightFailure(agent_id=agent_id, type=failure.type, message=failure.message)
            )
        self._spend(model_use_of(error))

    def note_told(self, agent_id: str) -> None:
        """It reflected already, and was told."""
        self.report.running.remove(agent_id)
        self.report.told_total += 1
        if len(self.report.told) < MAX_NAMED:
            self.report.told.append(agent_id)

    def failure(self) -> tuple[str, str] | None:
        """Return the type and the message with which the night must fail; None: it was a good one.

        It fails for one agent, as for all of them: a night that failed in part and looked well
        would be noticed by nobody.
        """
        failed = f"{self.report.failed_total} of {self.report.agents} agents failed"
        named = f"{failed}: {self._named()}" if self.report.failed_total else ""
        if self.report.stopped:
            after = f"the night stopped after {self.report.agents} agents: {self.report.stopped}"
            return failures.SPEND_CAP_REACHED, "; ".join(filter(None, [after, named]))
        return (failures.AGENTS_FAILED, named) if named else None

    def _named(self) -> str:
        named = [f"{one.agent_id} ({one.type})" for one in self.report.failed[:NAMED_IN_MESSAGE]]
        more = self.report.failed_total - len(named)
        return ", ".join([*named, f"and {more} more"] if more else named)

    def _end(self, agent_id: str) -> None:
        self.report.running.remove(agent_id)
        self.report.agents += 1

    def _spend(self, use: ModelUse | None) -> None:
        if use is not None:
            total = added(self.report.spent, use)
            self.report.spent = total.model_copy(update={"name": self.report.spent.name})
