"""The last step: proposals, the mark on the episodes and the report, in one transaction of forge's.

Safe to repeat: forge knows the run's id and answers the same again.
"""

from __future__ import annotations

from temporalio import activity

from activities.bounds import bounded
from activities.check import Verdict
from activities.faults import forge_faults
from activities.heartbeat import beating
from forge_client.client import ForgeClient
from forge_client.errors import ForgeRefused
from forge_client.names import AGENT_REFLECTION, SUBMIT
from forge_client.proposals import BeliefDiff, ProposalBatch, ProposedBelief
from forge_client.runs import Report
from forge_client.wire import Answer


class SubmitRequest(Answer):
    """`diffs` and `verdicts` belong together one by one; duplicates are reported, not sent.

    `report` is the draft: forge completes it with its own verdicts, in the order of the items.
    """

    diffs: list[BeliefDiff]
    verdicts: list[Verdict]
    reflected_episodes: list[str]
    report: Report


class Submitted(Answer):
    """The report as forge stored it; None: another run came first and nothing was stored."""

    report: Report | None
    notice: bool = False
    """There are new cards, and a webhook through which people want to be told."""


class Submit:
    """Writes through `forge`; `notices`: this worker has a webhook to tell people through."""

    def __init__(self, forge: ForgeClient, *, notices: bool = False) -> None:
        self._forge = forge
        self._notices = notices

    @activity.defn(name=SUBMIT)
    async def submit(self, request: SubmitRequest) -> Submitted:
        """Store the run, or say that it was overtaken.

        Raises:
            ApplicationError: `EmbedderUnavailable`, `ForgeUnavailable`, `ForgeRefused`,
                `UnknownAgent`, `TooLarge`.
        """
        with forge_faults(request.report.agent_id):
            async with beating():
                report = await self._store(request)
        notice = self._notices and report is not None and report.accepted > 0
        return bounded(Submitted(report=report, notice=notice))

    async def _store(self, request: SubmitRequest) -> Report | None:
        try:
            answer = await self._forge.propose(request.report.agent_id, _batch(request))
        except ForgeRefused as fault:
            if fault.code == "overtaken":
                return None
            raise
        return answer.report or request.report


def _batch(request: SubmitRequest) -> ProposalBatch:
    judged = zip(request.diffs, request.verdicts, strict=True)
    sent = [
        _proposed(diff, verdict).model_dump(mode="json", exclude_none=True)
        for diff, verdict in judged
        if verdict.route != "duplicate"
    ]
    return ProposalBatch(
        actor=AGENT_REFLECTION,
        beliefs=sent,
        run_id=request.report.run_id,
        reflected_episodes=request.reflected_episodes,
        report=request.report,
    )


def _proposed(proposed: BeliefDiff, verdict: Verdict) -> ProposedBelief:
    diff = verdict.becomes or proposed
    return ProposedBelief(
        op=diff.op,
        target_belief_id=diff.target_belief_id,
        content=diff.belief,
        kind=diff.kind,
        confidence=diff.confidence,
        rationale=diff.rationale,
        source_episodes=diff.source_episodes,
        review_reasons=verdict.reasons if verdict.route == "needs_review" else [],
    )
