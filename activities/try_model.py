"""The doctor's question: does the configured model answer as it must? One small call, no memory."""

from __future__ import annotations

from temporalio import activity

from activities.faults import permanent, proposer_failure
from activities.heartbeat import beating
from activities.models import Models
from activities.proposers.errors import ProposerError
from activities.proposers.proposer import ProposerInput, Vectors
from forge_client import failures
from forge_client.names import TRY_MODEL
from forge_client.runs import ModelUse

ONLY_ATTEMPT = 2
"""So that an answer that does not decode is final too."""


class TryModel:
    """Asks the one of `models` that a run without a wish of its own would ask."""

    def __init__(self, models: Models) -> None:
        self._models = models

    @activity.defn(name=TRY_MODEL)
    async def try_model(self) -> ModelUse:
        """Ask about no episodes at all, and return what that took.

        Raises:
            ApplicationError: `ModelUnavailable`, `ModelRefused`, `UndecodableProposal`,
                `StubUnreadable`.
        """
        proposer = self._models.proposer(self._models.configured)
        try:
            async with beating():
                answer = await proposer.propose(ProposerInput(episodes=(), embed=_nothing))
        except ProposerError as fault:
            raise proposer_failure(fault, ONLY_ATTEMPT, fault.model) from fault
        return answer.model


async def _nothing(_: list[str]) -> Vectors:
    raise permanent(failures.UNEXPECTED, "a question without episodes needs no vectors")
