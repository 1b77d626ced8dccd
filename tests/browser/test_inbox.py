from __future__ import annotations

import pytest
from playwright.async_api import expect

from forge_api.web.inbox import PAGE
from tests.fixtures.browser import Desk

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
    "candles",
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
]


async def collect(desk: Desk, count: int) -> list[str]:
    """Propose so many beliefs that nothing speaks against, from one turn."""
    said = [f"The user collects {thing} since {1950 + n}" for n, thing in enumerate(THINGS)]
    episode = await desk.teach("all", {"role": "user", "content": ". ".join(said)})
    items = [
        {"content": text, "confidence": 0.7, "source_episodes": [episode]} for text in said[:count]
    ]
    answer = await desk.call("worker", "POST", f"{desk.beliefs}/proposals", json={"beliefs": items})
    assert [one["route"] for one in answer["results"]] == ["safe"] * count
    return [one["belief_id"] for one in answer["results"]]


async def test_thirty_cards_are_decided_by_keys_alone_one_each(desk: Desk) -> None:
    ids = await collect(desk, 30)
    page = await desk.reviewer()
    pressed = 0
    for count in (PAGE, 30 - PAGE):
        # The newest that is still open: the page's first, and not one whose answer is awaited.
        await expect(page.locator(f"[id='{ids[29 - pressed]}'].focused:not(.busy)")).to_be_visible()
        for place in range(count):
            await page.keyboard.press("d" if place % 3 == 0 else "a")
            pressed += 1
    await expect(page.locator("[data-empty=all_decided]")).to_be_visible()
    assert pressed == 30
    answer = await desk.call("reviewer", "GET", f"{desk.beliefs}?limit=100")
    statuses = {one["id"]: one["status"] for one in answer["beliefs"]}
    assert set(statuses) == set(ids)
    assert "pending" not in statuses.values()
    for one in ids[:3]:
        found = await desk.call("reviewer", "GET", f"{desk.beliefs}/{one}")
        assert [row["role"] for row in found["audit"]] == ["reviewer", "worker"]


@pytest.mark.parametrize("script", [True, False])
async def test_of_a_batch_of_twenty_with_one_that_fails_each_is_answered(
    desk: Desk, script: bool
) -> None:
    ids = await collect(desk, 20)
    page = await desk.reviewer(java_script_enabled=script)
    await page.get_by_role("link", name="Select all 20 on this page").click()
    await desk.door(ids[7], "forget")
    await page.get_by_role("button", name="Keep selected…").click()
    await expect(page.get_by_role("heading", name="Keep 20 cards?")).to_be_visible()
    await page.get_by_role("button", name="Keep 20 cards").click()
    await expect(page.get_by_role("heading", name="19 of 20 cards decided")).to_be_visible()
    await expect(page.locator(".answers .done")).to_have_count(19)
    await expect(page.locator(".answers .problem")).to_contain_text("at version 2 by now")
    assert (await desk.belief(ids[7]))["status"] == "forgotten"
    assert (await desk.belief(ids[8]))["status"] == "active"


async def test_a_flagged_card_cannot_be_selected(desk: Desk) -> None:
    await desk.propose("The user owns a boat", source_episodes=[])
    page = await desk.reviewer()
    await expect(page.locator(".card")).to_contain_text("Names no episode that taught it")
    assert await page.locator("input[name=card]").count() == 0


async def test_a_new_card_waits_behind_a_link_and_moves_nothing(desk: Desk) -> None:
    first = await desk.propose("The user likes tea")
    page = await desk.reviewer()
    where = await page.locator(f"[id='{first}']").bounding_box()
    await desk.propose("The user has two cats")
    await expect(page.get_by_role("link", name="1 new ↑")).to_be_visible()
    assert await page.locator(f"[id='{first}']").bounding_box() == where
    await page.get_by_role("link", name="1 new ↑").click()
    await expect(page.locator(".card")).to_have_count(2)


