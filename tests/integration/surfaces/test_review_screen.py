"""Every key of the review screen, pressed by Textual's pilot against a live forge."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Collapsible, Input, Static, TextArea

from forge_client.client import ForgeClient
from surfaces.cli import screen
from surfaces.terminal.app import DoorButton, ReviewApp
from surfaces.terminal.desk import Desk
from surfaces.terminal.dialogs import Drawer, Editor, Line, Question
from tests.fixtures.forge import AGENT, TURNS, Forge, turn
from tests.integration.forge_api.learning import active, belief, change, door, pending
from tests.integration.forge_api.test_decisions import grounded

THINGS = ("stamps", "violins", "lanterns", "fossils")
ATTACKS = {
    "script": "<script>alert(1)</script> is liked",
    "markup": "The user [bold red]shouts[/] [@click=app.quit]here[/] [link=x]there",
    "ansi": "\x1b[2J\x1b]0;owned\x07The screen is cleared",
    "override": "The user \u202eseirt\u202c to hide",
    "zero width": "The user re\u200bplies\u2060 late",
    "long": "longtail " * 2_200 + "end",
    "right to left": "\u05d4\u05de\u05e9\u05ea\u05de\u05e9 \u05ea\u05d4",
    "emoji": "Family \U0001f468\u200d\U0001f469, flag \U0001f1ee\U0001f1f9, \u2764\ufe0f",
    "forged lines": "Tea.\r\n⚠ checked: safe\nWhy: all is well",
}


@asynccontextmanager
async def sitting(forge: Forge) -> AsyncIterator[Pilot[None]]:
    async with ForgeClient(forge.url, forge.keys["reviewer"]) as client:
        desk = Desk(client, AGENT)
        await desk.open()
        async with screen_of(desk).run_test(size=(100, 40)) as pilot:
            yield pilot


def screen_of(desk: Desk) -> ReviewApp:
    """Return a screen that looks for news when a test says so, and not by the clock."""
    return ReviewApp(desk, AGENT, look_every=3_600)


def app(pilot: Pilot[None]) -> ReviewApp:
    assert isinstance(pilot.app, ReviewApp)
    return pilot.app


def shown(pilot: Pilot[None], part: str) -> str:
    """Return what a part of the main screen says; empty while it is hidden."""
    found = pilot.app.screen_stack[0].query_one(f"#{part}", Static)
    return str(found.content) if found.display else ""


async def until(pilot: Pilot[None], so: Callable[[], bool]) -> None:
    """Let the app go on until it is so: a click or a dialog's answer takes turns of its loop."""
    async with asyncio.timeout(60):
        while not so():
            await pilot.pause()


async def until_told(pilot: Pilot[None], words: str, part: str = "told") -> None:
    await until(pilot, lambda: words in shown(pilot, part))


async def until_closed(pilot: Pilot[None]) -> None:
    """Let the app go on until no dialog lies over the card."""
    await until(pilot, lambda: len(pilot.app.screen_stack) == 1)


def labels(pilot: Pilot[None]) -> dict[str, str]:
    """Return door → what its button says, without the key."""
    buttons = pilot.app.screen_stack[0].query(DoorButton)
    return {str(one.id): str(one.label)[3:] for one in buttons if one.display}


async def status(forge: Forge, belief_id: str) -> str:
    return str((await belief(forge, belief_id))["status"])


async def collected(forge: Forge, *things: str) -> list[str]:
    """Propose a belief about each thing; the last one is the first card."""
    return [await pending(forge, f"The user collects {one}") for one in things]


async def test_moving_keeping_forgetting_skipping_and_taking_back(forge: Forge) -> None:
    stamps, violins, lanterns = await collected(forge, *THINGS[:3])
    async with sitting(forge) as pilot:
        assert shown(pilot, "words") == "The user collects lanterns"
        assert "3 open" in shown(pilot, "bar")
        await pilot.press("j")
        assert shown(pilot, "words") == "The user collects violins"
        await pilot.press("k", "k", "backspace")
        assert shown(pilot, "words") == "The user collects lanterns"
        await pilot.press("s")
        assert "2 of 3" in shown(pilot, "bar")
        await pilot.press("a")
        assert await status(forge, violins) == "active"
        assert "✓ Keep" in shown(pilot, "told")
        assert shown(pilot, "words") == "The user collects stamps"
        await pilot.press("d")
        assert await status(forge, stamps) == "forgotten"
        assert shown(pilot, "words") == "The user collects lanterns"
        await pilot.press("z")
        assert await status(forge, stamps) == "pending"
        assert shown(pilot, "words") == "The user collects stamps"
        await pilot.press("z", "a")
        assert await status(forge, violins) == "active"
        assert await status(forge, lanterns) == "pending"


