"""Nights over agents of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from temporalio.client import WorkflowHandle

from forge_client.client import ForgeClient
from forge_client.names import REFLECTION_NIGHTLY
from forge_client.nights import NightReport
from forge_client.runs import Report
from forge_client.turns import NewTurn
from tests.fixtures.reflecting import Reflecting


@dataclass(frozen=True)
class Agents:
    """Agents with un-reflected episodes, in the order in which a night comes to them."""

    reflecting: Reflecting
    ids: list[str]

    async def runs(self, agent_id: str) -> list[Report]:
        async with self.reflecting.caller() as reader:
            return (await reader.list_runs(agent_id)).runs

    async def unreflected(self) -> int:
        async with self.reflecting.caller() as reader:
            pages = [await reader.list_episodes(one, reflected=False, limit=1) for one in self.ids]
        return sum(page.total for page in pages)

    async def assert_each_reflected_once(self, episodes: int) -> None:
        assert await self.unreflected() == 0
        for agent_id in self.ids:
            [report] = await self.runs(agent_id)
            assert report.coverage.reflected == episodes, agent_id


async def agents(reflecting: Reflecting, count: int, episodes: int = 1) -> Agents:
    """Create so many agents, each with so many episodes to reflect on."""
    ids = [f"{reflecting.agent_id}-{number:03}" for number in range(count)]
    async with reflecting.caller("agent") as agent:
        for agent_id in ids:
            await reflecting.forge.create_agent(agent_id)
            await learn(agent, agent_id, episodes)
    return Agents(reflecting, ids)


async def learn(agent: ForgeClient, agent_id: str, episodes: int, said: str = "first") -> None:
    for number in range(episodes):
        turn = {
            "turn_id": f"{said}-{number}",
            "conversation_id": "conversation-1",
            "messages": [
                {"role": "user", "content": f"{agent_id} prefers dashboard {number}, {said}."},
                {"role": "assistant", "content": "Done."},
            ],
        }
        await agent.record_turn(agent_id, NewTurn.model_validate(turn))


async def start_night(reflecting: Reflecting, **request: Any) -> WorkflowHandle[Any, NightReport]:
    return await reflecting.client.start_workflow(
        REFLECTION_NIGHTLY,
        *([request] if request else []),
        id=f"{REFLECTION_NIGHTLY}/{reflecting.task_queue}",
        task_queue=reflecting.task_queue,
        result_type=NightReport,
    )
