"""An agent's tiers over HTTP: taken in, faded, found, rehydrated, witnessed, erased."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from database.pool import connection
from tests.fixtures.forge import AGENT, TURNS, Forge, SilentEmbedder, turn
from tests.integration.forge_api.embedders import NarrowEmbedder, models

TIERS = f"/agents/{AGENT}/tiers"
LONG = " ".join(f"In week {number} the garden of Ann grew." for number in range(40))


async def record(forge: Forge, turn_id: str, *said: str, agent: str = AGENT) -> list[str]:
    """Record a turn, and return its entries' ids."""
    async with forge.client("agent") as writer:
        answer = await writer.post(TURNS.replace(AGENT, agent), json=turn(turn_id, *said))
    assert answer.status_code == 201, answer.text
    return [entry["id"] for entry in answer.json()["entries"]]


async def asked(forge: Forge, method: str, path: str, **request: Any) -> dict[str, Any]:
    async with forge.client("agent") as agent:
        answer = await agent.request(method, f"{TIERS}/{path}", **request)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def fade(forge: Forge, **request: Any) -> dict[str, Any]:
    return await asked(forge, "POST", "fade", json=request)


async def working(forge: Forge, **query: Any) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = (await asked(forge, "GET", "working", params=query))["records"]
    return records


async def rehydrated(forge: Forge, entry: str) -> Any:
    told = await asked(forge, "POST", "rehydrate", json={"entry_id": entry})
    return told["entry"]["content"]


def later(forge: Forge, **by: float) -> None:
    forge.use_clock(lambda: datetime.now(UTC) + timedelta(**by))


async def test_what_an_agent_lived_is_taken_in_once_verbatim_and_within_a_budget(
    forge: Forge,
) -> None:
    first, second = await record(forge, "t1", LONG, "It grew.")
    assert (await fade(forge, thresholds=[9, 9, 9]))["taken_in"] == 2
    assert (await fade(forge))["taken_in"] == 0
    found = await working(forge)
    assert [(one["original_entry_id"], one["rung"]) for one in found] == [(first, 0), (second, 0)]
    assert found[0]["text"] == LONG
    assert [one["original_entry_id"] for one in await working(forge, budget_tokens=10)] == [second]


async def test_records_fade_to_key_sentences_then_to_the_long_term_then_to_a_vector(
    forge: Forge,
) -> None:
    [entry, _] = await record(forge, "t1", LONG, "It grew.")
    told = await fade(forge, thresholds=[0.0, 0.1, 9])
    assert (told["condensed"], told["moved"]) == (2, 0)
    assert "no model" in told["rung_2"]
    [condensed, _] = await working(forge)
    assert condensed["rung"] == 1
    assert 0 < len(condensed["text"]) < len(LONG) / 2
    assert (await fade(forge, thresholds=[0.0, 0.1, 0.1], budget_tokens=1))["moved"] == 2
    assert await working(forge) == []
    later(forge, days=31)
    assert (await fade(forge))["emptied"] == 2
    found = await asked(forge, "GET", "long-term", params={"q": "Ann's garden"})
    assert [one["rung"] for one in found["records"]] == [3, 3]
    assert await rehydrated(forge, entry) == LONG
    assert (found["records"][0]["original_entry_id"], found["records"][0]["text"]) == (entry, LONG)


async def summarised(forge: Forge, said: str) -> list[dict[str, Any]]:
    """Have the model say the same of all that is due; return what was due."""
    async with forge.client("worker") as worker:
        answer = await worker.post("/upkeep/summaries/due", json={"model": "openai/some"})
        due: list[dict[str, Any]] = answer.json()["records"]
        made = [{**one, "text": said, "whole": len(one["text"])} for one in due]
        assert (await worker.post("/upkeep/summaries", json={"summaries": made})).status_code == 200
    return due


