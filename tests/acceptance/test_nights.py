"""Nights and events as a person meets them: `seed`, `event`, `schedule`, on a whole stack."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import uuid4

import pytest_asyncio

from forge_client.runs import Report
from forge_client.turns import NewTurn
from temporal_link.client import connect
from temporal_link.settings import read_temporal
from tests.fixtures.stack import StackProcess, reflection


async def run(stack: StackProcess, *words: str) -> str:
    """Run a command that must succeed; return what it printed."""
    command, *rest = words
    status, printed, told = await reflection(command, "--data-dir", str(stack.folder), *rest)
    assert status == 0, printed + told
    return printed


async def night(stack: StackProcess) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(await run(stack, "schedule", "--json"))[0]
    assert found["name"] == "reflection-nightly"
    return found


@pytest_asyncio.fixture
async def agent_id(stack: StackProcess) -> str:
    """A new agent with one turn to reflect on."""
    new = f"agent-{uuid4().hex[:12]}"
    assert f"{new} is created" in await run(stack, "seed", "--agent", new)
    turn = {
        "turn_id": "t1",
        "conversation_id": "c1",
        "messages": [{"role": "user", "content": "Tea, please."}],
    }
    async with stack.forge("agent") as forge:
        await forge.record_turn(new, NewTurn.model_validate(turn))
    return new


async def reports(stack: StackProcess, agent_id: str) -> list[Report]:
    """Wait for the first report, and return all that there are then."""
    async with asyncio.timeout(60), stack.forge("reviewer") as forge:
        while True:
            if found := (await forge.list_runs(agent_id)).runs:
                return found
            await asyncio.sleep(0.1)


async def test_a_stack_that_is_up_has_its_nights(stack: StackProcess) -> None:
    found = await night(stack)
    assert (found["cron"], found["paused"]) == ("0 3 * * *", False)
    assert "T03:0" in found["next_at"]
    seeded = await run(stack, "seed")
    assert "schedule reflection-nightly: unchanged" in seeded
    assert "schedule reflection-upkeep: unchanged" in seeded


async def test_nights_are_paused_and_resumed_and_seed_keeps_the_pause(stack: StackProcess) -> None:
    shown = await run(stack, "schedule", "pause", "--reason", "moving house")
    await run(stack, "seed")
    paused = await night(stack)
    await run(stack, "schedule", "resume")
    assert "paused: moving house" in shown
    assert (paused["paused"], paused["note"], paused["next_at"]) == (True, "moving house", None)
    assert not (await night(stack))["paused"]


async def test_an_event_has_the_agent_reflect(stack: StackProcess, agent_id: str) -> None:
    told = await run(stack, "event", "--agent", agent_id)
    assert told == f"Started agent-reflection/{agent_id}\n"
    [report] = await reports(stack, agent_id)
    assert report.coverage.reflected == 1


async def test_a_night_started_by_hand_reflects_whoever_is_due(
    stack: StackProcess, agent_id: str
) -> None:
    await run(stack, "schedule", "start")
    [report] = await reports(stack, agent_id)
    assert report.coverage.reflected == 1
    assert (await night(stack))["recent"][-1]["workflow_id"].startswith("reflection-nightly")


async def test_an_event_for_nobody_is_refused_with_a_remedy(stack: StackProcess) -> None:
    status, _, told = await reflection(
        "event", "--data-dir", str(stack.folder), "--agent", "nobody-at-all"
    )
    assert status == 1
    assert "agent_not_found" in told


async def test_the_doctor_names_a_schedule_that_is_missing_until_seed_mends_it(
    stack: StackProcess,
) -> None:
    temporal = read_temporal({"TEMPORAL_ADDRESS": stack.file.temporal_address})
    client = await connect(temporal)
    await client.get_schedule_handle("reflection-upkeep").delete()
    status, printed, _ = await reflection("doctor", "--data-dir", str(stack.folder))
    assert status == 1
    assert "FAIL  schedule reflection-upkeep: is missing" in printed
    assert "schedule reflection-upkeep: created" in await run(stack, "seed")
    assert "ok    schedule reflection-upkeep: on" in await run(stack, "doctor")
