"""Every page as it looks: accessible in both themes, safe against any text, quiet."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Locator, Page, expect

from tests.browser.test_inbox import report
from tests.fixtures.browser import PHONE, Desk

RULES: dict[Literal["light", "dark"], dict[str, object]] = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    # The same document: only what looks at colours can find something else in it.
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}

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
UNSEEN = "\u202e\u200b\x1b\x07\ufeff\u00ad"


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


async def test_axe_finds_nothing_on_any_page_in_either_theme(desk: Desk) -> None:
    pages = await pages_of(desk)
    stranger = await desk.visitor()
    await stranger.goto(f"{desk.forge.url}/sign-in")
    found = {"sign-in": await faults(stranger)}
    page = await desk.reviewer()
    for name, path in pages.items():
        await page.goto(desk.forge.url + path)
        await page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        found[name] = await faults(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


async def faults(page: Page) -> list[str]:
    """Return what axe finds on a page, in one theme after the other."""
    found: list[str] = []
    for theme, rules in RULES.items():
        await page.emulate_media(color_scheme=theme)
        answer = await Axe().run(page, options=rules)
        found += [
            f"{theme}: {one['id']}: {node['target']}"
            for one in answer.response["violations"]
            for node in one["nodes"]
        ]
    return found


async def test_no_page_is_wider_than_a_phone(desk: Desk) -> None:
    pages = await pages_of(desk)
    phone = await desk.reviewer(viewport=PHONE, has_touch=True, is_mobile=True)
    for name, path in pages.items():
        await phone.goto(desk.forge.url + path)
        width = await phone.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["width"], f"{name} is {width} wide"


async def test_a_text_that_attacks_is_shown_safely_and_whole(desk: Desk) -> None:
    shown = {await desk.propose(text): text for text in ATTACKS.values()}
    page = await desk.reviewer()
    for one, text in shown.items():
        await whole(page.locator(f"[id='{one}'] .belief .words"), text)
    await harmless(page)
    for one, text in shown.items():
        await page.goto(f"{desk.forge.url}/beliefs/{desk.agent}/{one}")
        await whole(page.locator(".belief .words").first, text)
        await harmless(page)


async def whole(shown: Locator, text: str) -> None:
    await expect(shown).to_be_visible()
    assert await shown.evaluate("one => getComputedStyle(one).unicodeBidi") == "isolate"
    assert unescaped(await shown.text_content() or "") == text.strip()


async def harmless(page: Page) -> None:
    assert await page.evaluate("window.hit") is None
    content = await page.content()
    assert [one for one in UNSEEN if one in content] == []


def unescaped(shown: str) -> str:
    """Return the text with what was written out put back."""
    for character in UNSEEN:
        shown = shown.replace(f"[U+{ord(character):04X}]", character)
    return shown


async def test_an_edit_of_an_attack_begins_with_its_very_words_but_what_is_unseen(
    desk: Desk,
) -> None:
    await desk.propose(ATTACKS["markup"])
    page = await desk.reviewer()
    field = page.get_by_label("The belief, in your words")
    assert await field.input_value() == ATTACKS["markup"]
