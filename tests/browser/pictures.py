"""Each page's picture, into docs/images: what `make images` runs, and no other test run.

The pages show a fortnight of one agent: a run a night, most of its cards decided, some waiting.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from forge_client.client import ForgeClient
from surfaces.terminal import desk as terminal
from surfaces.terminal.app import ReviewApp
from tests.browser.test_inbox import report
from tests.fixtures.browser import PHONE, WIDE, Desk, opened
from tests.fixtures.forge import Forge

IMAGES = Path(__file__).parents[2] / "docs" / "images"
LOW = {"width": 1180, "height": 560}
MODEL = "openai/gpt-4.1-mini"
NOW = datetime.now(UTC)
THREE = NOW.replace(hour=3, minute=0, second=0, microsecond=0)


@dataclass(frozen=True)
class Learned:
    """What a night proposed, the words that taught it, and what a person made of it."""

    content: str
    said: str
    kind: str = "preference"
    door: str | None = "keep"
    confidence: float = 0.8


NIGHTS: Sequence[Sequence[Learned]] = (
    (
        Learned("The user wants verbose replies", "Please explain everything at length."),
        Learned("The team deploys on Mondays", "We deploy on Mondays.", "fact"),
    ),
    (Learned("Amounts are written in euros", "Amounts in euros, always.", "constraint"),),
    (
        Learned("Run the tests before a merge", "Run the tests before each merge.", "procedure"),
        Learned("The user was tired on Tuesday", "I was so tired on Tuesday.", "fact", "forget"),
    ),
    (),
    (Learned("The staging server is called heron", "Staging is heron.", "fact"),),
    (
        Learned("The user prefers tables for comparisons", "I prefer tables for comparisons."),
        Learned("The user asked about the weather", "What about the weather?", "fact", "forget"),
        Learned(
            "Never write to production without asking",
            "Never write to production without asking me.",
            "constraint",
        ),
    ),
    (Learned("The user writes Python and some Go", "I write Python and some Go.", "fact"),),
)


async def test_each_page_has_its_picture(shared_forge: Forge, browser: Browser) -> None:
    async with opened(shared_forge, browser, "my-agent") as desk:
        pages = await pages_of(desk)
        wide = await desk.reviewer(viewport=WIDE)
        for name, path in pages.items():
            await wide.goto(desk.forge.url + path)
            await picture(wide, name)
        await wide.emulate_media(color_scheme="dark")
        await wide.goto(desk.forge.url + desk.inbox)
        await picture(wide, "inbox-dark")
        phone = await desk.reviewer(viewport=PHONE, has_touch=True, is_mobile=True)
        await picture(phone, "inbox-phone")
        await in_a_terminal(desk, "terminal")


async def picture(page: Page, name: str) -> None:
    await page.screenshot(path=IMAGES / f"{name}.png")


async def pages_of(desk: Desk) -> dict[str, str]:
    """Let a fortnight pass, and return every page by name."""
    held: dict[str, str] = {}
    for number, night in enumerate(NIGHTS):
        held |= await reflected(desk, number, night)
    await failed(desk)
    desk.forge.use_clock(lambda: NOW - timedelta(hours=2))
    card = await waiting(desk, held)
    desk.forge.use_clock(lambda: datetime.now(UTC))
    here = f"agent={desk.agent}"
    return {
        "inbox": f"/?{here}",
        "card": f"/beliefs/{desk.agent}/{card}",
        "sources": f"/beliefs/{desk.agent}/{card}/sources",
        "beliefs": f"/beliefs?{here}&verify=true",
        "belief": f"/beliefs/{desk.agent}/{held['The team deploys on Mondays']}",
        "runs": f"/runs?{here}",
        "run": f"/runs/{desk.agent}/night-5",
        "log": f"/log?{here}",
        "story": f"/log?{here}&belief={card}",
        "empty-no-match": f"/?{here}&q=nothing+like+it",
    }


async def test_each_empty_inbox_has_its_picture(shared_forge: Forge, browser: Browser) -> None:
    failure = {"type": "NoMemory", "message": "episodes: 503 embedder_unavailable"}
    read = {"reflected": 47, "available": 60, "left_for_next_run": 13}
    async with opened(shared_forge, browser, "new-agent") as desk:
        page = await desk.reviewer(viewport=LOW)
        await picture(page, "empty-no-runs")
        await report(desk, "r1", "nothing_new", coverage=read)
        await page.reload()
        await picture(page, "empty-nothing-proposed")
        await report(desk, "r2", "failed", failure=failure)
        await page.reload()
        await picture(page, "empty-run-failed")
        await in_a_terminal(desk, "terminal-empty", height=14)
    async with opened(shared_forge, browser, "decided-agent") as desk:
        await desk.hold("The user likes tea")
        await picture(await desk.reviewer(viewport=LOW), "empty-all-decided")


async def in_a_terminal(desk: Desk, name: str, height: int = 34) -> None:
    """Draw the review screen, and write its picture as a browser shows it."""
    async with ForgeClient(desk.forge.url, desk.forge.keys["reviewer"]) as client:
        sitting = terminal.Desk(client, desk.agent)
        await sitting.open()
        app = ReviewApp(sitting, desk.agent)
        async with app.run_test(size=(96, height)) as pilot:
            await pilot.pause()
            drawn = app.export_screenshot(title="reflection review")
    page = await desk.visitor(viewport=WIDE)
    # Drawn with fonts of another host otherwise.
    await page.set_content(re.sub(r"@font-face {.*?}", "", drawn, flags=re.DOTALL))
    await page.locator("svg").screenshot(path=IMAGES / f"{name}.png")


async def reflected(desk: Desk, number: int, night: Sequence[Learned]) -> dict[str, str]:
    """Let one night pass and its cards be decided; return the belief of each content."""
    at = THREE - timedelta(days=2 * (len(NIGHTS) - number))
    desk.forge.use_clock(lambda: at)
    episodes = [await said(desk, f"n{number}-{place}", one.said) for place, one in enumerate(night)]
    more = [await said(desk, f"n{number}-m{place}", "Thank you.") for place in range(3 + number)]
    items = [
        {
            "content": one.content,
            "kind": one.kind,
            "confidence": one.confidence,
            "rationale": f"“{one.said}”",
            "source_episodes": [episode],
        }
        for one, episode in zip(night, episodes, strict=True)
    ]
    report = told(
        desk, number, at, len(episodes) + len(more), "proposed" if night else "nothing_new"
    )
    body = {"run_id": report["run_id"], "report": report, "reflected_episodes": episodes + more}
    answer = await desk.call(
        "worker", "POST", f"{desk.beliefs}/proposals", json=body | {"beliefs": items}
    )
    held = {
        one.content: str(result["belief_id"])
        for one, result in zip(night, answer["results"], strict=True)
    }
    for one in night:
        if one.door:
            await desk.door(held[one.content], one.door)
    return held


async def said(desk: Desk, turn_id: str, words: str) -> str:
    return await desk.teach(turn_id, {"role": "user", "content": words})


def told(desk: Desk, number: int, at: datetime, read: int, outcome: str) -> dict[str, Any]:
    """Return the report of a night."""
    left = (number * 5) % 4
    coverage = {"reflected": read, "available": read + left, "left_for_next_run": left}
    tokens = {"input_tokens": 900 + 310 * read, "output_tokens": 120 + 40 * read}
    return {
        "run_id": f"night-{number}",
        "agent_id": desk.agent,
        "outcome": outcome,
        "coverage": coverage,
        "model": {"name": MODEL, "calls": 1, "cost_usd": 0.0007 + 0.0002 * read, **tokens},
        "started_at": at.isoformat(),
        "finished_at": (at + timedelta(seconds=2.4 + number / 3)).isoformat(),
    }


async def failed(desk: Desk) -> None:
    """Let the last night fail."""
    at = THREE - timedelta(days=1)
    failure = {"type": "UndecodableProposal", "message": "the answer holds no array of diffs"}
    report = told(desk, len(NIGHTS), at, 0, "failed") | {"failure": failure}
    path = f"/agents/{desk.agent}/runs/{report['run_id']}"
    await desk.call("worker", "PUT", path, json=report)


async def waiting(desk: Desk, held: dict[str, str]) -> str:
    """Propose what waits in the inbox; return the card that is shown."""
    restore = "Check the backups by restoring one every quarter"
    await desk.propose(
        restore,
        kind="procedure",
        source_episodes=[await said(desk, "t3", f"{restore}.")],
        rationale="Asked for once, as a rule.",
    )
    await desk.propose(
        "The team deploys on Fridays",
        op="supersede",
        target_belief_id=held["The team deploys on Mondays"],
        source_episodes=[await said(desk, "t2", "We deploy on Fridays now.")],
        rationale="“We deploy on Fridays now.”",
    )
    words = "The user never wants verbose re\u200bplies"
    episode = await desk.teach(
        "t1",
        {"role": "user", "content": "Stop it. I never want verbose replies, tl;dr please."},
        {"role": "assistant", "content": "Understood: short replies only."},
    )
    why = "“I never want verbose replies, tl;dr please.”"
    return await desk.propose(
        words, kind="preference", confidence=0.8, source_episodes=[episode], rationale=why
    )
