"""What one pass of a reflection has learned so far, and the report that can be made of it.

A pass can end at every step; its report is always made here, so that its numbers always add up.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from activities.check import Checked, Verdict
from activities.propose import Proposal
from activities.pull import Pulled
from forge_client.names import Outcome
from forge_client.proposals import BeliefDiff
from forge_client.runs import Coverage, DiffResult, Failure, ModelUse, Report

_READ = {"proposed", "nothing_new", "dry_run"}
"""Outcomes of a pass that reflected on its episodes; every other leaves them all."""


@dataclass(slots=True)
class Account:
    """One pass, filled in step by step."""

    agent_id: str
    run_id: str
    started_at: dt.datetime
    model: ModelUse
    pulled: Pulled | None = None
    proposal: Proposal | None = None
    checked: Checked | None = None

    @property
    def spent(self) -> ModelUse:
        """What was asked of a model, as far as it is known."""
        return self.proposal.model if self.proposal else self.model

    def coverage(self, outcome: Outcome) -> Coverage:
        """Return what a pass that ends so has reflected on, and what it leaves."""
        if self.pulled is None:
            return Coverage()
        reflected = len(self.pulled.episode_ids) if outcome in _READ else 0
        available = self.pulled.available
        return Coverage(
            reflected=reflected, available=available, left_for_next_run=available - reflected
        )

    def verdict(self) -> Outcome:
        """Return how the pass ends if forge accepts what the gate let through."""
        routes = {verdict.route for verdict in self._verdicts()}
        return "proposed" if routes - {"duplicate"} else "nothing_new"

    def report(
        self, outcome: Outcome, finished_at: dt.datetime, failure: Failure | None = None
    ) -> Report:
        """Return the report of a pass that ends now."""
        results = self._results()
        return Report(
            run_id=self.run_id,
            agent_id=self.agent_id,
            outcome=outcome,
            failure=failure,
            coverage=self.coverage(outcome),
            proposed=len(self.proposal.diffs) if self.proposal else 0,
            rejected=sum(result.rejected_code is not None for result in results),
            over_limit=self.proposal.over_limit if self.proposal else 0,
            results=results,
            decayed=self.checked.decayed if self.checked else [],
            decayed_total=self.checked.decayed_total if self.checked else 0,
            model=self.spent,
            started_at=self.started_at,
            finished_at=finished_at,
        )

    def _verdicts(self) -> list[Verdict]:
        return self.checked.verdicts if self.checked else []

    def _results(self) -> list[DiffResult]:
        diffs = self.proposal.diffs if self.proposal and self.checked else []
        return [
            _result(diff, verdict) for diff, verdict in zip(diffs, self._verdicts(), strict=True)
        ]


def _result(proposed: BeliefDiff, verdict: Verdict) -> DiffResult:
    diff = verdict.becomes or proposed
    duplicate = verdict.route == "duplicate"
    return DiffResult(
        op=diff.op,
        belief=diff.belief,
        route=verdict.route,
        reasons=verdict.reasons,
        rejected_code="duplicate" if duplicate else None,
        rejected_reason="; ".join(verdict.reasons) if duplicate else None,
        duplicate_of=verdict.duplicate_of,
        new_episodes=verdict.new_episodes,
        source_episodes=diff.source_episodes,
    )
