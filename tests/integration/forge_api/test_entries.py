"""The log's own routes: an agent writes and reads its own entries, nobody changes one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.fixtures.forge import AGENT, TURNS, Forge, turn

ENTRIES = "/reflection-memory/entries"
SECRET = "ghp_" + "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"


def thought(content: Any = "The user seems tired.", **fields: Any) -> dict[str, Any]:
    """Return an entry of the agent's own inner voice."""
    entry = {"origin": "INTERNAL", "lane": "EMOTIONAL", "type": "MOOD_STATE", "source": AGENT}
    return {**entry, "content": content, **fields}


async def test_an_entry_is_recorded_and_read_back_as_it_came(forge: Forge) -> None:
    content = {"b": [1, None, "NUL \0 and a lone surrogate \ud800"], "a": SECRET}
    async with forge.client("agent") as agent:
        recorded = await agent.post(
            ENTRIES,
            content=json.dumps(thought(content, metadata={"k": "\ud800"}, references=["ent_x"])),
            headers={"Content-Type": "application/json"},
        )
        [place] = recorded.json()["entries"]
        read = json.loads((await agent.get(f"{ENTRIES}/{place['id']}")).content)
    assert recorded.status_code == 201
    assert (place["position"], place["sequence"]) == (1, 1)
    assert read["content"] == content
    assert list(read["content"]) == ["b", "a"]
    assert (read["metadata"], read["references"]) == ({"k": "\ud800"}, ["ent_x"])
    assert read["timestamp"] == place["timestamp"]


async def test_a_list_is_recorded_next_to_each_other_or_not_at_all(forge: Forge) -> None:
    async with forge.client("agent") as agent:
        recorded = await agent.post(ENTRIES, json=[thought(f"Number {n}") for n in range(3)])
        refused = await agent.post(ENTRIES, json=[thought(), thought(source="ghost")])
        listed = (await agent.get(ENTRIES)).json()["entries"]
    assert [place["position"] for place in recorded.json()["entries"]] == [1, 2, 3]
    assert refused.status_code == 404
    assert [entry["content"] for entry in listed] == ["Number 0", "Number 1", "Number 2"]


async def test_the_same_id_again_writes_nothing_and_other_content_is_refused(forge: Forge) -> None:
    async with forge.client("agent") as agent:
        first = await agent.post(ENTRIES, json=thought(id="mine-1"))
        again = await agent.post(ENTRIES, json=thought(id="mine-1"))
        other = await agent.post(ENTRIES, json=thought("Something else", id="mine-1"))
        listed = (await agent.get(ENTRIES)).json()["entries"]
    assert first.json() == again.json()
    assert (other.status_code, other.json()["code"]) == (409, "entry_differs")
    assert len(listed) == 1


@pytest.mark.parametrize("origin", ["USER", "ADVISOR", "SYSTEM"])
async def test_an_agent_speaks_in_its_own_voice_only(forge: Forge, origin: str) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(ENTRIES, json=thought(origin=origin))
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_no_writer_can_take_an_id_that_forge_makes(forge: Forge) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(ENTRIES, json=thought(id="ent_" + "0" * 32))
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "entries.0.id"


@pytest.mark.parametrize("role", ["worker", "reviewer", "admin"])
async def test_only_an_agent_s_key_writes(forge: Forge, role: Any) -> None:
    async with forge.client(role) as client:
        assert (await client.post(ENTRIES, json=thought())).status_code == 403


async def test_an_agent_reads_its_own_source_only(forge: Forge) -> None:
    await forge.create_agent("other-agent")
    key = (await forge.create_key("agent", agents=["other-agent"])).key
    async with forge.client("agent") as agent, forge.client(key=key) as other:
        [place] = (await agent.post(ENTRIES, json=thought())).json()["entries"]
        await other.post(ENTRIES, json=thought("Mine.", source="other-agent"))
        single = await other.get(f"{ENTRIES}/{place['id']}")
        asked = await other.get(ENTRIES, params={"sources": AGENT})
        listed = (await other.get(ENTRIES)).json()["entries"]
        recent = (await other.get("/reflection-memory/recent")).json()["entries"]
    assert (single.status_code, single.json()["code"]) == (404, "entry_not_found")
    assert (asked.status_code, asked.json()["code"]) == (404, "agent_not_found")
    assert [entry["source"] for entry in listed] == ["other-agent"]
    assert listed == recent


async def test_an_agent_s_key_of_a_tenant_without_agents_reads_nothing(forge: Forge) -> None:
    keys = await forge.keys_of("rival")
    async with forge.client("agent") as agent, forge.client(key=keys["agent"]) as rival:
        [place] = (await agent.post(ENTRIES, json=thought())).json()["entries"]
        assert (await rival.get(ENTRIES)).json()["entries"] == []
        assert (await rival.get(f"{ENTRIES}/{place['id']}")).status_code == 404


async def test_another_tenant_s_reviewer_finds_nothing(forge: Forge) -> None:
    keys = await forge.keys_of("rival")
    async with forge.client("agent") as agent, forge.client(key=keys["reviewer"]) as rival:
        [place] = (await agent.post(ENTRIES, json=thought())).json()["entries"]
        assert (await rival.get(ENTRIES)).json()["entries"] == []
        assert (await rival.get(f"{ENTRIES}/{place['id']}")).status_code == 404


@pytest.mark.parametrize("role", ["worker", "reviewer", "admin"])
async def test_everybody_else_sees_secrets_masked(forge: Forge, role: Any) -> None:
    async with forge.client("agent") as agent, forge.client(role) as reader:
        await agent.post(ENTRIES, json=thought(f"The token is {SECRET}"))
        assert SECRET in (await agent.get(ENTRIES)).text
        answer = await reader.get(ENTRIES)
    assert len(answer.json()["entries"]) == 1
    assert SECRET not in answer.text


async def test_a_question_narrows_by_each_of_its_filters(forge: Forge) -> None:
    async with forge.client("agent") as agent:
        await agent.post(TURNS, json=turn())
        await agent.post(ENTRIES, json=thought())

        async def ask(**query: Any) -> list[int]:
            found = (await agent.get(ENTRIES, params=query)).json()["entries"]
            return [entry["position"] for entry in found]

        assert await ask(types=["MESSAGE", "MOOD_STATE"]) == [1, 3]
        assert await ask(types="MESSAGE,MOOD_STATE") == [1, 3]
        assert await ask(origins="EXTERNAL") == [2]
        assert await ask(lanes="EMOTIONAL") == [3]
        assert await ask(correlation_id=f"{AGENT}/t1") == [1, 2]
        assert await ask(after=1, limit=1) == [2]
        assert await ask(reverse="true", limit=2) == [3, 2]
        assert await ask(until="2020-01-01T00:00:00Z") == []
        assert len((await agent.get("/reflection-memory/recent", params={"n": 2})).json()) == 1


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"types": "SHOUT"}, "types.0"),
        ({"limit": 0}, "limit"),
        ({"after": -1}, "after"),
        ({"since": "now"}, "since"),
        ({"source": AGENT}, "source"),
    ],
)
async def test_a_filter_at_fault_is_named(forge: Forge, query: dict[str, Any], field: str) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.get(ENTRIES, params=query)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
async def test_no_entry_can_be_changed(forge: Forge, method: str) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.request(method, f"{ENTRIES}/ent_1")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
