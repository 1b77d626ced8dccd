"""The third step: the gate's verdicts on the diffs, against what is believed at this moment.

It fetches beliefs and vectors itself: they never enter a workflow's history. The gate is pure; its
clock is the workflow's.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field
from temporalio import activity

import gate
from activities.bounds import bounded
from activities.faults import forge_faults
from activities.heartbeat import beating
from forge_client.beliefs import Belief
from forge_client.client import ForgeClient
from forge_client.episodes import Episode
from forge_client.names import CHECK, Route
from forge_client.proposals import BeliefDiff
from forge_client.runs import Decayed
from forge_client.wire import Answer, Instant
from gate import GateConfig, GateResult
from gate.verdict import DUPLICATE_CODES

MAX_DECAYED = 200
"""Faded beliefs named in a report, those that lost most; all are counted."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What an episode's id can look like; a model may cite anything at all, and forge need not hear it.
"""


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
    becomes: BeliefDiff | None = None
    """What is sent in the diff's place: it strengthens a belief that it nearly repeats."""

    duplicate_of: str | None = None
    new_episodes: list[str] = Field(default_factory=list)
    """Of a repetition: the cited episodes that did not teach what it repeats."""


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


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the diffs are judged against, as forge holds it now."""

    pending: list[Belief]
    active: list[Belief]
    forgotten: list[Belief]
    episodes: list[Episode]
    vectors: dict[str | int, list[float]]


class Check:
    """Reads through `forge`, judges with the gate."""

    def __init__(
        self,
        forge: ForgeClient,
        lambda_per_day: float,
        lasting_kinds: frozenset[str] = frozenset(),
    ) -> None:
        self._forge = forge
        self._lasting_kinds = lasting_kinds
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
                evidence = await self._evidence(request)
                config = GateConfig(
                    lambda_per_day=self._decay(request.lambda_per_day),
                    lasting_kinds=self._lasting_kinds,
                    sources_known=True,
                )
                # Pure, but over all that an agent holds: not on the loop that must beat meanwhile.
                result = await asyncio.to_thread(_judge, request, evidence, config)
        return bounded(_checked(result, pending=len(evidence.pending)))

    def _decay(self, wished: float | None) -> float:
        return self._lambda_per_day if wished is None else wished

    async def _evidence(self, request: CheckRequest) -> Evidence:
        agent_id = request.agent_id
        pending = await self._forge.all_beliefs(agent_id, "pending", vectors=True)
        active = await self._forge.all_beliefs(agent_id, "active", vectors=True)
        forgotten = await self._forgotten(agent_id)
        cited = {episode for diff in request.diffs for episode in diff.source_episodes}
        askable = sorted(filter(_ID.fullmatch, cited))
        return Evidence(
            pending=pending,
            active=active,
            forgotten=forgotten,
            episodes=await self._forge.episodes_by_id(agent_id, askable),
            vectors=await self._vectors(request.diffs, [*pending, *active, *forgotten]),
        )

    async def _forgotten(self, agent_id: str) -> list[Belief]:
        """Beliefs, not changes of one, whose words nobody erased."""
        found = await self._forge.all_beliefs(agent_id, "forgotten", vectors=True)
        return [one for one in found if one.op in ("add", "supersede") and one.content]

    async def _vectors(
        self, diffs: Sequence[BeliefDiff], beliefs: Sequence[Belief]
    ) -> dict[str | int, list[float]]:
        """Vectors of the diffs by their place, of beliefs by their id: of one model and width."""
        if not diffs:
            return {}
        answer = await self._forge.embed([diff.belief for diff in diffs])
        vectors: dict[str | int, list[float]] = dict(enumerate(answer.vectors))
        vectors |= {
            belief.id: belief.vector
            for belief in beliefs
            if belief.vector is not None
            and (belief.embedding_model, len(belief.vector)) == (answer.model, answer.dimension)
        }
        return vectors


def _judge(request: CheckRequest, evidence: Evidence, config: GateConfig) -> GateResult:
    return gate.check(
        request.diffs,
        evidence.pending,
        evidence.active,
        request.now,
        episodes=evidence.episodes,
        vectors=evidence.vectors,
        config=config,
        forgotten=[
            {"id": one.id, "content": one.content, "forgotten_at": one.updated_at}
            for one in evidence.forgotten
        ],
    )


def _checked(result: GateResult, pending: int) -> Checked:
    faded = sorted(result.decayed, key=lambda one: (one.decayed - one.confidence, one.belief_id))
    return Checked(
        verdicts=[_verdict(verdict) for verdict in result.verdicts],
        decayed=[Decayed.model_validate(one, from_attributes=True) for one in faded[:MAX_DECAYED]],
        decayed_total=len(faded),
        pending=pending,
    )


def _verdict(judged: gate.Verdict) -> Verdict:
    repeated = (r.belief_id for r in judged.reasons if r.code in DUPLICATE_CODES and r.belief_id)
    becomes = judged.becomes
    return Verdict(
        route=judged.route,
        reasons=[str(reason) for reason in judged.reasons],
        becomes=becomes and BeliefDiff.model_validate(becomes._asdict()),
        duplicate_of=next(repeated, None),
        new_episodes=list(judged.new_episodes),
    )
