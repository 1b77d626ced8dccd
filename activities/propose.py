"""The second step: one question to a proposer over this run's episodes, answered with diffs.

What a model was asked is counted over all attempts, killed and failed ones included.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial

import numpy as np
from temporalio import activity

from activities.bounds import MAX_PROPOSAL, bounded
from activities.faults import forge_faults, permanent, proposer_failure
from activities.heartbeat import Pulse, beating, note_left
from activities.models import Models
from activities.proposers.answer import UndecodableProposal, parse_diffs
from activities.proposers.errors import ProposerError
from activities.proposers.litellm_model import LitellmProposer
from activities.proposers.proposer import Proposer, ProposerInput, Vectors
from forge_client import failures
from forge_client.client import ForgeClient
from forge_client.episodes import Episode
from forge_client.names import BUILT_IN_PROPOSER, PROPOSE
from forge_client.proposals import BeliefDiff
from forge_client.runs import ModelUse
from forge_client.spending import SpendCap, added
from forge_client.wire import Answer

__all__ = [
    "Proposal",
    "Propose",
    "ProposeRequest",
    "UndecodableProposal",
    "parse_diffs",
    "question_about",
]

EMBEDDED_AT_ONCE = 500
"""Texts in one call of forge's embedder."""

LOOKS_BACK = dt.timedelta(days=30)
"""How long before this run's oldest episode a lesson may have been told for the first time."""


class ProposeRequest(Answer):
    """Which episodes to reflect on; `model` is the run's own wish, None the configured one."""

    agent_id: str
    episode_ids: list[str]
    model: str | None = None


class Proposal(Answer):
    """At most `MAX_DIFFS` diffs, how many more there were, and what they cost."""

    diffs: list[BeliefDiff]
    over_limit: int
    model: ModelUse


class Propose:
    """Reads through `forge`, asks the proposer that one of `models` names, up to `cap` a run."""

    def __init__(self, forge: ForgeClient, models: Models, cap: SpendCap) -> None:
        self._forge = forge
        self._models = models
        self._cap = cap

    @activity.defn(name=PROPOSE)
    async def propose(self, request: ProposeRequest) -> Proposal:
        """Ask once.

        Raises:
            ApplicationError: `ModelNotAllowed`, `ModelUnavailable`, `ModelRefused`,
                `UndecodableProposal` (at most 2 attempts), `SpendCapReached`, `StubUnreadable`,
                `TooLarge`, and forge's; those after a call carry a `ModelUse` in their details.
        """
        model = self._models.choose(request.model)
        before = note_left(ModelUse) or ModelUse(name=model or BUILT_IN_PROPOSER)
        if reached := self._cap.reached_by(before):
            raise permanent(failures.SPEND_CAP_REACHED, f"this run stops: {reached}", before)
        with forge_faults(request.agent_id):
            async with beating(before) as pulse:
                question = await question_about(self._forge, request.agent_id, request.episode_ids)
                return await _ask(self._models.proposer(model), question, before, pulse)


async def question_about(
    forge: ForgeClient, agent_id: str, episode_ids: Sequence[str]
) -> ProposerInput:
    """Return what a proposer may look at in a run over these episodes."""
    episodes = await forge.episodes_by_id(agent_id, episode_ids)

    async def earlier() -> Sequence[Episode]:
        since = min(episode.occurred_at for episode in episodes) - LOOKS_BACK
        listing = forge.each_episode(agent_id, reflected=True, since=since)
        return [episode async for episode in listing]

    return ProposerInput(
        episodes=episodes,
        embed=partial(_embed, forge),
        beliefs=await forge.all_beliefs(agent_id, "active"),
        pending=await forge.all_beliefs(agent_id, "pending"),
        earlier=earlier,
    )


async def _embed(forge: ForgeClient, texts: list[str]) -> Vectors:
    vectors: list[list[float]] = []
    for start in range(0, len(texts), EMBEDDED_AT_ONCE):
        vectors += (await forge.embed(texts[start : start + EMBEDDED_AT_ONCE])).vectors
    return np.asarray(vectors, dtype=np.float32)


async def _ask(
    proposer: Proposer, question: ProposerInput, before: ModelUse, pulse: Pulse
) -> Proposal:
    if isinstance(proposer, LitellmProposer):
        # Said before the call: a worker that is killed in the middle of it has still asked.
        pulse.say(added(before, ModelUse(name=before.name, calls=1)))
    try:
        answer = await proposer.propose(question)
    except ProposerError as fault:
        used = added(before, fault.model)
        pulse.say(used)
        raise proposer_failure(fault, activity.info().attempt, used) from fault
    proposal = Proposal(
        diffs=answer.diffs, over_limit=answer.over_limit, model=added(before, answer.model)
    )
    return bounded(proposal, MAX_PROPOSAL)
