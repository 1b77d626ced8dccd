from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest

from forge_api import event_stream
from forge_api.memory import live
from tests.fixtures.forge import AGENT, Forge
from tests.fixtures.postgres import FreshDatabase
from tests.integration.forge_api.learning import BELIEFS, active, change, door, pending
from tests.integration.forge_api.test_cards import CARDS, cards

STREAM = f"{CARDS}/stream"
PATIENCE = 20
"""Seconds for what must come; nothing here waits for a clock."""


class Listener:
    """Reads one stream, event by event."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()
        self.last_id: str | None = None

    async def next(self) -> tuple[str, Any]:
        """Return the next event's name and data."""
        return await asyncio.wait_for(self._next(), PATIENCE)

    async def _next(self) -> tuple[str, Any]:
        fields: dict[str, str] = {}
        async for line in self._lines:
            if not line and "data" in fields:
                self.last_id = fields.get("id", self.last_id)
                return fields["event"], json.loads(fields["data"])
            name, _, value = line.partition(": ")
            if name:
                fields[name] = value
        raise EOFError

    async def until_caught_up(self) -> list[str]:
        """Return the ids of the cards before what is live."""
        found = []
        while (event := await self.next())[0] != "caught_up":
            found.append(event[1]["belief"]["id"])
        return found

    async def ends(self) -> None:
        """Return when the stream ends by itself."""
        with pytest.raises(EOFError):
            await self.next()


