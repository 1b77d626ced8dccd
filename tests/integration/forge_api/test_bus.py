"""Replays, nudges, and keys that hear only what was said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from forge_client.agents import NewKey
from tests.fixtures.forge import AGENT, TURNS, Forge, turn
from tests.integration.forge_api.test_subscribe import contents, listening

LOG = "/reflection-memory"
SECRET = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"


async def record(forge: Forge, turn_id: str, *said: str) -> None:
    async with forge.client("agent") as agent:
        assert (await agent.post(TURNS, json=turn(turn_id, *said))).status_code == 201


async def replayed(forge: Forge, **request: Any) -> dict[str, Any]:
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.post(f"{LOG}/replay", json=request)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def entry(forge: Forge, entry_id: str) -> dict[str, Any]:
    async with forge.client("reviewer") as reviewer:
        found: dict[str, Any] = (await reviewer.get(f"{LOG}/entries/{entry_id}")).json()
    return found


async def test_a_replay_tells_an_exchange_and_is_an_entry_of_the_system(forge: Forge) -> None:
    await record(forge, "t1", "Book a table.", f"Booked with {SECRET}.", "No, for two.", "Done.")
    told = await replayed(forge, correlation_id=f"{AGENT}/t1", trigger="DRIFT_DETECTED")
    assert told["coverage"]["entries"] == 4
    assert "It began with: “Book a table.”" in told["high_level"]
    assert [one["text"] for one in told["excerpts"]][2] == "No, for two."
    assert SECRET not in str(told)
    kept = await entry(forge, told["entry_id"])
    assert (kept["origin"], kept["metadata"]["tags"]) == ("SYSTEM", ["recovery"])
    assert kept["content"]["bullets"] == told["bullets"]


async def test_a_second_and_third_replay_look_further_and_name_those_before(forge: Forge) -> None:
    for number in range(3):
        await record(forge, f"t{number}", f"Request {number}.", "Done.")
    asked = {"correlation_id": f"{AGENT}/t1"}
    first, second, third, fourth = [await replayed(forge, **asked) for _ in range(4)]
    assert [one["widened"] for one in (first, second, third, fourth)] == [0, 1, 2, 2]
    assert (first["coverage"]["entries"], second["coverage"]["entries"]) == (2, 6)
    assert third["earlier"] == [first["entry_id"], second["entry_id"]]
    said = [one["high_level"] for one in (first, second)]
    assert [one["high_level"] for one in third["recalled"]] == said
    assert [one["entry_id"] for one in fourth["recalled"]] == fourth["earlier"]
    # An agent's own key reads nothing that the system wrote, and so none of them.
    async with forge.client("agent") as agent:
        fifth = (await agent.post(f"{LOG}/replay", json=asked)).json()
    assert (len(fifth["earlier"]), fifth["recalled"]) == (4, [])
    assert second["bullets"] == third["bullets"]


async def test_an_erasure_takes_the_replays_that_told_of_it(forge: Forge) -> None:
    await record(forge, "t1", "My locker is zanzibarquux.", "Noted.")
    told = await replayed(forge, correlation_id=f"{AGENT}/t1")
    window = await replayed(forge, since="2020-01-01T00:00:00Z")
    async with forge.client("admin") as admin:
        await admin.post(f"/agents/{AGENT}/erasures", json={"turn_ids": ["t1"]})
    assert (await entry(forge, told["entry_id"]))["erased"] is True
    assert (await entry(forge, window["entry_id"]))["erased"] is True
    after = await replayed(forge, correlation_id=f"{AGENT}/t1")
    assert (after["bullets"], after["coverage"]["erased"]) == ([], 2)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"correlation_id": "nobody/t1"}, 404),
        ({}, 422),
        ({"correlation_id": "x", "since": "2020-01-01T00:00:00Z"}, 422),
    ],
)
async def test_a_replay_of_nothing_is_refused(
    forge: Forge, request_: dict[str, Any], status: int
) -> None:
    async with forge.client("reviewer") as reviewer:
        assert (await reviewer.post(f"{LOG}/replay", json=request_)).status_code == status


async def test_a_nudge_is_heard_until_its_time_is_up(forge: Forge) -> None:
    sent = {"source": AGENT, "text": f"Slow down, {SECRET}", "ttl_seconds": 60}
    async with forge.client("agent") as agent:
        assert (await agent.post(f"{LOG}/nudges", json=sent)).status_code == 201
        [heard] = (await agent.get(f"{LOG}/nudges")).json()["nudges"]
        assert heard["text"].startswith("Slow down")
        assert SECRET not in heard["text"]
        forge.use_clock(lambda: datetime.now(UTC) + timedelta(seconds=61))
        assert (await agent.get(f"{LOG}/nudges")).json()["nudges"] == []
        stranger = {**sent, "source": "stranger"}
        assert (await agent.post(f"{LOG}/nudges", json=stranger)).status_code == 404


async def test_a_key_for_what_was_said_hears_nothing_that_was_thought(forge: Forge) -> None:
    await record(forge, "t1", "Said by the user.", "Said aloud.")
    async with forge.client("agent") as agent:
        thought = {"origin": "INTERNAL", "lane": "TECHNICAL", "type": "SPIKE", "source": AGENT}
        await agent.post(f"{LOG}/entries", json={**thought, "id": "mine", "content": "a thought"})
        await agent.post(f"{LOG}/nudges", json={"source": AGENT, "text": "a thought"})
    await record(forge, "t2", "Said later.", "Heard.")
    async with forge.client("admin") as admin:
        new = NewKey(role="reviewer", said_only=True).model_dump()
        key = (await admin.post("/keys", json=new)).json()["key"]
    async with forge.client(key=key) as mouth:
        heard = (await mouth.get(f"{LOG}/entries")).json()["entries"]
        assert {one["origin"] for one in heard} == {"USER", "EXTERNAL"}
        recent = (await mouth.get(f"{LOG}/recent")).json()["entries"]
        assert {one["origin"] for one in recent} == {"USER", "EXTERNAL"}
        assert (await mouth.get(f"{LOG}/entries/mine")).status_code == 404
        assert (await mouth.get(f"{LOG}/nudges")).json()["nudges"] == []
        assert "a thought" not in (await mouth.get(f"{LOG}/narrative")).text
        told = await mouth.post(f"{LOG}/replay", json={"since": "2020-01-01T00:00:00Z"})
        assert "a thought" not in told.text
        for elsewhere in ("memory/episodes", "memory/beliefs/x/provenance", "tiers/working"):
            assert (await mouth.get(f"/agents/{AGENT}/{elsewhere}")).status_code == 403
    async with listening(forge, key=key) as listener:
        said = await contents(listener, 4)
    assert said == ["Said by the user.", "Said aloud.", "Said later.", "Heard."]


async def test_only_a_key_that_was_granted_it_speaks_as_an_advisor(forge: Forge) -> None:
    advice = {"origin": "ADVISOR", "lane": "EMOTIONAL", "type": "MOOD_STATE", "source": AGENT}
    cue = {"source": AGENT, "origin": "ADVISOR", "text": "Slow down"}
    async with forge.client("admin") as admin:
        new = NewKey(role="agent", agents=[AGENT], advises=True).model_dump()
        key = (await admin.post("/keys", json=new)).json()["key"]
        worker = await admin.post("/keys", json={"role": "worker", "advises": True})
    assert worker.status_code == 422
    for client, status in ((forge.client("agent"), 403), (forge.client(key=key), 201)):
        async with client as caller:
            sent = {**advice, "content": "calm"}
            assert (await caller.post(f"{LOG}/entries", json=sent)).status_code == status
            assert (await caller.post(f"{LOG}/nudges", json=cue)).status_code == status
