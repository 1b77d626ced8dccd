"""Agents and keys over HTTP."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from tests.fixtures.forge import AGENT, TURNS, Forge, turn
from tests.fixtures.postgres import FreshDatabase


async def test_an_agent_is_created_read_and_listed(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        created = await admin.post("/agents", json={"id": "Ada.2-b_c", "name": "Ada"})
        read = await admin.get("/agents/Ada.2-b_c")
        listed = await admin.get("/agents")
    assert created.status_code == 201
    assert created.json() == read.json()
    assert [agent["id"] for agent in listed.json()["agents"]] == ["Ada.2-b_c", AGENT]


async def test_an_id_is_taken_for_every_tenant(forge: Forge) -> None:
    rival = await forge.keys_of("rival")
    for key in (forge.keys["admin"], rival["admin"]):
        async with forge.client(key=key) as admin:
            answer = await admin.post("/agents", json={"id": AGENT})
        assert (answer.status_code, answer.json()["code"]) == (409, "id_taken")


async def test_of_two_who_create_one_agent_one_wins(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        tries = [admin.post("/agents", json={"id": "wanted"}) for _ in range(8)]
        statuses = sorted(answer.status_code for answer in await asyncio.gather(*tries))
    assert statuses == [201] + [409] * 7


@pytest.mark.parametrize("agent_id", ["", "a b", "a/b", "x" * 65, "é", "a\n", None, 7])
async def test_an_id_outside_the_alphabet_is_named_as_invalid(forge: Forge, agent_id: Any) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post("/agents", json={"id": agent_id})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["id"]


async def test_a_key_is_shown_once_and_kept_as_a_digest(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    async with forge.client("admin") as admin:
        created = (await admin.post("/keys", json={"role": "reviewer", "label": "Ann"})).json()
        listed = (await admin.get("/keys")).text
    assert created["key"].startswith("sk_forge_")
    assert created["id"] in listed
    assert created["key"] not in listed
    owner = await asyncpg.connect(fresh_database.owner_url)
    rows = await owner.fetch("SELECT api_keys::text FROM api_keys")
    await owner.close()
    assert created["key"] not in str(rows)


async def test_a_key_s_agents_must_exist_in_its_tenant(forge: Forge) -> None:
    rival = await forge.keys_of("rival")
    async with forge.client(key=rival["admin"]) as admin:
        answer = await admin.post("/keys", json={"role": "agent", "agents": [AGENT]})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "agents.0"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"role": "owner"}, "role"),
        ({}, "role"),
        ({"role": "agent", "agents": []}, "agents"),
        ({"role": "admin", "agents": [AGENT]}, "agents"),
        ({"role": "agent", "admin": True}, "admin"),
        ({"role": "agent", "expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"role": "agent", "expires_at": "2099-01-01T00:00:00"}, "expires_at"),
    ],
)
async def test_a_wrong_field_of_a_key_is_named(
    forge: Forge, body: dict[str, Any], field: str
) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post("/keys", json=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid"
    assert [error["field"] for error in answer.json()["errors"]] == [field]


async def test_an_agent_that_is_named_twice_is_bound_once(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        made = await admin.post("/keys", json={"role": "agent", "agents": [AGENT, AGENT]})
        listed = (await admin.get("/keys")).json()["keys"]
    assert made.json()["agents"] == [AGENT]
    assert [key["agents"] for key in listed if key["id"] == made.json()["id"]] == [[AGENT]]


async def test_a_key_may_expire_later(forge: Forge) -> None:
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    async with forge.client("admin") as admin:
        answer = await admin.post("/keys", json={"role": "agent", "expires_at": later})
    assert answer.status_code == 201


async def test_another_tenant_s_key_is_not_found(forge: Forge) -> None:
    created = await forge.create_key("worker", tenant="rival")
    async with forge.client("admin") as admin:
        answer = await admin.delete(f"/keys/{created.id}")
        listed = (await admin.get("/keys")).text
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert created.id not in listed


async def test_due_are_the_agents_with_un_reflected_episodes_page_by_page(forge: Forge) -> None:
    for name in ("b", "a", "idle"):
        await forge.create_agent(name)
    async with forge.client("agent") as agent, forge.client("worker") as worker:
        for name in ("a", "b", AGENT):
            assert (await agent.post(f"/agents/{name}/turns", json=turn())).status_code == 201
        first = (await worker.get("/agents", params={"due": True, "limit": 2})).json()
        rest = (
            await worker.get("/agents", params={"due": True, "cursor": first["next_cursor"]})
        ).json()
        everyone = (await worker.get("/agents")).json()
    assert [one["id"] for one in first["agents"]] == ["a", "b"]
    assert [one["id"] for one in rest["agents"]] == [AGENT]
    assert rest["next_cursor"] is None
    assert len(everyone["agents"]) == 4


async def test_an_agent_whose_every_episode_is_reflected_is_not_due(forge: Forge) -> None:
    async with forge.client("agent") as agent, forge.client("worker") as worker:
        episode = (await agent.post(TURNS, json=turn())).json()["episode"]["id"]
        run = {"run_id": "r1", "reflected_episodes": [episode], "beliefs": []}
        await worker.post(f"/agents/{AGENT}/memory/beliefs/proposals", json=run)
        assert (await worker.get("/agents", params={"due": True})).json()["agents"] == []


async def test_due_to_a_key_are_only_the_agents_that_it_is_bound_to(forge: Forge) -> None:
    await forge.create_agent("other")
    bound = await forge.create_key("worker", agents=["other"])
    async with forge.client("agent") as agent, forge.client(key=bound.key) as worker:
        for name in ("other", AGENT):
            await agent.post(f"/agents/{name}/turns", json=turn())
        due = (await worker.get("/agents", params={"due": True})).json()
    assert [one["id"] for one in due["agents"]] == ["other"]