async def test_a_summary_takes_the_place_of_key_sentences_and_goes_to_the_long_term(
    forge: Forge,
) -> None:
    [entry, _] = await record(forge, "t1", LONG, "It grew.")
    await fade(forge, thresholds=[0.0, 0.0, 9])
    assert (await fade(forge))["wanting"] == 1
    [due] = await summarised(forge, f"A garden grew.\0 {'And grew. ' * 400}")
    assert (due["original_entry_id"], due["text"]) == (entry, LONG)
    [first, _] = await working(forge)
    assert first["rung"] == 2
    assert await rehydrated(forge, entry) == LONG
    assert first["text"].startswith("A garden grew.")
    assert len(first["text"]) <= len(LONG) * 0.1 + 160
    async with connection(forge.services.pool) as ours:
        [kept] = await ours.fetch("SELECT * FROM tier_records WHERE rung = 2")
    assert b"garden" not in kept["summary"]
    assert (await fade(forge))["wanting"] == 0
    assert "openai/some" in (await asked(forge, "GET", "working"))["rung_2"]
    assert (await fade(forge, thresholds=[0.0, 0.1, 0.1], budget_tokens=1))["moved"] == 2
    found = await asked(forge, "GET", "long-term", params={"q": "A garden grew."})
    rungs = {one["original_entry_id"]: one["rung"] for one in found["records"]}
    assert rungs[entry] == 2


async def test_no_summary_is_kept_of_what_was_erased_meanwhile(forge: Forge) -> None:
    await record(forge, "t1", LONG, "It grew.")
    await fade(forge, thresholds=[0.0, 0.0, 9])
    await fade(forge)
    async with forge.client("worker") as worker, forge.client("admin") as admin:
        answer = await worker.post("/upkeep/summaries/due", json={"model": "openai/some"})
        [due] = answer.json()["records"]
        await admin.post(f"/agents/{AGENT}/erasures", json={"turn_ids": ["t1"]})
        made = {"summaries": [{**due, "text": "Grew.", "whole": 9}]}
        kept = await worker.post("/upkeep/summaries", json=made)
    assert kept.json() == {"done": 0, "left": 0}
    assert await working(forge) == []


async def test_a_change_of_the_embedding_model_renews_the_long_term_from_every_rung(
    forge: Forge,
) -> None:
    await record(forge, "t1", LONG, "The rent is due on Friday.")
    await fade(forge, thresholds=[0, 0, 0])
    later(forge, days=31)
    await fade(forge)
    await record(forge, "t2", "The garden is far.", "Yes.")
    await fade(forge)
    forge.use_embedder(NarrowEmbedder())
    asked_for = {"q": "The rent is due on Friday."}
    assert (await asked(forge, "GET", "long-term", params=asked_for))["records"] == []
    async with forge.client("worker") as worker:
        while (await worker.post("/upkeep/embeddings", json={"limit": 2})).json()["left"]:
            pass
    assert await models(forge, "tier_records") == {("narrow", 16)}
    found = await asked(forge, "GET", "long-term", params=asked_for)
    assert (found["records"][0]["text"], len(found["records"])) == (asked_for["q"], 4)


async def test_only_the_best_is_rehydrated_and_what_is_used_is_working_memory_again(
    forge: Forge,
) -> None:
    entry, other = await record(forge, "t1", LONG, "The rent is due on Friday.")
    await fade(forge, thresholds=[0, 0, 0])
    found = await asked(forge, "GET", "long-term", params={"q": "when is the rent due?"})
    assert [one["original_entry_id"] for one in found["records"]] == [other, entry]
    assert [one["cue"] for one in found["records"]] == [True, False]
    assert [one["original_entry_id"] for one in await working(forge)] == [other]
    told = await asked(forge, "POST", "rehydrate", json={"entry_id": other, "used": True})
    assert (told["record"]["tier"], told["record"]["used"]) == ("working", 1)
    assert told["entry"]["content"] == "The rent is due on Friday."
    assert found["health"]["substrate_share"] == 1.0
    await asked(forge, "POST", "rehydrate", json={"entry_id": other, "used": True})
    health = (await asked(forge, "GET", "working"))["health"]
    assert health == {"reads": 5, "substrate_share": 0.2, "used_share": 1.0}


