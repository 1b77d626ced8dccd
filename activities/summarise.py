"""One slice of upkeep: one question to the model, whose answer takes records to rung 2.

Without a model it asks nothing, and tells forge so. Safe to repeat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from temporalio import activity

from activities import summary_question
from activities.faults import forge_faults, proposer_failure
from activities.heartbeat import beating
from activities.models import Models
from activities.proposers.errors import AnswerUndecodable, ProposerError
from activities.proposers.litellm_model import LitellmProposer
from activities.proposers.prompt import BYTES_A_TOKEN
from forge_client.client import ForgeClient
from forge_client.names import SUMMARISE
from forge_client.runs import ModelUse
from forge_client.tiers import DueSummary, NewSummary
from forge_client.upkeep import AskedSlice, Slice, SliceRequest


class Summarise:
    """Reads and writes through `forge`, and asks the configured one of `models`."""

    def __init__(self, forge: ForgeClient, models: Models) -> None:
        self._forge = forge
        self._models = models

    @activity.defn(name=SUMMARISE)
    async def summarise(self, _: SliceRequest) -> AskedSlice:
        """Summarise what fits into one question, and say how much is left and what it took.

        Raises:
            ApplicationError: `ModelUnavailable`, `ModelRefused`, `UndecodableProposal` (at most 2
                attempts), and forge's; those after a call carry a `ModelUse` in their details.
        """
        model = self._models.summariser()
        with forge_faults():
            async with beating():
                due = await self._forge.due_summaries(model.model if model else None)
                if model is None or not due.records:
                    return AskedSlice(done=0, left=due.left)
                return await self._summarise(model, due.records)

    async def _summarise(self, model: LitellmProposer, due: Sequence[DueSummary]) -> AskedSlice:
        texts = [one.text for one in due]
        count = summary_question.fitting(texts, model.input_tokens * BYTES_A_TOKEN)
        try:
            answer, use = await _ask(model, texts[:count])
        except ProposerError as fault:
            failure = proposer_failure(fault, activity.info().attempt, fault.model)
            if isinstance(fault, AnswerUndecodable) and failure.non_retryable:
                # Asked again after the next fade, and not by each upkeep until then.
                await self._keep(due[:count], {})
            raise failure from fault
        kept = await self._keep(due[:count], answer)
        return AskedSlice(done=kept.done, left=kept.left, model=use)

    async def _keep(self, due: Sequence[DueSummary], answer: Mapping[int, str]) -> Slice:
        return await self._forge.keep_summaries(
            [
                NewSummary(
                    agent_id=one.agent_id,
                    original_entry_id=one.original_entry_id,
                    text=answer.get(number, ""),
                    whole=len(one.text),
                )
                for number, one in enumerate(due, start=1)
            ]
        )


async def _ask(model: LitellmProposer, texts: Sequence[str]) -> tuple[dict[int, str], ModelUse]:
    text, use = await model.ask(summary_question.write(texts), summary_question.ANSWER_FORMAT)
    try:
        return summary_question.read(text), use
    except ValueError as fault:
        raise AnswerUndecodable(str(fault), use) from None
