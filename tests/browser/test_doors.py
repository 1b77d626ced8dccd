"""Keep, forget, edit and undo, by each way in which a person can reach them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.fixtures.browser import PHONE, Desk

WAYS: dict[str, dict[str, Any]] = {
    "mouse": {},
    "keyboard": {},
    "touch": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "no script": {"java_script_enabled": False},
}


@dataclass
class Hands:
    """A person's way of using a page."""

    page: Page
    way: str

    async def use(self, name: str, key: str) -> None:
        """Press a button by its name, or the key that stands for it."""
        if self.way == "keyboard":
            await self.page.keyboard.press(key)
            return
        button = self.page.locator(".card, .done").get_by_role("button", name=name).first
        await (button.tap() if self.way == "touch" else button.click())

    async def edit(self, words: str) -> None:
        """Open the edit form, and send these words."""
        card = self.page.locator(".card").first
        if self.way == "keyboard":
            await self.page.keyboard.press("e")
            await self.page.keyboard.press("Control+a")
            await self.page.keyboard.type(words)
            await self.page.keyboard.press("Tab")
            await card.get_by_role("button", name="Edit and keep").press("Enter")
            return
        await card.locator("summary[data-door=edit]").click()
        await card.get_by_label("The belief, in your words").fill(words)
        await card.get_by_role("button", name="Edit and keep").click()


@pytest.fixture(params=list(WAYS))
async def hands(request: pytest.FixtureRequest, desk: Desk) -> Callable[[], Awaitable[Hands]]:
    async def come() -> Hands:
        return Hands(await desk.reviewer(**WAYS[request.param]), request.param)

    return come


async def test_keep_undo_forget_and_edit(desk: Desk, hands: Callable[[], Awaitable[Hands]]) -> None:
    one = await desk.propose("The user likes tea")
    person = await hands()
    await person.use("Keep", "a")
    await expect(person.page.locator(".done")).to_contain_text("Kept")
    assert (await desk.belief(one))["status"] == "active"
    await person.use("Undo", "z")
    await expect(person.page.locator(".card")).to_have_count(1)
    assert (await desk.belief(one))["status"] == "pending"
    await person.use("Forget", "d")
    await expect(person.page.locator(".done")).to_contain_text("Forgotten")
    assert (await desk.belief(one))["status"] == "forgotten"
    await person.use("Undo", "z")
    await expect(person.page.locator(".card")).to_have_count(1)
    await person.edit("The user likes green tea")
    await expect(person.page.locator(".done")).to_contain_text("Edited and kept")
    belief = await desk.belief(one)
    assert (belief["status"], belief["content"]) == ("active", "The user likes green tea")


LABELS = {
    "add": [("Keep", "active", 0.7), ("Forget", "forgotten", 0.7)],
    "strengthen": [("Raise to 85 %", "applied", 0.85), ("Leave at 70 %", "forgotten", 0.7)],
    "weaken": [("Lower to 40 %", "applied", 0.4), ("Leave at 70 %", "forgotten", 0.7)],
    "forget": [("Stop believing", "applied", 0.7), ("Keep believing", "forgotten", 0.7)],
    "supersede": [("Use new", "active", 0.7), ("Keep old", "forgotten", 0.7)],
}
EDITS = {"add": "Edit and keep", "strengthen": "Set %", "weaken": "Set %", "supersede": "Edit new"}
SURE = {"strengthen": 0.85, "weaken": 0.4}
TOWNS = ("Rome", "Oslo", "Bern")


async def waiting(desk: Desk, op: str, town: str) -> tuple[str, str]:
    """Propose one thing; return its id, and that of the belief that it is about."""
    words = f"The user has an aunt in {town}"
    if op == "add":
        one = await desk.propose(words)
        return one, one
    held = await desk.hold(words, confidence=0.7)
    words = words.replace("an aunt", "no aunt") if op == "supersede" else words
    change = await desk.propose(words, op=op, target_belief_id=held, confidence=SURE.get(op, 0.7))
    return change, held


@pytest.mark.parametrize("op", list(LABELS))
async def test_the_button_of_each_operation_does_what_it_says(desk: Desk, op: str) -> None:
    page = await desk.reviewer()
    for town, (label, status, confidence) in zip(TOWNS, LABELS[op], strict=False):
        change, held = await waiting(desk, op, town)
        await page.goto(desk.forge.url + desk.inbox)
        await page.locator(".card").get_by_role("button", name=label, exact=True).click()
        await expect(page.locator(".done")).to_have_count(1)
        assert (await desk.belief(change))["status"] == status
        assert (await desk.belief(held))["confidence"] == confidence
    if op in EDITS:
        change, held = await waiting(desk, op, TOWNS[-1])
        await page.goto(desk.forge.url + desk.inbox)
        await page.locator("summary", has_text=EDITS[op]).click()
        percent = page.get_by_label("How sure, in percent")
        await percent.fill("60")
        await page.get_by_role("button", name=EDITS[op]).click()
        await expect(page.locator(".done")).to_have_count(1)
        moved = held if op in SURE else change
        assert (await desk.belief(moved))["confidence"] == 0.6
        assert (await desk.belief(change))["status"] == ("applied" if op in SURE else "active")


