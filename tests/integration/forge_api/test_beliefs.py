from __future__ import annotations

from typing import Any

import pytest

from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import (
    BELIEFS,
    active,
    change,
    door,
    item,
    pending,
    propose,
    with_audit,
)


async def listed(forge: Forge, role: Any = "reviewer", **query: Any) -> dict[str, Any]:
    async with forge.client(role) as reader:
        answer = await reader.get(BELIEFS, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def words(page: dict[str, Any]) -> list[str]:
    return [one["content"] for one in page["beliefs"]]


async def test_beliefs_are_listed_newest_first_by_status_and_kind(forge: Forge) -> None:
    await active(forge, "The user likes tea", kind="preference")
    await pending(forge, "Snow is white and cold")
    assert words(await listed(forge)) == ["Snow is white and cold", "The user likes tea"]
    assert words(await listed(forge, status="active")) == ["The user likes tea"]
    assert words(await listed(forge, kind="fact")) == ["Snow is white and cold"]
    assert (await listed(forge, status=["active", "pending"]))["total"] == 2


async def test_pages_show_everything_once(forge: Forge) -> None:
    nouns = ["Snow", "A horse", "The moon", "Salt", "A violin", "Glass", "The harbour"]
    await propose(forge, *(item(f"{noun} number {n}") for n, noun in enumerate(nouns)))
    total = (await listed(forge))["total"]
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = await listed(forge, limit=2, **cursor)
        assert page["total"] == total
        seen += [one["id"] for one in page["beliefs"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert len(seen) == len(set(seen)) == total


@pytest.mark.parametrize(
    "query", [{"status": "lost"}, {"kind": "rumour"}, {"limit": 0}, {"cursor": "x"}, {"as_of": "x"}]
)
async def test_a_query_that_makes_no_sense_is_refused(forge: Forge, query: dict[str, Any]) -> None:
    async with forge.client("reviewer") as reader:
        assert (await reader.get(BELIEFS, params=query)).status_code == 422


async def test_vectors_are_for_workers(forge: Forge) -> None:
    await pending(forge, "The user likes tea")
    assert len((await listed(forge, "worker", include="vectors"))["beliefs"][0]["vector"]) == 256
    assert (await listed(forge, "worker"))["beliefs"][0]["vector"] is None
    async with forge.client("agent") as agent:
        assert (await agent.get(BELIEFS, params={"include": "vectors"})).status_code == 403


async def test_as_of_lists_what_was_believed_then(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    before = (await with_audit(forge, one))["audit"][0]["at"]
    await door(forge, one, "keep")
    after = (await with_audit(forge, one))["audit"][0]["at"]
    await door(forge, one, "edit", content="The user lives in Milan")
    assert words(await listed(forge, as_of=before)) == ["The user lives in Paris"]
    assert words(await listed(forge, as_of=after)) == ["The user lives in Rome"]
    assert words(await listed(forge, status="active")) == ["The user lives in Milan"]
    assert (await listed(forge, as_of="2020-01-01T00:00:00Z"))["beliefs"] == []
    then = await listed(forge, as_of=before, status="pending")
    assert [(one["content"], one["version"]) for one in then["beliefs"]] == [
        ("The user lives in Rome", 1)
    ]


async def test_another_agents_belief_is_not_found_under_this_one(forge: Forge) -> None:
    one = await pending(forge, "The user likes tea")
    await forge.create_agent("neighbour")
    async with forge.client("reviewer") as reader:
        answer = await reader.get(f"/agents/neighbour/memory/beliefs/{one}")
    assert (answer.status_code, answer.json()["code"]) == (404, "belief_not_found")


async def test_a_key_bound_to_another_agent_sees_nothing(forge: Forge) -> None:
    one = await pending(forge, "The user likes tea")
    await forge.create_agent("neighbour")
    bound = await forge.create_key("agent", agents=["neighbour"])
    async with forge.client(key=bound.key) as stranger:
        for path in (
            BELIEFS,
            f"{BELIEFS}/{one}",
            f"/agents/{AGENT}/cards",
            f"/agents/{AGENT}/runs",
        ):
            assert (await stranger.get(path)).status_code == 404


async def test_only_a_person_makes_a_belief_the_organisations(forge: Forge) -> None:
    one = await active(forge, "Releases happen on Tuesdays")
    await forge.create_agent("neighbour")
    search = "/agents/neighbour/memory/search"
    query = {"q": "releases", "scope": "org"}
    async with forge.client("agent") as agent:
        assert (await agent.get(search, params=query)).json()["beliefs"] == []
        await door(forge, one, "edit", scope="org")
        found = (await agent.get(search, params=query)).json()["beliefs"]
    assert [one["id"] for one in found] == [one]


async def test_context_holds_whole_beliefs_within_its_budget(forge: Forge) -> None:
    await active(forge, "The user likes tea", confidence=0.9)
    await active(forge, "Never deploy on Fridays", kind="constraint", confidence=0.5)
    await pending(forge, "Snow is white and cold")
    async with forge.client("agent") as agent:
        whole = (await agent.get(f"/agents/{AGENT}/context")).json()
        narrow = await agent.get(f"/agents/{AGENT}/context", params={"budget_tokens": 30})
        asked = await agent.get(f"/agents/{AGENT}/context", params={"q": "drinks tea"})
    assert len(whole["belief_ids"]) == 2
    assert whole["block"].index("Fridays") < whole["block"].index("tea")
    assert "Snow" not in whole["block"]
    assert (narrow.json()["left_out"], narrow.json()["tokens"] <= 30) == (1, True)
    assert "Fridays" in narrow.json()["block"]
    assert "tea" in asked.json()["block"]


async def test_the_history_of_a_belief_is_what_each_door_changed(forge: Forge) -> None:
    one = await active(forge, "The user likes green tea")
    await door(forge, one, "edit", content="The user likes black tea", reason="tasted it")
    await door(forge, one, "undo", version=3)
    async with forge.client("agent") as agent:
        found = (await agent.get(f"{BELIEFS}/{one}/history")).json()
        missing = await agent.get(f"{BELIEFS}/bel_unknown/history")
    assert missing.status_code == 404
    assert [step["action"] for step in found["steps"]] == ["undo", "edit", "keep", "propose"]
    _, edit, keep, _ = found["steps"]
    [words] = edit["differences"]
    assert (words["field"], words["removed"]) == ("content", [{"start": 15, "end": 20}])
    assert edit["reason"] == "tasted it"
    assert [(one["before"], one["after"]) for one in keep["differences"]] == [("pending", "active")]
