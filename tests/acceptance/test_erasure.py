"""The erased words are in no file of the data folder: a canary, searched for byte by byte."""

from __future__ import annotations

import json
from pathlib import Path

from forge_client.agents import NewAgent
from forge_client.beliefs import DoorRequest
from forge_client.client import ForgeClient
from forge_client.turns import NewTurn
from tests.fixtures.stack import StackProcess, reflection

AGENT = "canary"
CANARY = "qxzanzibarjw"
"""A word that no text of ours holds."""

KEPT = "vkmontevideoqy"


def files_with(word: str, folder: Path) -> list[str]:
    """Return the files below `folder` that hold the word, in whatever case."""
    sought = word.encode()
    found = [path for path in folder.rglob("*") if path.is_file() and holds(path, sought)]
    return [str(path.relative_to(folder)) for path in found]


def holds(path: Path, sought: bytes) -> bool:
    try:
        return sought in path.read_bytes().lower()
    except FileNotFoundError:
        # A running database removes files.
        return False


async def record(
    forge: ForgeClient, turn_id: str, conversation: str, said: str, agent: str = AGENT
) -> None:
    messages = [{"role": "user", "content": said}, {"role": "assistant", "content": "Noted."}]
    turn = {"turn_id": turn_id, "conversation_id": conversation, "messages": messages}
    await forge.record_turn(agent, NewTurn.model_validate(turn))


async def learn(stack: StackProcess) -> list[str]:
    """Let the agent hear the canary three times, reflect, and have all cards kept."""
    async with stack.forge("admin") as admin:
        await admin.create_agent(NewAgent(id=AGENT))
        for number in range(3):
            await record(admin, f"t{number}", "c1", f"I always want my {CANARY} served cold.")
            await record(admin, f"k{number}", "c2", f"I always take {KEPT} with my tea.")
    await told(stack, "run", "--agent", AGENT)
    async with stack.forge("reviewer") as reviewer:
        cards = (await reviewer.list_cards(AGENT)).cards
        for card in cards:
            await reviewer.pass_door(AGENT, card.belief.id, "keep", DoorRequest())
    return [card.belief.content for card in cards]


async def told(stack: StackProcess, *arguments: str) -> str:
    status, printed, complaint = await reflection(*arguments, "--data-dir", str(stack.folder))
    assert status == 0, complaint
    return printed


async def test_erased_words_are_in_no_file_of_the_data_folder(stack: StackProcess) -> None:
    believed = await learn(stack)
    assert any(CANARY in content for content in believed)
    assert files_with(CANARY, stack.folder)

    erased = ("--agent", AGENT, "--conversation", "c1", "--yes", "--json")
    answer = json.loads(await told(stack, "erase", *erased))
    assert answer["erasure"]["turn_ids"] == ["t0", "t1", "t2"]
    assert answer["swept"]["complete"] is True
    assert any("backups" in place for place in answer["remains"])

    assert files_with(CANARY, stack.folder) == []
    assert files_with(KEPT, stack.folder)
    await told(stack, "verify")
