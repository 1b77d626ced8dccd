"""Secrets where no text is expected: ids, labels, the names of fields."""

from __future__ import annotations

import asyncpg
import pytest

from tests.fixtures.forge import AGENT, TURNS, Forge, turn
from tests.fixtures.postgres import FreshDatabase

AWS = "AKIAQ3EGRZ7XK2LMNB5T"


@pytest.mark.parametrize("field", ["turn_id", "conversation_id"])
async def test_an_id_that_holds_a_key_is_refused_by_field_and_kind(
    forge: Forge, field: str
) -> None:
    async with forge.client("agent") as client:
        refused = await client.post(TURNS, json=turn() | {field: AWS})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert field in refused.text
    assert AWS not in refused.text


async def test_an_entrys_own_ids_may_hold_no_key_either(forge: Forge) -> None:
    entry = {"origin": "INTERNAL", "lane": "UNIFIED", "type": "MESSAGE", "source": AGENT}
    async with forge.client("agent") as client:
        for field in ("id", "correlation_id"):
            refused = await client.post(
                "/reflection-memory/entries", json=entry | {"content": "x", field: AWS}
            )
            assert refused.status_code == 422
            assert AWS not in refused.text


async def test_labels_are_masked_and_so_no_table_holds_a_key_in_the_clear(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    async with forge.client("admin") as admin:
        await admin.post("/agents", json={"id": "named", "name": f"the one with {AWS}"})
        await admin.post("/keys", json={"role": "reviewer", "label": f"instead of {AWS}"})
    async with forge.client("agent") as client:
        sent = await client.post(TURNS, json=turn() | {"task_ref": f"use {AWS}"})
        assert sent.status_code == 201
        await client.post(
            TURNS.replace("/turns", "/memory/beliefs/proposals"),
            json={"beliefs": [{AWS: 1, "content": "x"}]},
        )
    assert await _tables_that_hold(fresh_database.owner_url, AWS) == []


async def test_an_unknown_field_named_like_a_key_is_not_repeated(forge: Forge) -> None:
    async with forge.client("admin") as client:
        refused = await client.post("/agents", json={"id": "other", AWS: 1})
    assert refused.status_code == 422
    assert AWS not in refused.text


@pytest.mark.parametrize("agent_id", [".", ".."])
async def test_an_agent_is_not_named_by_dots_alone(forge: Forge, agent_id: str) -> None:
    async with forge.client("admin") as client:
        assert (await client.post("/agents", json={"id": agent_id})).status_code == 422


@pytest.mark.parametrize("edge", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
async def test_the_edges_of_the_calendar_are_refused_by_field(forge: Forge, edge: str) -> None:
    asked = {
        "/agents/my-agent/memory/episodes": "since",
        "/agents/my-agent/memory/beliefs": "as_of",
        "/agents/my-agent/memory/search": "since",
    }
    async with forge.client("reviewer") as client:
        for path, field in asked.items():
            refused = await client.get(path, params={field: edge, "q": "tea"})
            assert refused.status_code == 422, path
            assert field in refused.text
    async with forge.client("admin") as client:
        refused = await client.post("/keys", json={"role": "agent", "expires_at": edge})
        assert refused.status_code == 422


async def test_a_turn_of_too_many_words_is_refused_before_they_are_read(forge: Forge) -> None:
    long = turn() | {"messages": [{"role": "user", "content": "tea " * 2_200_000}]}
    async with forge.client("agent") as client:
        refused = await client.post(TURNS, json=long)
    assert refused.status_code == 422
    assert "characters" in refused.text


async def _tables_that_hold(owner_url: str, secret: str) -> list[str]:
    owner = await asyncpg.connect(owner_url)
    try:
        tables = await owner.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        )
        holding = []
        for (table,) in (tuple(row) for row in tables):
            rows = await owner.fetch(f'SELECT to_jsonb(held)::text FROM "{table}" AS held')  # noqa: S608 - Postgres' own names
            if any(secret in row[0] for row in rows):
                holding.append(table)
        return holding
    finally:
        await owner.close()
