"""Which words lie in which file of the data folder: canaries, searched for byte by byte."""

from __future__ import annotations

import base64
import json
import secrets
from pathlib import Path

import asyncpg
import httpx

from forge_client.agents import NewAgent
from forge_client.beliefs import DoorRequest
from forge_client.client import ForgeClient
from forge_client.turns import NewTurn
from tests.fixtures.stack import StackProcess, reflection

AGENT = "canary"
CANARY = "qxzanzibarjw"
"""A word that no text of ours holds."""

KEPT = "vkmontevideoqy"

IN_THE_CLEAR = {"episodes", "beliefs", "runs", "pg_statistic"}
"""Tables with working text, which search needs; and what the planner samples of them."""

TABLES_BY_FILE = """
SELECT DISTINCT coalesce(indexed.relname, toasted.relname, found.relname)
FROM pg_class AS found
LEFT JOIN pg_index AS index ON index.indexrelid = found.oid
LEFT JOIN pg_class AS indexed ON indexed.oid = index.indrelid
LEFT JOIN pg_class AS toasted ON toasted.reltoastrelid = found.oid
WHERE found.relfilenode = ANY ($1::oid[])
"""


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


async def tables_of(stack: StackProcess, files: list[str]) -> set[str]:
    """Return the tables that these files are of; the write-ahead log is of all of them."""
    data = [Path(file) for file in files if not file.startswith("postgres/pg_wal/")]
    assert all(file.parts[:2] == ("postgres", "base") for file in data), files
    nodes = [int(file.name.partition(".")[0]) for file in data]
    url = (stack.folder / "secrets" / "database-owner-url").read_text().strip()
    owner = await asyncpg.connect(url)
    try:
        return {row[0] for row in await owner.fetch(TABLES_BY_FILE, nodes)}
    finally:
        await owner.close()


def spellings(word: str) -> list[str]:
    """Return the word as it is, and as it stands in base64 behind 0, 1 or 2 other bytes."""
    behind = [base64.b64encode(b" " * count + word.encode()).decode() for count in range(3)]
    return [word, *(text[4:-4].lower() for text in behind)]


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
    found = files_with(CANARY, stack.folder)
    assert found
    assert await tables_of(stack, found) <= IN_THE_CLEAR

    erased = ("--agent", AGENT, "--conversation", "c1", "--yes", "--json")
    answer = json.loads(await told(stack, "erase", *erased))
    assert answer["erasure"]["turn_ids"] == ["t0", "t1", "t2"]
    assert answer["swept"]["complete"] is True
    assert any("backups" in place for place in answer["remains"])

    assert files_with(CANARY, stack.folder) == []
    assert files_with(KEPT, stack.folder)
    await told(stack, "verify")


async def test_a_direct_entrys_words_are_in_no_file_of_the_data_folder(
    stack: StackProcess,
) -> None:
    canary, agent = secrets.token_hex(16), "diarist"
    async with stack.forge("admin") as admin:
        await admin.create_agent(NewAgent(id=agent))
    said = {"origin": "INTERNAL", "lane": "TECHNICAL", "type": "SPIKE", "source": agent}
    text = f"The word is {canary}. " + "And a garden grew. " * 20
    tiers = f"/agents/{agent}/tiers"
    async with httpx.AsyncClient(
        base_url=stack.file.forge_url, headers={"X-API-Key": stack.key("agent")}, timeout=60
    ) as caller:
        for path, body in (
            (
                "/reflection-memory/entries",
                [{**said, "id": f"e{n}", "content": text} for n in "12"],
            ),
            (f"{tiers}/fade", {"thresholds": [-9.0, 9.0, 9.0]}),
            (f"{tiers}/fade", {"thresholds": [-9.0, -9.0, 9.0]}),
            ("/reflection-memory/replay", {"since": "2020-01-01T00:00:00Z"}),
        ):
            assert (await caller.post(path, json=body)).is_success
        kept = (await caller.get(f"{tiers}/working")).json()["records"]
        assert [(one["rung"], canary in one["text"]) for one in kept] == [(1, True)] * 2
        assert (await caller.post(f"{tiers}/fade", json={"thresholds": [-9.0] * 3})).is_success
    owner = await asyncpg.connect(
        (stack.folder / "secrets" / "database-owner-url").read_text().strip()
    )
    await owner.execute("CHECKPOINT")
    await owner.close()
    assert [files_with(one, stack.folder) for one in spellings(canary)] == [[]] * 4
