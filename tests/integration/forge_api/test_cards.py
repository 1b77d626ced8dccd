from __future__ import annotations

from typing import Any

import pytest

from forge_api.memory import belief_states
from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import active, belief, change, door, pending
from tests.integration.forge_api.test_proposals import remember

CARDS = f"/agents/{AGENT}/cards"


async def cards(forge: Forge, path: str = CARDS, **query: Any) -> dict[str, Any]:
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.get(path, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(page: dict[str, Any]) -> list[str]:
    return [card["belief"]["id"] for card in page["cards"]]


async def test_a_card_holds_what_a_person_needs_to_decide(forge: Forge) -> None:
    episode = await remember(forge, "t1", "I prefer terse answers in terminals.", "Noted.")
    held = await active(forge, "The user wants verbose replies")
    one = await pending(
        forge, "The user never wants verbose replies", source_episodes=[episode], confidence=0.8
    )
    [card] = (await cards(forge))["cards"]
    assert card["belief"] == await belief(forge, one)
    assert card["heading"] == "I've learned:"
    assert card["doors"] == {"keep": "Keep", "forget": "Forget", "edit": "Edit and keep"}
    assert (card["confidence"], round(card["decayed"], 3)) == (0.8, 0.8)
    assert (card["source_episodes"], card["conversation_ids"]) == ([episode], ["c1"])
    assert card["needs_review"] is True
    assert card["conflict"]["belief"]["id"] == held
    assert card["conflict"]["rule"] == "negation_overlap"
    span = card["conflict"]["span"]
    assert card["belief"]["content"][span["start"] : span["end"]] == "never"


async def test_a_change_shows_its_target_and_speaks_in_numbers(forge: Forge) -> None:
    target = await active(forge, "The user likes tea", confidence=0.7)
    await change(forge, "strengthen", target, "The user likes tea", confidence=0.85)
    [card] = (await cards(forge))["cards"]
    assert card["heading"] == "I'm surer that:"
    assert card["doors"] == {"keep": "Raise to 85 %", "forget": "Leave at 70 %", "edit": "Set %"}
    assert card["target"] == await belief(forge, target)
    assert card["stale"] is False


async def test_a_stale_card_offers_only_to_drop_it(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, target, "edit", content="The user lives in Lyon")
    page = await cards(forge, filter="stale")
    assert ids(page) == [one]
    assert page["cards"][0]["doors"] == {"forget": "Keep old"}
    assert page["cards"][0]["target"]["content"] == "The user lives in Lyon"


async def test_hidden_characters_are_shown_where_they_stand(forge: Forge) -> None:
    await pending(forge, "The user wants re\u200bplies")
    [card] = (await cards(forge))["cards"]
    assert card["hidden_characters"] == [{"start": 17, "end": 18}]
    assert "hidden_characters" in {reason["code"] for reason in card["review_reasons"]}


async def test_filters_show_their_share_and_counts_tell_all(forge: Forge) -> None:
    episode = await remember(forge, "t1", "I like green tea.", "Noted.")
    target = await active(forge, "The user lives in Paris")
    grounded = await pending(forge, "The user likes green tea", source_episodes=[episode])
    bare = await pending(forge, "Snow is white and cold")
    moved = await change(forge, "supersede", target, "The user lives in Rome")
    page = await cards(forge)
    assert ids(page) == [moved, bare, grounded]
    assert page["counts"] == {"open": 3, "needs_review": 2, "adds": 2, "changes": 1, "stale": 0}
    for name, expected in (
        ("needs_review", [moved, bare]),
        ("adds", [bare, grounded]),
        ("changes", [moved]),
        ("stale", []),
    ):
        shown = await cards(forge, filter=name)
        assert (ids(shown), shown["total"]) == (expected, len(expected))


async def test_a_decided_card_is_gone(forge: Forge) -> None:
    one = await pending(forge, "The user likes tea")
    await door(forge, one, "keep")
    page = await cards(forge)
    assert (page["cards"], page["total"]) == ([], 0)


async def test_pages_of_cards_of_all_agents_show_each_once(forge: Forge) -> None:
    await forge.create_agent("neighbour")
    said = ["Snow is white", "A horse sleeps standing", "Salt comes from the sea"]
    async with forge.client("agent") as agent:
        for content in said:
            for name in (AGENT, "neighbour"):
                await agent.post(f"/agents/{name}/memory/beliefs", json={"content": content})
    everything = ids(await cards(forge, "/cards"))
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = await cards(forge, "/cards", limit=1, **cursor)
        assert page["total"] == len(everything)
        seen += ids(page)
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert seen == everything
    assert len(set(seen)) == 6


async def test_a_key_sees_only_the_cards_of_its_own(forge: Forge) -> None:
    await pending(forge, "The user likes tea")
    await forge.create_agent("neighbour")
    foreign = await forge.keys_of("other")
    bound = await forge.create_key("reviewer", agents=["neighbour"])
    for key in (foreign["reviewer"], bound.key):
        async with forge.client(key=key) as stranger:
            assert (await stranger.get("/cards")).json()["cards"] == []
            assert (await stranger.get(CARDS)).status_code == 404


@pytest.mark.parametrize("op", belief_states.CHANGES)
async def test_each_op_has_the_heading_and_doors_of_the_table(forge: Forge, op: Any) -> None:
    target = await active(forge, "The user lives in Paris")
    await change(forge, op, target, "The user lives in Rome", confidence=0.4)
    [card] = (await cards(forge))["cards"]
    assert card["heading"] == belief_states.HEADINGS[op]
    assert card["doors"] == belief_states.card_labels(op, 0.4, 0.7)


async def test_a_conflict_is_marked_in_the_other_belief_as_it_reads_now(forge: Forge) -> None:
    held = await active(forge, "The user wants verbose replies")
    await pending(forge, "The user never wants verbose replies")
    await door(forge, held, "edit", content="In general the user wants verbose replies")
    [card] = (await cards(forge))["cards"]
    conflict = card["conflict"]
    assert conflict["belief"]["content"] == "In general the user wants verbose replies"
    assert conflict["other_span"]["end"] == len(conflict["belief"]["content"])
    await door(forge, held, "edit", content="The user owns a red bicycle")
    [card] = (await cards(forge))["cards"]
    assert (card["conflict"]["span"], card["conflict"]["other_span"]) == (None, None)
