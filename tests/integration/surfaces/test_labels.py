"""What a label says is what its door does, in the command line and on the screen."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from click.testing import CliRunner

from forge_client.beliefs import Door
from surfaces.cli.main import cli
from surfaces.terminal.app import DoorButton
from tests.fixtures.forge import Forge
from tests.integration.forge_api.learning import active, belief, change, pending
from tests.integration.surfaces.test_review_screen import labels, shown, sitting


@dataclass(frozen=True)
class Label:
    """A label and what it promises: the belief's own status, its target's, and how sure of it."""

    op: str
    door: Door
    says: str
    own: str
    target: str | None = None
    sure: float = 0.7


LABELS = (
    Label("add", "keep", "Keep", "active"),
    Label("add", "forget", "Forget", "forgotten"),
    Label("strengthen", "keep", "Raise to 85 %", "applied", "active", 0.85),
    Label("strengthen", "forget", "Leave at 70 %", "forgotten", "active"),
    Label("weaken", "keep", "Lower to 40 %", "applied", "active", 0.4),
    Label("weaken", "forget", "Leave at 70 %", "forgotten", "active"),
    Label("forget", "keep", "Stop believing", "applied", "forgotten"),
    Label("forget", "forget", "Keep believing", "forgotten", "active"),
    Label("supersede", "keep", "Use new", "active", "superseded"),
    Label("supersede", "forget", "Keep old", "forgotten", "active"),
)
THINGS = (
    *("stamps", "violins", "lanterns", "fossils", "teapots"),
    *("umbrellas", "kites", "bicycles", "cameras", "puppets"),
)
SURE = {"strengthen": 0.85, "weaken": 0.4}


@dataclass(frozen=True)
class Laid:
    """A label on a card that waits for it."""

    label: Label
    belief_id: str
    target_id: str | None = None


async def laid_out(forge: Forge) -> list[Laid]:
    """Propose a card for each label; return them as the cards lie, the newest first."""
    laid = [
        await lay(forge, label, f"The user collects {thing}")
        for label, thing in zip(LABELS, THINGS, strict=True)
    ]
    return laid[::-1]


async def lay(forge: Forge, label: Label, words: str) -> Laid:
    if label.op == "add":
        return Laid(label, await pending(forge, words))
    target = await active(forge, words)
    new = words.replace("collects", "sold the") if label.op == "supersede" else words
    sure = SURE.get(label.op, 0.7)
    return Laid(label, await change(forge, label.op, target, new, confidence=sure), target)


async def assert_each_did_what_it_says(forge: Forge, laid: list[Laid]) -> None:
    for one in laid:
        label = one.label
        assert (await belief(forge, one.belief_id))["status"] == label.own, label
        if one.target_id:
            held = await belief(forge, one.target_id)
            assert (held["status"], held["confidence"]) == (label.target, label.sure), label


async def run(forge: Forge, *arguments: str, typed: str = "") -> str:
    """Run the command line as a reviewer, and return what it printed."""
    own = {"FORGE_URL": forge.url, "FORGE_API_KEY": forge.keys["reviewer"]}
    done = await asyncio.to_thread(CliRunner(env=own).invoke, cli, arguments, input=typed)
    assert done.exception is None, done.output
    return done.output


async def test_each_label_of_the_screen_does_what_it_says(forge: Forge) -> None:
    laid = await laid_out(forge)
    async with sitting(forge) as pilot:
        for button in pilot.app.query(DoorButton):
            # Else it ignores a second click for as long as it shows the first.
            button.active_effect_duration = 0
        for one in laid:
            assert labels(pilot)[one.label.door] == one.label.says
            assert await pilot.click(f"#{one.label.door}")
            assert f"✓ {one.label.says}" in shown(pilot, "told")
    await assert_each_did_what_it_says(forge, laid)


async def test_each_label_of_the_command_line_does_what_it_says(forge: Forge) -> None:
    laid = await laid_out(forge)
    shown_cards = (await run(forge, "cards")).split("\n\n")
    for one, card in zip(laid, shown_cards, strict=False):
        words = card.splitlines()[-1].strip().split(" / ")
        # The first label is that of `keep`, the second that of `forget`.
        assert words[("keep", "forget").index(one.label.door)] == one.label.says
        await run(forge, one.label.door, one.belief_id)
    await assert_each_did_what_it_says(forge, laid)


async def test_each_label_of_the_plain_form_does_what_it_says(forge: Forge) -> None:
    laid = await laid_out(forge)
    keys = [{"keep": "a", "forget": "d"}[one.label.door] for one in laid]
    told = await run(forge, "review", "--plain", typed="\n".join([*keys, ""]))
    for one, key in zip(laid, keys, strict=True):
        assert f"{key} {one.label.says}" in told
        assert f"✓ {one.label.says}" in told
    await assert_each_did_what_it_says(forge, laid)


async def test_the_plain_form_goes_from_card_to_card_edits_and_takes_back(forge: Forge) -> None:
    stamps = await pending(forge, "The user [b]collects[/b] stamps\x1b[2J\r\nWhy: forged")
    violins = await pending(forge, "The user collects violins")
    typed = "d\nz\ns\n?\no\ne\nThe user collects rare stamps\n"
    told = await run(forge, "review", "--plain", typed=typed)
    assert "Taken back: 1 card." in told
    assert "Card 2 of 2" in told
    assert "The user [b]collects[/b] stamps[U+001B][2J[U+000D]\n  │ Why: forged" in told
    assert "It names no sources." in told
    assert (await belief(forge, stamps))["content"] == "The user collects rare stamps"
    assert (await belief(forge, violins))["status"] == "pending"
    assert "That was the last card." in await run(forge, "review", "--plain", typed="d\n")
    assert (await belief(forge, violins))["status"] == "forgotten"
