from __future__ import annotations

import asyncio
from typing import Any

import pytest

from forge_client.client import ForgeClient
from forge_client.decisions import Decision
from tests.fixtures.forge import AGENT, Forge, SilentEmbedder
from tests.integration.forge_api.learning import (
    active,
    belief,
    change,
    door,
    item,
    pending,
    propose,
    with_audit,
)
from tests.integration.forge_api.test_cards import cards
from tests.integration.forge_api.test_proposals import remember

DECISIONS = f"/agents/{AGENT}/cards/decisions"
THINGS = [
    "stamps",
    "coins",
    "violins",
    "lanterns",
    "postcards",
    "fossils",
    "teapots",
    "marbles",
    "maps",
    "clocks",
    "umbrellas",
    "kites",
    "feathers",
    "seashells",
    "bicycles",
    "typewriters",
    "cameras",
    "puppets",
    "chess-sets",
    "candles",
    "daggers",
    "masks",
    "buttons",
    "spoons",
    "records",
    "guitars",
    "telescopes",
    "compasses",
    "bottles",
    "carpets",
    "mirrors",
    "baskets",
    "swords",
    "helmets",
    "dolls",
    "trains",
    "tractors",
    "magazines",
    "autographs",
    "medals",
    "quilts",
    "hammers",
    "locks",
    "keys",
    "thermometers",
    "beetles",
    "orchids",
    "cactuses",
]
"""What the user may collect; no two of them are near each other."""


async def decide(forge: Forge, decisions: Any, role: Any = "reviewer") -> Any:
    async with forge.client(role) as client:
        return await client.post(DECISIONS, json=decisions)


async def results(forge: Forge, *decisions: dict[str, Any]) -> list[dict[str, Any]]:
    answer = await decide(forge, decisions)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


async def grounded(forge: Forge, number: int) -> list[str]:
    """Return so many cards without a flag: each says what its episode says."""
    said = [f"I collect {thing}." for thing in THINGS[:number]]
    sources = [await remember(forge, f"t{n}", words, "Noted.") for n, words in enumerate(said)]
    proposals = [
        item(words.replace("I collect", "The user collects"), source_episodes=[source])
        for words, source in zip(said, sources, strict=True)
    ]
    found = await propose(forge, *proposals)
    assert {one["route"] for one in found} == {"safe"}
    return [one["belief_id"] for one in found]


def keep(belief_id: str, version: int = 1, **fields: Any) -> dict[str, Any]:
    return {"belief_id": belief_id, "version": version, "door": "keep", **fields}


async def test_of_fifty_decisions_one_stale_and_one_flagged_forty_eight_are_done(
    forge: Forge,
) -> None:
    ids = await grounded(forge, 48)
    target = await active(forge, "The user lives in Paris")
    stale = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, target, "edit", content="The user lives in Lyon")
    flagged = await pending(forge, "Snow is white and cold")
    before = await belief(forge, ids[20])
    found = await results(forge, *(keep(one) for one in [*ids[:24], stale, flagged, *ids[24:]]))
    assert [one["belief_id"] for one in found] == [*ids[:24], stale, flagged, *ids[24:]]
    assert sum(one["ok"] for one in found) == 48
    told = {one["belief_id"]: one["problem"]["code"] for one in found if not one["ok"]}
    assert told == {stale: "stale_target", flagged: "flagged"}
    undone = (await door(forge, ids[20], "undo", version=2)).json()["belief"]
    moved = ("version", "updated_at")
    assert {**undone, **{name: before[name] for name in moved}} == before
    open_cards = await cards(forge)
    assert {card["belief"]["id"] for card in open_cards["cards"]} == {stale, flagged, ids[20]}
    async with forge.client("agent") as agent:
        answer = await agent.get(f"/agents/{AGENT}/memory/beliefs", params={"status": "active"})
    assert answer.json()["total"] == 48
    assert (await belief(forge, ids[19]))["status"] == "active"


async def test_two_reviewers_with_the_same_forty_decisions_decide_each_once(forge: Forge) -> None:
    ids = await grounded(forge, 40)
    first, second = await asyncio.gather(
        results(forge, *(keep(one) for one in ids)),
        results(forge, *(keep(one, door="forget") for one in reversed(ids))),
    )
    won = {one["belief_id"] for one in first if one["ok"]}
    lost = {one["belief_id"] for one in second if one["ok"]}
    assert won | lost == set(ids)
    assert not won & lost
    for result in (*first, *second):
        assert result["ok"] or result["problem"]["code"] == "version_moved"
    for one in ids:
        assert [row["version"] for row in (await with_audit(forge, one))["audit"]] == [2, 1]