async def test_health_counts_what_is_rehydrated_from_every_rung_and_what_of_it_is_used(
    forge: Forge,
) -> None:
    entry, other = await record(forge, "t1", LONG, "The rent is due on Friday.")
    await fade(forge, thresholds=[0, 9, 9])
    assert [one["rung"] for one in await working(forge)] == [1, 1]
    told = await asked(forge, "POST", "rehydrate", json={"entry_id": entry})
    assert told["entry"]["content"] == LONG
    await asked(forge, "POST", "rehydrate", json={"entry_id": other, "used": True})
    health = (await asked(forge, "GET", "working"))["health"]
    assert health == {"reads": 4, "substrate_share": 0.5, "used_share": 0.5}


async def test_an_unused_cue_dissolves(forge: Forge) -> None:
    await record(forge, "t1", LONG, "It grew.")
    await fade(forge, thresholds=[0, 0, 0])
    await asked(forge, "GET", "long-term", params={"q": "garden"})
    assert len(await working(forge)) == 1
    assert (await fade(forge))["dissolved"] == 1
    assert await working(forge) == []


async def test_two_agents_witness_one_entry_each_in_its_own_way(forge: Forge) -> None:
    other = await forge.create_agent("other")
    [said, _] = await record(forge, "t1", "The user said this.", "Yes.", agent=other)
    mine = {"entry_id": said, "framing": "He sounded hurried", "emotional_weight": 0.7}
    told = await asked(forge, "POST", "witness", json={**mine, "tags": ["haste"]})
    assert (told["original_entry_id"], told["framing"]) == (said, "He sounded hurried")
    async with forge.client("agent") as agent:
        theirs = {"entry_id": said, "framing": "A calm request"}
        answer = await agent.post(f"/agents/{other}/tiers/witness", json=theirs)
        assert answer.json()["framing"] == "A calm request"
        thought = {"origin": "INTERNAL", "lane": "TECHNICAL", "type": "SPIKE", "source": other}
        sent = {**thought, "id": "x1", "content": "a thought"}
        await agent.post("/reflection-memory/entries", json=sent)
        refused = await agent.post(f"{TIERS}/witness", json={"entry_id": "x1"})
        assert refused.status_code == 404
    assert (await working(forge))[0]["framing"] == "He sounded hurried"


async def test_an_erasure_takes_every_agents_records_of_it(forge: Forge) -> None:
    other = await forge.create_agent("other")
    [said, _] = await record(forge, "t1", "My word is zanzibarquux.", "Yes.")
    await fade(forge, thresholds=[0, 0, 9])
    async with forge.client("agent") as agent:
        theirs = {"entry_id": said, "framing": "zanzibarquux!"}
        await agent.post(f"/agents/{other}/tiers/witness", json=theirs)
    async with forge.client("admin") as admin:
        await admin.post(f"/agents/{AGENT}/erasures", json={"turn_ids": ["t1"]})
    async with connection(forge.services.pool) as ours:
        assert await ours.fetchval("SELECT count(*) FROM tier_records") == 0
    assert (await fade(forge))["taken_in"] == 0
    async with forge.client("agent") as agent:
        answer = await agent.post(f"{TIERS}/rehydrate", json={"entry_id": said})
    assert answer.status_code == 404


async def test_while_the_embedder_is_down_records_stay_where_they_are(forge: Forge) -> None:
    await record(forge, "t1", LONG, "It grew.")
    forge.use_embedder(SilentEmbedder())
    assert (await fade(forge, thresholds=[0, 0, 0]))["moved"] == 0
    assert len(await working(forge)) == 2


async def test_the_upkeep_fades_every_agent_that_is_due_and_ends(forge: Forge) -> None:
    await record(forge, "t1", LONG, "It grew.")
    async with forge.client("worker") as worker:
        first, again = [
            (await worker.post("/upkeep/tiers", json={"limit": 100})).json() for _ in range(2)
        ]
    assert (first, again) == ({"done": 1, "left": 0}, {"done": 0, "left": 0})
    later(forge, hours=21)
    async with forge.client("worker") as worker:
        assert (await worker.post("/upkeep/tiers", json={})).json() == {"done": 1, "left": 0}
