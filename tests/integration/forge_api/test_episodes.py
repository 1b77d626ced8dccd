"""The complete list of episodes over HTTP."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from tests.fixtures.forge import AGENT, TURNS, Forge, turn
from tests.fixtures.postgres import FreshDatabase

EPISODES = f"/agents/{AGENT}/memory/episodes"


async def record(forge: Forge, number: int) -> None:
    """Record that many turns, an hour apart, the latest first."""
    async with forge.client("agent") as agent:
        for place in reversed(range(number)):
            finished = f"2026-03-{1 + place // 24:02}T{place % 24:02}:00:00Z"
            said = (f"Question {place}?", f"Answer {place}.")
            answer = await agent.post(TURNS, json=turn(f"t{place}", *said, finished_at=finished))
            assert answer.status_code == 201


async def reflect(database: FreshDatabase, *turn_ids: str) -> None:
    owner = await asyncpg.connect(database.owner_url)
    await owner.execute(
        "UPDATE episodes SET reflected_at = now(), reflected_by = 'run' WHERE turn_id = ANY ($1)",
        list(turn_ids),
    )
    await owner.close()


async def ask(forge: Forge, role: Any = "worker", **query: Any) -> dict[str, Any]:
    async with forge.client(role) as client:
        answer = await client.get(EPISODES, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def turns_of(page: dict[str, Any]) -> list[str]:
    return [episode["turn_id"] for episode in page["episodes"]]


@pytest.mark.parametrize("limit", [1, 3, 7, 8, 500])
async def test_walking_the_pages_gives_every_episode_once_oldest_first(
    forge: Forge, limit: int
) -> None:
    await record(forge, 7)
    walked: list[str] = []
    page = await ask(forge, limit=limit)
    walked += turns_of(page)
    while page["next_cursor"]:
        page = await ask(forge, limit=limit, cursor=page["next_cursor"])
        assert page["total"] == 7
        walked += turns_of(page)
    assert walked == [f"t{place}" for place in range(7)]


async def test_episodes_of_one_moment_stand_in_the_order_they_were_recorded(forge: Forge) -> None:
    names = [f"t{place}" for place in range(7)]
    async with forge.client("agent") as agent:
        for name in names:
            await agent.post(TURNS, json=turn(name, finished_at="2026-03-01T12:00:00Z"))
    page = await ask(forge, limit=3)
    rest = await ask(forge, cursor=page["next_cursor"])
    assert turns_of(page) + turns_of(rest) == names


async def test_reflected_and_unreflected_are_told_apart(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await record(forge, 4)
    await reflect(fresh_database, "t1", "t2")
    assert turns_of(await ask(forge, reflected="true")) == ["t1", "t2"]
    unreflected = await ask(forge, reflected="false")
    assert (turns_of(unreflected), unreflected["total"]) == (["t0", "t3"], 2)
    assert (await ask(forge))["total"] == 4


async def test_since_leaves_out_what_ended_before(forge: Forge) -> None:
    await record(forge, 3)
    page = await ask(forge, since="2026-03-01T01:00:00Z")
    assert (turns_of(page), page["total"]) == (["t1", "t2"], 2)


async def test_episodes_are_fetched_by_id_repeated_or_with_commas(forge: Forge) -> None:
    await record(forge, 3)
    first, second, _ = (episode["id"] for episode in (await ask(forge))["episodes"])
    assert turns_of(await ask(forge, ids=[first, second])) == ["t0", "t1"]
    assert turns_of(await ask(forge, ids=f"{first},{second},ep_unknown")) == ["t0", "t1"]
    assert turns_of(await ask(forge, ids="ep_unknown")) == []


async def test_vectors_are_for_worker_keys_that_ask(forge: Forge) -> None:
    await record(forge, 1)
    [episode] = (await ask(forge, include="vectors"))["episodes"]
    assert len(episode["vector"]) == 256
    assert (await ask(forge))["episodes"][0]["vector"] is None
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.get(EPISODES, params={"include": "vectors"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 501}, "limit"),
        ({"cursor": "made-up"}, "cursor"),
        ({"since": "yesterday"}, "since"),
        ({"since": "2026-03-01T00:00:00"}, "since"),
        ({"reflected": "perhaps"}, "reflected"),
        ({"include": "everything"}, "include"),
        ({"ids": ",".join(f"ep_{number}" for number in range(201))}, "ids"),
    ],
)
async def test_a_parameter_at_fault_is_named(
    forge: Forge, query: dict[str, Any], field: str
) -> None:
    async with forge.client("worker") as worker:
        answer = await worker.get(EPISODES, params=query)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field
