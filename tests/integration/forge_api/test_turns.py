"""Recording turns over HTTP: the words to the log, the episode into memory, once."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import asyncpg
import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reflection_memory.log import ReflectionMemory
from tests.fixtures.forge import AGENT, TENANT, TURNS, Forge, SilentEmbedder, turn
from tests.fixtures.postgres import FreshDatabase

CALL = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "weather", "arguments": '{"city": "Oslo"}'},
}


async def words_of(forge: Forge, answer: httpx.Response) -> list[Any]:
    """Return the content of the turn's entries as the log holds it."""
    log = ReflectionMemory(forge.services.pool, forge.services.keyring, TENANT)
    ids = [entry["id"] for entry in answer.json()["entries"]]
    found = await log.get_many(ids)
    return [found[one].content for one in ids]


async def count(database: FreshDatabase, table: str) -> int:
    owner = await asyncpg.connect(database.owner_url)
    try:
        return len(await owner.fetch(f"TABLE {table}"))
    finally:
        await owner.close()


async def test_each_message_and_each_tool_call_becomes_an_entry_of_its_kind(forge: Forge) -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "content": "rain", "tool_call_id": "call_1"},
        {"role": "assistant", "content": [{"type": "text", "text": "It rains."}]},
    ]
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json={**turn(), "messages": messages})
    assert answer.status_code == 201
    assert [(entry["origin"], entry["type"]) for entry in answer.json()["entries"]] == [
        ("INTERNAL", "AGENT_COMMAND"),
        ("USER", "MESSAGE"),
        ("INTERNAL", "TOOL_USE"),
        ("INTERNAL", "TOOL_RESULT"),
        ("EXTERNAL", "AGENT_RESPONSE"),
    ]
    assert [entry["position"] for entry in answer.json()["entries"]] == [1, 2, 3, 4, 5]
    assert await words_of(forge, answer) == [
        "Be brief.",
        "Weather?",
        CALL,
        "rain",
        [{"type": "text", "text": "It rains."}],
    ]


async def test_the_episode_is_the_one_in_the_list(forge: Forge) -> None:
    sent = turn(task_ref="task-7", finished_at="2026-03-01T12:00:00+02:00")
    async with forge.client("agent") as agent:
        recorded = (await agent.post(TURNS, json=sent)).json()
        listed = (await agent.get(f"/agents/{AGENT}/memory/episodes")).json()
    assert listed["episodes"] == [recorded["episode"]]
    episode = recorded["episode"]
    assert episode["id"].startswith("ep_")
    assert episode["entry_ids"] == [entry["id"] for entry in recorded["entries"]]
    assert episode["occurred_at"] == "2026-03-01T10:00:00Z"
    assert episode["task_ref"] == "task-7"
    assert episode["embedding_model"] == forge.services.embedder.name
    assert "tea" in episode["summary"].lower()