async def test_two_browsers_on_one_card_one_wins_and_the_other_is_told(desk: Desk) -> None:
    one = await desk.propose("The user likes milk")
    first = await desk.reviewer()
    second = await desk.reviewer(java_script_enabled=False)
    await first.locator(".card").get_by_role("button", name="Keep").click()
    await expect(first.locator(".done")).to_contain_text("Kept")
    await second.locator(".card").get_by_role("button", name="Forget").click()
    await expect(second.get_by_role("alert")).to_contain_text("at version 2 by now")
    assert (await desk.belief(one))["status"] == "active"


async def test_another_reviewer_s_verdict_greys_the_card_where_it_is(desk: Desk) -> None:
    older, newer = await desk.propose("The user likes soup"), await desk.propose("Tests run first")
    page = await desk.reviewer()
    where = await page.locator(f"[id='{older}']").bounding_box()
    kept = await desk.door(newer, "keep")
    await expect(page.locator(f"[id='{newer}']")).to_contain_text("Decided elsewhere: it is active")
    assert (await page.locator(f"[id='{older}']").bounding_box()) == where
    await desk.call(
        "reviewer",
        "POST",
        f"{desk.beliefs}/{newer}/undo",
        json={},
        headers={"If-Match": f'"{kept["version"]}"'},
    )
    await expect(page.locator(f"[id='{newer}']").get_by_role("button", name="Keep")).to_be_visible()


async def test_a_stale_card_is_proposed_anew_against_what_it_is_about_now(desk: Desk) -> None:
    held = await desk.hold("The user lives in Paris")
    await desk.propose("The user lives in Rome", op="supersede", target_belief_id=held)
    await desk.door(held, "edit", content="The user lives in Lyon")
    page = await desk.reviewer()
    card = page.locator(".card")
    await expect(card.locator("ins", has_text="Lyon")).to_be_visible()
    await expect(card.locator("del", has_text="Paris")).to_be_visible()
    await expect(card.get_by_role("button", name="Dismiss")).to_be_visible()
    await card.get_by_role("button", name="Propose against the new version").click()
    await page.get_by_role("button", name="Use new").click()
    await expect(page.locator(".done")).to_contain_text("Replaced")
    assert (await desk.belief(held))["status"] == "superseded"


async def test_a_stale_card_can_be_dismissed_without_a_script(desk: Desk) -> None:
    held = await desk.hold("The user lives in Oslo")
    change = await desk.propose("The user lives in Bern", op="supersede", target_belief_id=held)
    await desk.door(held, "edit", content="The user lives in Bergen")
    page = await desk.reviewer(java_script_enabled=False)
    await page.get_by_role("button", name="Dismiss").click()
    await expect(page.locator(".done")).to_have_count(1)
    assert (await desk.belief(change))["status"] == "forgotten"
    assert (await desk.belief(held))["status"] == "active"


async def test_what_a_door_refuses_is_told_on_the_card_itself(desk: Desk) -> None:
    await desk.hold("The user plays chess")
    one = await desk.propose("The user plays the violin")
    other = await desk.propose("Backups run at night")
    page = await desk.reviewer()
    card = page.locator(f"[id='{one}']")
    await card.locator("summary[data-door=edit]").click()
    await card.get_by_label("The belief, in your words").fill("The user plays chess")
    await card.get_by_role("button", name="Edit and keep").click()
    await expect(card.get_by_role("alert")).to_contain_text("already holds this")
    assert await page.locator(f"[id='{other}'] [role=alert]").count() == 0


async def held_answers(page: Page) -> asyncio.Event:
    """Hold every answer of a door until the event is set."""
    let_go = asyncio.Event()

    async def hold(route: Route) -> None:
        if route.request.method == "POST":
            await let_go.wait()
        await route.continue_()

    await page.route("**/beliefs/**", hold)
    return let_go


async def test_an_undo_pressed_before_the_answer_is_there_takes_that_verdict_back(
    desk: Desk,
) -> None:
    earlier, later = await desk.propose("The user likes figs"), await desk.propose("Tea at four")
    page = await desk.reviewer()
    await page.keyboard.press("a")
    await expect(page.locator(f"[data-done*='/{later}/']")).to_be_visible()
    let_go = await held_answers(page)
    for key in ("a", "z", "z"):
        await page.keyboard.press(key)
    let_go.set()
    await expect(page.locator(".card:not(.busy)")).to_have_count(2)
    for one in (earlier, later):
        assert (await desk.belief(one))["status"] == "pending"
        assert (await desk.belief(one))["version"] == 3


async def test_what_is_clicked_twice_does_not_decide_the_card_that_moved_up(desk: Desk) -> None:
    older, newer = await desk.propose("The user likes dates"), await desk.propose("Tea at five")
    page = await desk.reviewer()
    await page.locator(f"[id='{newer}']").get_by_role("button", name="Keep").dblclick()
    await expect(page.locator(".done")).to_contain_text("Kept")
    await page.locator(f"[id='{older}']").get_by_role("button", name="Forget").click()
    await expect(page.locator(".done")).to_have_count(2)
    statuses = [(await desk.belief(one))["status"] for one in (older, newer)]
    assert statuses == ["forgotten", "active"]
