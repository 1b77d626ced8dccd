from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from forge_api.memory import keys
from forge_client.names import Role
from tests.fixtures.forge import AGENT, TENANT, Forge
from tests.integration.forge_api.test_card_stream import Listener

LOG = "/reflection-memory"


def said(content: str, source: str = AGENT, **fields: Any) -> dict[str, Any]:
    kind = {"origin": "EXTERNAL", "lane": "UNIFIED", "type": "AGENT_RESPONSE"}
    return {**kind, "source": source, "content": content, **fields}


async def record(forge: Forge, *contents: str, source: str = AGENT) -> list[int]:
    async with forge.client("agent") as agent:
        sent = [said(content, source) for content in contents]
        answer = await agent.post(f"{LOG}/entries", json=sent)
        assert answer.status_code == 201, answer.text
        return [place["position"] for place in answer.json()["entries"]]


@asynccontextmanager
async def listening(
    forge: Forge, role: Role | None = "agent", key: str | None = None, **parameters: Any
) -> AsyncIterator[Listener]:
    headers = parameters.pop("headers", None)
    async with (
        forge.client(None if key else role, key=key) as client,
        client.stream(
            "GET", f"{LOG}/subscribe", params=parameters, headers=headers, timeout=None
        ) as answer,
    ):
        assert answer.status_code == 200
        yield Listener(answer)


async def contents(listener: Listener, count: int) -> list[Any]:
    found = []
    for _ in range(count):
        name, entry = await listener.next()
        assert name == "entry"
        found.append(entry["content"])
    return found


async def test_what_was_comes_first_and_then_what_comes(forge: Forge) -> None:
    await record(forge, "one", "two")
    async with listening(forge, after=0) as listener:
        assert await contents(listener, 2) == ["one", "two"]
        [position] = await record(forge, "three")
        assert await contents(listener, 1) == ["three"]
        assert listener.last_id == str(position)


@pytest.mark.parametrize("by_header", [False, True])
async def test_it_goes_on_behind_the_last_event_that_was_seen(
    forge: Forge, by_header: bool
) -> None:
    positions = await record(forge, "one", "two", "three")
    seen = str(positions[0])
    given: dict[str, Any] = {"headers": {"Last-Event-ID": seen}} if by_header else {"after": seen}
    async with listening(forge, **given) as listener:
        assert await contents(listener, 2) == ["two", "three"]


async def test_an_agents_key_hears_its_own_agents_only(forge: Forge) -> None:
    await forge.create_agent("other")
    bound = await forge.create_key("agent", agents=["other"])
    await record(forge, "mine")
    await record(forge, "theirs", source="other")
    async with listening(forge, key=bound.key) as listener:
        assert await contents(listener, 1) == ["theirs"]
        await record(forge, "mine again")
        await record(forge, "theirs again", source="other")
        assert await contents(listener, 1) == ["theirs again"]
    async with forge.client(key=bound.key) as client:
        answer = await client.get(f"{LOG}/subscribe", params={"sources": AGENT})
        assert answer.status_code == 404


async def test_another_tenants_entries_are_never_heard(forge: Forge) -> None:
    theirs = await forge.keys_of("elsewhere")
    await forge.create_agent("their-agent", key=theirs["admin"])
    await record(forge, "mine")
    async with forge.client(key=theirs["agent"]) as agent:
        await agent.post(f"{LOG}/entries", json=said("theirs", "their-agent"))
    async with listening(forge, key=theirs["agent"]) as listener:
        assert await contents(listener, 1) == ["theirs"]


async def test_a_filter_narrows_it(forge: Forge) -> None:
    async with listening(forge, types="AGENT_NOTIFICATION") as listener:
        await record(forge, "an answer")
        async with forge.client("agent") as agent:
            await agent.post(f"{LOG}/entries", json=said("ping", type="AGENT_NOTIFICATION"))
        assert await contents(listener, 1) == ["ping"]


async def test_it_ends_when_its_key_is_revoked(forge: Forge) -> None:
    key = await forge.create_key("reviewer")
    await record(forge, "one")
    async with listening(forge, key=key.key, sources=AGENT) as listener:
        assert await contents(listener, 1) == ["one"]
        await keys.revoke(forge.services.pool, TENANT, key.id, datetime.now(UTC))
        await record(forge, "not for you")
        await listener.ends()


@pytest.mark.parametrize("place", ["-1", "x", "9" * 25])
async def test_a_place_that_is_none_is_refused(forge: Forge, place: str) -> None:
    async with forge.client("agent") as agent:
        headers = {"Last-Event-ID": place}
        answer = await agent.get(f"{LOG}/subscribe", headers=headers)
        assert answer.status_code == 422
        assert answer.json()["code"] == "invalid"


async def test_without_a_key_nobody_listens(forge: Forge) -> None:
    async with forge.client() as client:
        assert (await client.get(f"{LOG}/subscribe")).status_code == 401