async def test_each_bad_decision_is_told_and_the_others_go_on(forge: Forge) -> None:
    one, other = await grounded(forge, 2)
    found = await results(
        forge,
        keep(one, door="burn"),
        keep("bel_unknown"),
        keep(other, version=7),
        {"belief_id": one, "door": "keep"},
        keep(one, colour="red"),
        keep(one, door="edit"),
        keep(one),
        keep(one),
        {"belief_id": 7, "door": ["keep"], "version": "x"},
    )
    assert [result["ok"] or result["problem"]["code"] for result in found] == [
        "invalid",
        "belief_not_found",
        "version_moved",
        "invalid",
        "invalid",
        "invalid",
        True,
        "version_moved",
        "invalid",
    ]
    assert found[0]["problem"]["errors"][0]["field"] == "door"
    assert found[3]["problem"]["errors"][0]["field"] == "version"


async def test_edits_restores_and_undos_go_in_a_batch_too(forge: Forge) -> None:
    one, other = await grounded(forge, 2)
    found = await results(
        forge,
        keep(one, door="edit", content="The user collects boats", confidence=0.9, reason="boats"),
        keep(other, door="forget"),
        keep(other, version=2, door="restore"),
        keep(one, version=2, door="undo"),
    )
    assert [result["belief"]["status"] for result in found] == [
        "active",
        "forgotten",
        "pending",
        "pending",
    ]
    assert (await with_audit(forge, one))["audit"][1]["reason"] == "boats"


async def test_a_flagged_card_is_refused_whatever_the_door(forge: Forge) -> None:
    one = await pending(forge, "Snow is white and cold")
    found = await results(forge, keep(one), keep(one, door="forget"), keep(one, version=3))
    codes = [result["problem"]["code"] for result in found]
    assert codes == ["flagged", "flagged", "version_moved"]
    assert (await door(forge, one, "keep", version=1)).status_code == 200


async def test_a_silent_embedder_stops_only_the_edits(forge: Forge) -> None:
    one, other = await grounded(forge, 2)
    forge.use_embedder(SilentEmbedder())
    edited, kept = await results(
        forge, keep(one, door="edit", content="The user collects boats"), keep(other)
    )
    assert (edited["problem"]["code"], kept["ok"]) == ("embedder_unavailable", True)


async def test_another_agents_belief_is_not_found_in_a_batch(forge: Forge) -> None:
    await forge.create_agent("neighbour")
    async with forge.client("agent") as agent:
        answer = await agent.post("/agents/neighbour/memory/beliefs", json={"content": "I am here"})
    [result] = await results(forge, keep(answer.json()["id"]))
    assert result["problem"]["code"] == "belief_not_found"


@pytest.mark.parametrize("role", ["agent", "worker", "admin"])
async def test_no_other_key_decides(forge: Forge, role: Any) -> None:
    assert (await decide(forge, [], role)).status_code == 403


@pytest.mark.parametrize("sent", [{}, [1], ["keep"], [keep("x")] * 201])
async def test_what_is_no_list_of_decisions_is_refused(forge: Forge, sent: Any) -> None:
    assert (await decide(forge, sent)).status_code == 422


async def test_no_decision_has_no_answer(forge: Forge) -> None:
    assert await results(forge) == []


async def test_the_typed_client_decides_and_reads_the_history(forge: Forge) -> None:
    one, other = await grounded(forge, 2)
    async with ForgeClient(forge.url, forge.keys["reviewer"]) as client:
        kept, refused = await client.decide(
            AGENT,
            [
                Decision(belief_id=one, version=1, door="keep"),
                Decision(belief_id=other, version=2, door="keep"),
            ],
        )
        history = await client.get_history(AGENT, one)
        verdict = await client.verify_audit(AGENT)
        anchored = await client.verify_audit(AGENT, f"{verdict.position}:{verdict.root}")
    assert (kept.ok, refused.problem and refused.problem.code) == (True, "version_moved")
    assert [step.action for step in history.steps] == ["keep", "propose"]
    assert anchored.ok