@asynccontextmanager
async def listening(
    forge: Forge, path: str = STREAM, key: str | None = None, **query: Any
) -> AsyncIterator[Listener]:
    async with (
        forge.client(key=key or forge.keys["reviewer"]) as client,
        client.stream("GET", path, params=query) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        async with aclosing(answer):
            yield Listener(answer)


async def test_a_stream_begins_with_what_is_open_and_goes_on_live(forge: Forge) -> None:
    one = await pending(forge, "Snow is white and cold")
    async with listening(forge) as stream:
        assert await stream.until_caught_up() == [one]
        other = await pending(forge, "A horse sleeps standing")
        name, card = await stream.next()
        assert (name, card["belief"]["id"]) == ("card", other)
        assert card == next(
            shown for shown in (await cards(forge))["cards"] if shown["belief"]["id"] == other
        ) | {"decayed": card["decayed"]}
        await door(forge, one, "keep")
        name, decided = await stream.next()
        assert (name, decided["id"], decided["status"]) == ("decided", one, "active")


async def test_whoever_goes_on_from_the_last_id_misses_nothing(forge: Forge) -> None:
    one = await pending(forge, "Snow is white and cold")
    async with listening(forge) as stream:
        await stream.until_caught_up()
        seen = stream.last_id
    other = await pending(forge, "A horse sleeps standing")
    await door(forge, one, "forget")
    async with listening(forge, after=seen) as stream:
        events = [await stream.next(), await stream.next()]
        assert stream.last_id == f"{AGENT}:3"
    assert [(name, data.get("id") or data["belief"]["id"]) for name, data in events] == [
        ("decided", one),
        ("card", other),
    ]


async def test_the_header_of_a_browser_that_comes_back_counts_more_than_the_address(
    forge: Forge,
) -> None:
    await pending(forge, "Snow is white and cold")
    async with (
        forge.client("reviewer") as client,
        client.stream(
            "GET", STREAM, params={"after": f"{AGENT}:0"}, headers={"Last-Event-ID": f"{AGENT}:1"}
        ) as answer,
    ):
        stream = Listener(answer)
        await pending(forge, "A horse sleeps standing")
        assert (await stream.next())[1]["belief"]["content"] == "A horse sleeps standing"


async def test_a_list_tells_where_its_stream_goes_on(forge: Forge) -> None:
    await pending(forge, "Snow is white and cold")
    position = (await cards(forge))["position"]
    other = await pending(forge, "A horse sleeps standing")
    async with listening(forge, after=position) as stream:
        assert (await stream.next())[1]["belief"]["id"] == other


async def test_a_card_whose_target_moved_comes_again_as_stale(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    async with listening(forge) as stream:
        await stream.until_caught_up()
        await door(forge, target, "edit", content="The user lives in Lyon")
        assert (await stream.next())[1]["id"] == target
        name, card = await stream.next()
        assert (name, card["belief"]["id"], card["stale"]) == ("card", one, True)


async def test_one_stream_shows_the_cards_of_all_agents_that_the_key_may_see(
    forge: Forge,
) -> None:
    await forge.create_agent("neighbour")
    await forge.create_agent("stranger")
    bound = (await forge.create_key("reviewer", agents=[AGENT, "neighbour"])).key
    async with listening(forge, "/cards/stream", bound) as stream:
        assert await stream.until_caught_up() == []
        async with forge.client("agent") as agent:
            for name in ("stranger", "neighbour", AGENT):
                path = f"/agents/{name}/memory/beliefs"
                await agent.post(path, json={"content": "Snow is white"})
                if name != "stranger":
                    assert (await stream.next())[1]["agent_id"] == name


async def test_a_stream_ends_when_its_key_is_revoked(forge: Forge) -> None:
    created = await forge.create_key("reviewer")
    async with listening(forge, key=created.key) as stream:
        await stream.until_caught_up()
        async with forge.client("admin") as admin:
            await admin.delete(f"/keys/{created.id}")
        await stream.ends()
    assert live.BEAT <= 1, "it is asked for at every beat, so that a stream ends within 2 s"


async def test_a_stream_ends_when_its_key_expires(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    created = await forge.create_key("reviewer")
    async with listening(forge, key=created.key) as stream:
        await stream.until_caught_up()
        owner = await asyncpg.connect(fresh_database.owner_url)
        past = datetime.now(UTC) - timedelta(seconds=1)
        await owner.execute("UPDATE api_keys SET expires_at = $2 WHERE id = $1", created.id, past)
        await owner.close()
        await stream.ends()


async def test_a_stream_goes_on_when_the_hint_is_lost(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    async with listening(forge) as stream:
        await stream.until_caught_up()
        owner = await asyncpg.connect(fresh_database.owner_url)
        await owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        await owner.close()
        one = await pending(forge, "Snow is white and cold")
        assert (await stream.next())[1]["belief"]["id"] == one


async def test_a_stopping_server_ends_its_streams(forge: Forge) -> None:
    async with listening(forge) as stream:
        await stream.until_caught_up()
        forge.app.state.event_streams.close()
        await stream.ends()


async def test_a_key_opens_only_so_many_streams_and_a_closed_one_counts_no_more(
    forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "MOST_A_KEY", 1)
    async with listening(forge) as stream:
        await stream.until_caught_up()
        async with forge.client("reviewer") as client:
            refused = await client.get(STREAM)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
        created = await forge.create_key("reviewer")
        async with listening(forge, key=created.key) as other:
            await other.until_caught_up()
    async with asyncio.timeout(PATIENCE), forge.client("reviewer") as client:
        while True:
            async with client.stream("GET", STREAM) as answer:
                if answer.status_code == 200:
                    break


@pytest.mark.parametrize("after", ["7", "my-agent", "my-agent:x", "a:1,,b:2", "a b:1"])
async def test_a_place_that_is_none_is_refused(forge: Forge, after: str) -> None:
    async with forge.client("reviewer") as client:
        answer = await client.get(STREAM, params={"after": after})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


async def test_another_tenants_stream_is_not_found(forge: Forge) -> None:
    foreign = await forge.keys_of("other")
    async with forge.client(key=foreign["reviewer"]) as stranger:
        assert (await stranger.get(STREAM)).status_code == 404
    await pending(forge, "Snow is white and cold")
    async with listening(forge, "/cards/stream", foreign["reviewer"]) as stream:
        assert await stream.until_caught_up() == []


async def test_belief_texts_cannot_end_an_event_early(forge: Forge) -> None:
    text = "one\n\nevent: decided\ndata: {}\n\n\u2028 two"
    async with forge.client("agent") as agent:
        await agent.post(BELIEFS, json={"content": text})
    async with listening(forge) as stream:
        name, card = await stream.next()
    assert (name, card["belief"]["content"]) == ("card", text)