async def test_a_decided_card_stays_readable_and_has_no_doors(forge: Forge) -> None:
    await collected(forge, "stamps")
    async with sitting(forge) as pilot:
        await pilot.press("a")
        assert "Keep (now active)" in shown(pilot, "outcome")
        assert shown(pilot, "words") == "The user collects stamps"
        assert labels(pilot) == {}
        await pilot.press("d", "e")
        assert pilot.app.screen_stack[1:] == []
        assert "0 open" in shown(pilot, "bar")


async def test_words_are_edited_and_percentages_set(forge: Forge) -> None:
    target = await active(forge, "The user drinks tea")
    raised = await change(forge, "strengthen", target, "The user drinks tea", confidence=0.85)
    [stamps] = await collected(forge, "stamps")
    async with sitting(forge) as pilot:
        await pilot.press("e")
        assert isinstance(pilot.app.screen, Editor)
        # Keys mean letters here, and nothing else.
        await pilot.press("a", "d", "q", "escape")
        assert await status(forge, stamps) == "pending"
        await pilot.press("e")
        pilot.app.screen.query_one(TextArea).text = "The user collects rare stamps"
        await pilot.press("ctrl+s")
        await until_told(pilot, "✓ Edit and keep")
        assert (await belief(forge, stamps))["content"] == "The user collects rare stamps"
        await pilot.press("e")
        field = pilot.app.screen.query_one(Input)
        assert (isinstance(pilot.app.screen, Line), field.value) == (True, "85")
        field.value = "eighty"
        await pilot.press("enter")
        await until_told(pilot, "whole percentage")
        await pilot.press("e")
        pilot.app.screen.query_one(Input).value = "80 %"
        await pilot.press("enter")
        await until_told(pilot, "✓ Set %")
        assert await status(forge, raised) == "applied"
        assert (await belief(forge, target))["confidence"] == 0.8


async def test_several_are_kept_at_once_after_a_question_and_taken_back_at_once(
    forge: Forge,
) -> None:
    target = await active(forge, "The user drinks tea")
    await change(forge, "supersede", target, "The user drinks coffee")
    ids = await grounded(forge, 3)
    async with sitting(forge) as pilot:
        await pilot.press("x")
        assert "1 selected" in shown(pilot, "bar")
        assert "selected" in shown(pilot, "outcome")
        await pilot.press("x", "X")
        assert "3 selected" in shown(pilot, "bar")
        await pilot.press("a")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("n")
        await until_closed(pilot)
        assert [await status(forge, one) for one in ids] == ["pending"] * 3
        await door(forge, ids[0], "forget")
        await pilot.press("a", "y")
        await until_told(pilot, "2 cards kept, 1 refused")
        assert [await status(forge, one) for one in ids] == ["forgotten", "active", "active"]
        refusals = []
        for _ in range(4):
            refusals.append(shown(pilot, "refusal"))
            await pilot.press("j")
        assert sum("version_moved" in one for one in refusals) == 1
        await pilot.press("z")
        assert [await status(forge, one) for one in ids] == ["forgotten", "pending", "pending"]


async def test_only_an_unflagged_new_belief_can_be_selected(forge: Forge) -> None:
    target = await active(forge, "The user drinks tea")
    await change(forge, "supersede", target, "The user drinks coffee")
    async with sitting(forge) as pilot:
        assert shown(pilot, "words") == "The user drinks coffee"
        assert shown(pilot, "beside_0") == "The user drinks ⟦coffee⟧"
        assert shown(pilot, "called_1") == "ACTIVE NOW"
        assert shown(pilot, "beside_1") == "The user drinks ⟦tea⟧"
        await pilot.press("x")
        assert "Only an open, unflagged" in shown(pilot, "told")
        await pilot.press("X")
        assert "selected" not in shown(pilot, "bar")


async def test_the_sources_show_the_words_and_fold_the_tool_calls(forge: Forge) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "[b]look", "arguments": "{}"}}
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "[red]I collect stamps\x1b[2J"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": "three found", "tool_call_id": "c"},
        {"role": "assistant", "content": "Noted."},
    ]
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json={**turn(), "messages": messages})
    await pending(
        forge, "The user collects stamps", source_episodes=[answer.json()["episode"]["id"]]
    )
    async with sitting(forge) as pilot:
        await pilot.press("o")
        assert isinstance(pilot.app.screen, Drawer)
        texts = [str(one.content) for one in pilot.app.screen.query(Static)]
        assert any("[red]I collect stamps[U+001B][2J" in one for one in texts)
        assert any("conversation c1" in one for one in texts)
        folded = list(pilot.app.screen.query(Collapsible))
        assert [one.collapsed for one in folded] == [True, True]
        assert "three found" in str(folded[1].query_one("Contents Static", Static).content)
        await pilot.press("o")
        await until_closed(pilot)


