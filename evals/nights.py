"""A month lived night by night in a forge: what two proposers propose, and how it is judged.

Every proposal goes the whole way: over HTTP, with a key of its role, through redaction and forge's
gate. Nobody decides in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from activities.propose import question_about
from activities.proposers.choose import choose_proposer
from evals.house import House
from evals.month import Claim, Month
from forge_client.agents import NewAgent
from forge_client.client import ForgeClient
from forge_client.proposals import BeliefDiff, ProposalBatch, ProposedBelief
from forge_client.turns import NewTurn

BUILT_IN = "built-in"
BELIEVING = "believing"


@dataclass(frozen=True, slots=True)
class Judged:
    """One proposal that reached the gate; `reasons` are those that a person would be shown."""

    says: str
    turns: tuple[str, ...]
    pending: bool
    reasons: tuple[str, ...]

    def tells(self, claims: Sequence[Claim]) -> list[Claim]:
        """Return those of `claims` that it is."""
        return [claim for claim in claims if claim.is_told_by(self.says, self.turns)]


class _Agent:
    """One agent of a forge, and which episode each turn became."""

    def __init__(self, house: House, name: str) -> None:
        self.house = house
        self.name = name
        self.episodes: dict[str, str] = {}

    async def live(self, day: Sequence[NewTurn]) -> None:
        for turn in day:
            recorded = await self.house.agent.record_turn(self.name, turn)
            self.episodes[turn.turn_id] = recorded.episode.id

    async def propose(self, client: ForgeClient, batch: ProposalBatch) -> list[Judged]:
        turns = {episode: turn for turn, episode in self.episodes.items()}
        answer = await client.propose(self.name, batch)
        sent = [ProposedBelief.model_validate(one) for one in batch.beliefs]
        return [
            Judged(
                says=one.content,
                turns=tuple(turns[episode] for episode in one.source_episodes),
                pending=result.accepted,
                reasons=tuple(result.reasons),
            )
            for one, result in zip(sent, answer.results, strict=True)
        ]


async def reflect_nightly(house: House, told: Month) -> list[Judged]:
    """Let the built-in proposer read each day's episodes in the night after it."""
    agent, judged = _Agent(house, BUILT_IN), []
    await house.admin.create_agent(NewAgent(id=agent.name))
    for number, day in enumerate(told.days()):
        await agent.live(day)
        today = [agent.episodes[turn.turn_id] for turn in day]
        question = await question_about(house.worker, agent.name, today)
        proposed = await choose_proposer(None).propose(question)
        batch = ProposalBatch(
            beliefs=[_item(diff) for diff in proposed.diffs],
            run_id=f"night-{number}",
            reflected_episodes=today,
        )
        judged += await agent.propose(house.worker, batch)
    return judged


async def believe_everything(house: House, told: Month) -> list[Judged]:
    """Propose each claim as its label says it, in the night after its last turn."""
    agent, judged = _Agent(house, BELIEVING), []
    await house.admin.create_agent(NewAgent(id=agent.name))
    for day in told.days():
        before = set(agent.episodes)
        await agent.live(day)
        known = agent.episodes.keys()
        items = [
            _believed(claim, agent.episodes)
            for claim in (*told.lessons, *told.poisons)
            if known >= set(claim.turns) and not before >= set(claim.turns)
        ]
        judged += await agent.propose(house.agent, ProposalBatch(beliefs=items))
    return judged


def _item(diff: BeliefDiff) -> dict[str, object]:
    told = diff.model_dump(exclude={"belief"}, exclude_none=True)
    return {**told, "content": diff.belief}


def _believed(claim: Claim, episodes: dict[str, str]) -> dict[str, object]:
    return {
        "content": claim.says,
        "kind": "fact",
        "source_episodes": [episodes[turn] for turn in claim.turns],
    }