async def test_the_same_turn_again_writes_nothing_and_gets_the_same_answer(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    async with forge.client("agent") as agent:
        first = await agent.post(TURNS, json=turn())
        again = await agent.post(TURNS, json=turn())
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    for table, rows in (("log_entries", 2), ("turns", 1), ("episodes", 1), ("log_batches", 1)):
        assert await count(fresh_database, table) == rows, table


@pytest.mark.parametrize(
    "changed",
    [
        turn("t1", "Coffee, please.", "Here is your tea."),
        turn("t1", "Tea, please."),
        turn(conversation_id="c2"),
        turn(metadata={"mood": "calm"}),
        turn(finished_at="2026-03-01T12:00:00Z"),
    ],
)
async def test_the_same_id_with_other_content_is_refused(
    forge: Forge, fresh_database: FreshDatabase, changed: dict[str, Any]
) -> None:
    async with forge.client("agent") as agent:
        await agent.post(TURNS, json=turn())
        answer = await agent.post(TURNS, json=changed)
    assert (answer.status_code, answer.json()["code"]) == (409, "turn_differs")
    assert await count(fresh_database, "log_entries") == 2


async def test_of_many_at_once_one_writes_and_all_get_the_same_answer(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    async with forge.client("agent") as agent:
        answers = await asyncio.gather(*(agent.post(TURNS, json=turn()) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({answer.text for answer in answers}) == 1
    assert await count(fresh_database, "log_entries") == 2


async def test_many_different_turns_at_once_leave_no_gap_in_the_log(forge: Forge) -> None:
    async with forge.client("agent") as agent:
        turns = [turn(f"t{number}", f"Number {number}?", "Yes.") for number in range(24)]
        answers = await asyncio.gather(*(agent.post(TURNS, json=one) for one in turns))
    positions = [[entry["position"] for entry in answer.json()["entries"]] for answer in answers]
    assert sorted(itertools.chain(*positions)) == list(range(1, 49))
    assert all(second == first + 1 for first, second in positions)


async def test_two_agents_may_use_the_same_turn_id(forge: Forge) -> None:
    await forge.create_agent("other-agent")
    async with forge.client("agent") as agent:
        first = await agent.post(TURNS, json=turn())
        second = await agent.post("/agents/other-agent/turns", json=turn("t1", "Hello.", "Hi."))
    assert first.status_code == second.status_code == 201
    assert first.json()["episode"]["id"] != second.json()["episode"]["id"]


async def test_a_turn_is_recorded_without_a_vector_while_the_embedder_is_down(forge: Forge) -> None:
    forge.use_embedder(SilentEmbedder())
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json=turn())
        again = await agent.post(TURNS, json=turn())
    assert answer.status_code == 201
    assert answer.json()["episode"]["embedding_model"] is None
    assert again.json() == answer.json()


async def test_nothing_is_recorded_when_the_log_refuses_an_entry(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json=turn("t1", "x" * 5_000_000, "Long."))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert answer.json()["errors"][0]["field"] == "content"
    for table in ("log_entries", "turns", "episodes"):
        assert await count(fresh_database, table) == 0


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "user", "content": ""}]}, "messages"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages.0.role"),
        ({"messages": [{"role": "user", "content": 5}]}, "messages.0.content"),
        ({"messages": [{"role": "user", "text": "x"}]}, "messages.0.text"),
        ({"turn_id": ""}, "turn_id"),
        ({"turn_id": "a\0b"}, "turn_id"),
        ({"turn_id": "x" * 201}, "turn_id"),
        ({"conversation_id": None}, "conversation_id"),
        ({"finished_at": "yesterday"}, "finished_at"),
        ({"finished_at": "9999-12-31T23:59:59Z"}, "finished_at"),
        ({"surprise": 1}, "surprise"),
    ],
)
async def test_a_field_at_fault_is_named(forge: Forge, changed: dict[str, Any], field: str) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json={**turn(), **changed})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


async def test_an_id_of_the_greatest_length_is_kept_whole(forge: Forge) -> None:
    agent_id = await forge.create_agent("a" * 64)
    async with forge.client("agent") as agent:
        answer = await agent.post(f"/agents/{agent_id}/turns", json=turn("é" * 200))
    assert answer.status_code == 201
    assert answer.json()["turn_id"] == "é" * 200


texts = st.text(st.characters(exclude_categories=[]), min_size=1, max_size=40)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(said=st.lists(texts, min_size=1, max_size=4))
async def test_any_words_come_back_from_the_log_as_they_were_said(
    forge: Forge, said: list[str]
) -> None:
    # A surrogate pair written as two escapes is one character to every JSON reader.
    said = [json.loads(json.dumps(text)) for text in said]
    async with forge.client("agent") as agent:
        answer = await agent.post(
            TURNS,
            content=json.dumps(turn(str(abs(hash(tuple(said)))), *said)),
            headers={"Content-Type": "application/json"},
        )
    assert answer.status_code in {200, 201}, answer.text
    assert await words_of(forge, answer) == said
    assert not any("\ud800" <= character <= "\udfff" for character in answer.text)


async def test_no_word_of_a_turn_lies_in_the_clear_but_in_its_episode(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    async with forge.client("agent") as agent:
        await agent.post(TURNS, json=turn("t1", "My word is canary-7f3a.", "Noted."))
    owner = await asyncpg.connect(fresh_database.owner_url)
    for table in ("turns", "log_entries", "log_batches", "data_keys"):
        rows = await owner.fetch(f"TABLE {table}")
        assert "canary" not in str(rows), table
    await owner.close()
