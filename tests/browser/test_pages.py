"""Every page as it looks: accessible in both themes, safe against any text, quiet, pictured."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.browser.test_inbox import report
from tests.fixtures.browser import PHONE, WIDE, Desk, opened
from tests.fixtures.forge import Forge

IMAGES = Path(__file__).parents[2] / "docs" / "images"
TAKE_IMAGES = "TAKE_IMAGES"
"""Set (`make images`) to write each page's picture to docs/images."""

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

ATTACKS = {
    "script": "<script>window.hit = 1</script><img src=x onerror='window.hit=1'>",
    "markup": "[bold red]markup[/bold red] {{ 7 * 7 }} &lt;b&gt; </textarea></article>",
    "ansi": "\x1b[31mred\x1b[0m and \x07 bell",
    "override": "invoice\u202egnp.exe",
    "zero width": "re\u200bplies \ufeffand\u00ad soft",
    "right to left": "المستخدم يفضل الردود القصيرة",
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽",
    "long": "word " * 4_000 + "end",
}


async def pages_of(desk: Desk) -> dict[str, str]:
    """Fill an agent's desk, and return every page by name."""
    episode = await desk.teach(
        "t1",
        {"role": "user", "content": "Stop it. I never want verbose replies, tl;dr please."},
        {"role": "assistant", "content": "Understood: short replies only."},
    )
    fridays = await desk.teach("t2", {"role": "user", "content": "We deploy on Fridays now."})
    backups = await desk.teach(
        "t3", {"role": "user", "content": "Check the backups by restoring one every quarter."}
    )
    await desk.hold("The user wants verbose replies", kind="preference")
    mondays = await desk.hold("The team deploys on Mondays")
    await report(desk, "r1", "nothing_new", coverage={"reflected": 47, "available": 60})
    failure = {"type": "UndecodableProposal", "message": "the answer holds no array of diffs"}
    await report(desk, "r2", "failed", failure=failure)
    await desk.propose(
        "Check the backups by restoring one every quarter",
        kind="procedure",
        source_episodes=[backups],
        rationale="Asked for once, as a rule.",
    )
    await desk.propose(
        "The team deploys on Fridays",
        op="supersede",
        target_belief_id=mondays,
        source_episodes=[fridays],
        rationale="“We deploy on Fridays now.”",
    )
    card = await desk.propose(
        "The user never wants verbose re\u200bplies",
        kind="preference",
        source_episodes=[episode],
        rationale="“I never want verbose replies, tl;dr please.”",
    )
    here = f"agent={desk.agent}"
    return {
        "inbox": f"/?{here}",
        "card": f"/beliefs/{desk.agent}/{card}",
        "sources": f"/beliefs/{desk.agent}/{card}/sources",
        "beliefs": f"/beliefs?{here}&verify=true",
        "belief": f"/beliefs/{desk.agent}/{mondays}",
        "runs": f"/runs?{here}",
        "run": f"/runs/{desk.agent}/r2",
        "log": f"/log?{here}",
        "story": f"/log?{here}&belief={card}",
        "empty": f"/?{here}&q=nothing+like+it",
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_on_any_page(desk: Desk, theme: str) -> None:
    pages = await pages_of(desk)
    stranger = await desk.visitor(color_scheme=theme)
    await stranger.goto(f"{desk.forge.url}/sign-in")
    found = {"sign-in": await faults(stranger)}
    page = await desk.reviewer(color_scheme=theme)
    for name, path in pages.items():
        await page.goto(desk.forge.url + path)
        for details in await page.locator(".card").first.locator("details").all():
            await details.evaluate("one => one.open = true")
        found[name] = await faults(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


async def faults(page: Page) -> list[str]:
    answer = await Axe().run(page, options=RULES)
    return [
        f"{one['id']}: {node['target']}"
        for one in answer.response["violations"]
        for node in one["nodes"]
    ]


async def test_no_page_is_wider_than_a_phone_and_each_is_pictured(
    shared_forge: Forge, browser: Browser
) -> None:
    async with opened(shared_forge, browser, "my-agent") as desk:
        pages = await pages_of(desk)
        phone = await desk.reviewer(viewport=PHONE, has_touch=True, is_mobile=True)
        wide = await desk.reviewer(viewport=WIDE)
        for name, path in pages.items():
            await phone.goto(desk.forge.url + path)
            width = await phone.evaluate("document.documentElement.scrollWidth")
            assert width <= PHONE["width"], f"{name} is {width} wide"
            await wide.goto(desk.forge.url + path)
            await picture(wide, name)
            if name == "inbox":
                await picture(phone, "inbox-phone")


async def picture(page: Page, name: str) -> None:
    """Write the page's picture, where pictures are asked for."""
    if os.environ.get(TAKE_IMAGES):
        await page.screenshot(path=IMAGES / f"{name}.png")


@pytest.mark.parametrize("attack", list(ATTACKS))
async def test_a_text_that_attacks_is_shown_safely_and_whole(desk: Desk, attack: str) -> None:
    text = ATTACKS[attack]
    one = await desk.propose(text)
    page = await desk.reviewer()
    for path in (desk.inbox, f"/beliefs/{desk.agent}/{one}"):
        await page.goto(desk.forge.url + path)
        shown = page.locator(".belief .words").first
        await expect(shown).to_be_visible()
        assert await shown.evaluate("one => getComputedStyle(one).unicodeBidi") == "isolate"
        assert unescaped(await shown.text_content() or "") == text.strip()
        assert await page.evaluate("window.hit") is None
    for unseen in "\u202e\u200b\x1b\x07\ufeff\u00ad":
        assert unseen not in await page.content()


def unescaped(shown: str) -> str:
    """Return the text with what was written out put back."""
    for character in "\u202e\u200b\x1b\x07\ufeff\u00ad":
        shown = shown.replace(f"[U+{ord(character):04X}]", character)
    return shown


async def test_an_edit_of_an_attack_begins_with_its_very_words_but_what_is_unseen(
    desk: Desk,
) -> None:
    await desk.propose(ATTACKS["markup"])
    page = await desk.reviewer()
    field = page.get_by_label("The belief, in your words")
    assert await field.input_value() == ATTACKS["markup"]