async def test_keys_are_asleep_in_fields_and_can_be_switched_off(desk: Desk) -> None:
    one = await desk.propose("The user likes dark bread")
    page = await desk.reviewer()
    await page.keyboard.press("/")
    await page.keyboard.type("dad")
    assert await page.get_by_label("Find in cards").input_value() == "dad"
    await page.keyboard.press("Escape")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("?")
    await page.get_by_label("Keys work on this page").uncheck()
    await page.keyboard.press("Escape")
    await page.keyboard.press("a")
    await page.reload()
    await page.keyboard.press("a")
    assert (await desk.belief(one))["status"] == "pending"


async def test_keys_move_select_open_sources_and_skip(desk: Desk) -> None:
    [older, newer] = await collect(desk, 2)
    page = await desk.reviewer()
    focused = page.locator(".card.focused")
    await expect(focused).to_have_id(newer)
    for key, due in (("j", older), ("k", newer), ("s", older)):
        await page.keyboard.press(key)
        await expect(focused).to_have_id(due)
    await page.keyboard.press("x")
    await expect(focused.get_by_label("Select")).to_be_checked()
    await page.keyboard.press("o")
    await expect(focused.locator(".turn mark").first).to_be_visible()


async def test_the_sources_show_the_turn_with_its_words_marked_and_its_tools_folded(
    desk: Desk,
) -> None:
    call = {"id": "x", "type": "function", "function": {"name": "look_up", "arguments": "{}"}}
    episode = await desk.teach(
        "t1",
        {"role": "user", "content": "We deploy on Fridays. The password is hunter2-hunter2."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "x", "content": "Fridays are free"},
        {"role": "assistant", "content": "Noted."},
    )
    one = await desk.propose("The team deploys on Fridays", source_episodes=[episode])
    page = await desk.reviewer(f"/beliefs/{desk.agent}/{one}/sources", java_script_enabled=False)
    await expect(page.locator(".said mark").first).to_have_text("deploy")
    await expect(page.locator("details.said")).to_have_count(2)
    await expect(page.locator("details.said p").last).to_be_hidden()
    assert "hunter2" not in await page.content()
    await page.get_by_role("link", name="Show the words as they came").click()
    await expect(page.locator(".turns")).to_contain_text("hunter2-hunter2")


async def test_an_empty_inbox_says_which_of_five_reasons_it_is(desk: Desk) -> None:
    page = await desk.reviewer()
    empty = page.locator(".empty")
    await expect(empty).to_contain_text("No reflection has run yet")
    await report(desk, "r1", "nothing_new", coverage={"reflected": 47, "available": 60})
    await page.reload()
    await expect(empty).to_contain_text("read 47 of 60 episodes")
    failure = {"type": "NoMemory", "message": "episodes: 503 embedder_unavailable"}
    await report(desk, "r2", "failed", failure=failure)
    await page.reload()
    await expect(empty).to_contain_text("episodes: 503 embedder_unavailable")
    await desk.propose("The user likes rain")
    await page.goto(f"{desk.forge.url}{desk.inbox}&q=snow")
    await expect(empty).to_contain_text("1 card waits")
    await expect(page.get_by_label("Find in cards")).to_have_value("snow")
    await empty.get_by_role("link", name="Show all cards").click()
    await expect(page.locator(".card")).to_have_count(1)


async def test_an_inbox_in_which_all_is_decided_says_so(desk: Desk) -> None:
    await desk.hold("The user likes snow")
    page = await desk.reviewer()
    await expect(page.locator(".empty")).to_contain_text("All decided")


async def report(desk: Desk, run_id: str, outcome: str, **fields: object) -> None:
    """Store the report of a run that stored nothing."""
    second = run_id.removeprefix("r")
    body = {
        "run_id": run_id,
        "agent_id": desk.agent,
        "outcome": outcome,
        "model": {"name": "none"},
        "started_at": f"2026-11-30T03:00:0{second}Z",
        **fields,
    }
    await desk.call("worker", "PUT", f"/agents/{desk.agent}/runs/{run_id}", json=body)
