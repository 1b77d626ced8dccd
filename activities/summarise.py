"""One slice of upkeep: one question to the model, whose answer takes records to rung 2.

Without a model it asks nothing, and tells forge so. Safe to repeat. What the model was asked is
counted over all attempts, killed and failed ones included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from temporalio import activity

from activities import summary_question
from activities.faults import forge_faults, proposer_failure
from activities.heartbeat import Pulse, beating, note_left
from activities.models import Models
from activities.proposers.errors import AnswerUndecodable, ProposerError
from activities.proposers.litellm_model import LitellmProposer
from activities.proposers.prompt import BYTES_A_TOKEN
from forge_client.client import ForgeClient
from forge_client.names import SUMMARISE
from forge_client.runs import ModelUse
from forge_client.spending import added
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
        model, before = self._models.summariser(), note_left(ModelUse)
        with forge_faults():
            async with beating(before) as pulse:
                due = await self._forge.due_summaries(model.model if model else None)
                if model is None or not due.records:
                    return AskedSlice(done=0, left=due.left, model=before)
                spent = before or ModelUse(name=model.model)
                return await self._summarise(model, due.records, spent, pulse)

    async def _summarise(
        self, model: LitellmProposer, due: Sequence[DueSummary], before: ModelUse, pulse: Pulse
    ) -> AskedSlice:
        texts = [one.text for one in due]
        count = summary_question.fitting(texts, model.input_tokens * BYTES_A_TOKEN)
        # Said before the call: a worker that is killed in the middle of it has still asked.
        pulse.say(added(before, ModelUse(name=model.model, calls=1)))
        try:
            answer, use = await _ask(model, texts[:count])
        except ProposerError as fault:
            used = added(before, fault.model)
            pulse.say(used)
            failure = proposer_failure(fault, activity.info().attempt, used)
            if isinstance(fault, AnswerUndecodable) and failure.non_retryable:
                # Asked again after the next fade, and not by each upkeep until then.
                await self._keep(due[:count], {})
            raise failure from fault
        used = added(before, use)
        pulse.say(used)
        kept = await self._keep(due[:count], answer)
        return AskedSlice(done=kept.done, left=kept.left, model=used)

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