async def test_a_filter_is_always_told_and_can_match_nothing(forge: Forge) -> None:
    await collected(forge, *THINGS)
    async with sitting(forge) as pilot:
        await pilot.press("slash", *"VIOL", "enter")
        await until_told(pilot, "1 of 1   filter: VIOL", "bar")
        assert shown(pilot, "words") == "The user collects violins"
        await pilot.press("slash", *"x", "enter")
        await until_told(pilot, "No card has these words; 4 cards open", "heading")
        await pilot.press("a", "d", "e", "x", "o", "s")
        await pilot.press("slash", *["backspace"] * 5, "enter")
        await until_told(pilot, "1 of 4", "bar")


async def test_news_waits_and_another_s_verdict_greys_the_card_where_it_stands(
    forge: Forge,
) -> None:
    [stamps] = await collected(forge, "stamps")
    async with sitting(forge) as pilot:
        await collected(forge, "violins", "fossils")
        await door(forge, stamps, "forget")
        await app(pilot).look()
        assert shown(pilot, "words") == "The user collects stamps"
        assert "decided elsewhere (now forgotten)" in shown(pilot, "outcome")
        assert "2 open" in shown(pilot, "bar")
        assert "2 new (n)" in shown(pilot, "bar")
        await pilot.press("n")
        assert shown(pilot, "words") == "The user collects fossils"
        await door(forge, stamps, "restore", 2)
        await app(pilot).look()
        await pilot.press("j", "j")
        assert shown(pilot, "outcome") == ""


async def test_who_comes_second_is_told_on_the_card(forge: Forge) -> None:
    [stamps] = await collected(forge, "stamps")
    async with sitting(forge) as pilot:
        await door(forge, stamps, "forget")
        await pilot.press("a")
        assert await status(forge, stamps) == "forgotten"
        assert "Too late: decided elsewhere (now forgotten)" in shown(pilot, "told")


async def test_a_stale_card_is_told_and_only_its_forget_door_is_open(forge: Forge) -> None:
    target = await active(forge, "The user lives in Oslo")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, target, "edit", content="The user lives in Bergen")
    async with sitting(forge) as pilot:
        assert "The target has changed" in shown(pilot, "warnings")
        await pilot.press("a")
        assert await status(forge, one) == "pending"
        await pilot.press("d")
        assert await status(forge, one) == "forgotten"


async def test_a_forge_that_is_gone_is_told_on_the_card_and_ends_nothing(forge: Forge) -> None:
    await collected(forge, "stamps")
    async with ForgeClient(forge.url, forge.keys["reviewer"]) as client:
        desk = Desk(client, AGENT)
        await desk.open()
        async with screen_of(desk).run_test() as pilot:
            desk._forge = ForgeClient("http://127.0.0.1:1", None)
            await pilot.press("a")
            assert "Forge does not answer" in shown(pilot, "refusal")
            await pilot.press("o", "z")
            assert pilot.app.is_running
            await desk._forge.close()


async def test_the_help_names_every_key_and_q_ends(forge: Forge) -> None:
    async with sitting(forge) as pilot:
        assert "No reflection has run yet" in shown(pilot, "heading")
        await pilot.press("question_mark")
        told = "\n".join(str(one.content) for one in pilot.app.screen.query(Static))
        assert all(f"{key}  " in told for key in "jkadesxXozn/?q")
        await pilot.press("escape")
        await until_closed(pilot)
        await pilot.press("q")
        assert not pilot.app.is_running


async def test_attacking_texts_are_shown_whole_and_run_nothing(forge: Forge) -> None:
    for content in ATTACKS.values():
        await pending(forge, content, rationale=content[:500])
    async with sitting(forge) as pilot:
        seen = set()
        for _ in ATTACKS:
            seen.add(shown(pilot, "words"))
            drawn = "".join(
                s.text for line in pilot.app.screen._compositor.render_strips() for s in line
            )
            assert not any(unicodedata.category(one) in {"Cc", "Cf"} for one in drawn)
            await pilot.press("e", "escape", "j")
        assert seen == {screen.unbroken(one) for one in ATTACKS.values()}
        assert pilot.app.is_running


async def test_other_keys_do_nothing(forge: Forge) -> None:
    [stamps] = await collected(forge, "stamps")
    async with sitting(forge) as pilot:
        await pilot.press("backspace", "delete", "b", "enter", "space", "K", "ctrl+p")
        assert await status(forge, stamps) == "pending"
        assert pilot.app.screen_stack[1:] == []
