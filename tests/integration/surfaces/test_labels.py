"""What a label says is what its door does, in the command line and on the screen."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from forge_client.beliefs import Door
from surfaces.cli.main import cli
from surfaces.terminal.app import DoorButton
from surfaces.terminal.dialogs import Editor
from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import belief, door, item, pending, propose
from tests.integration.surfaces.test_review_screen import (
    app,
    labels,
    sitting,
    until,
    until_told,
)


@dataclass(frozen=True)
class Label:
    """A label and what it promises: the belief's own status, its target's, and how sure of it."""

    op: str
    door: Door
    says: str
    own: str
    target: str | None = None
    sure: float = 0.7
    typed: str = ""
    """What a person gives at the edit door."""


LABELS = (
    Label("add", "keep", "Keep", "active"),
    Label("add", "forget", "Forget", "forgotten"),
    Label("add", "edit", "Edit and keep", "active", typed="The user mends old lanterns"),
    Label("strengthen", "keep", "Raise to 85 %", "applied", "active", 0.85),
    Label("strengthen", "forget", "Leave at 70 %", "forgotten", "active"),
    Label("strengthen", "edit", "Set %", "applied", "active", 0.8, typed="80"),
    Label("weaken", "keep", "Lower to 40 %", "applied", "active", 0.4),
    Label("weaken", "forget", "Leave at 70 %", "forgotten", "active"),
    Label("weaken", "edit", "Set %", "applied", "active", 0.5, typed="50"),
    Label("forget", "keep", "Stop believing", "applied", "forgotten"),
    Label("forget", "forget", "Keep believing", "forgotten", "active"),
    Label("supersede", "keep", "Use new", "active", "superseded"),
    Label("supersede", "forget", "Keep old", "forgotten", "active"),
    Label("supersede", "edit", "Edit new", "active", "superseded", typed="The user lent the dolls"),
)
THINGS = (
    *("stamps", "violins", "lanterns", "fossils", "teapots", "candles", "masks"),
    *("umbrellas", "kites", "bicycles", "cameras", "puppets", "spoons", "dolls"),
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
    words = dict(zip(LABELS, (f"The user collects {thing}" for thing in THINGS), strict=True))
    first = await propose(forge, *(item(said) for said in words.values()))
    held = {label: str(one["belief_id"]) for label, one in zip(words, first, strict=True)}
    changes = {label: held[label] for label in LABELS if label.op != "add"}
    for target in changes.values():
        assert (await door(forge, target, "keep")).status_code == 200
    second = await propose(
        forge, *(_change(label, target, words[label]) for label, target in changes.items())
    )
    laid = [Laid(label, held[label]) for label in LABELS if label.op == "add"]
    for (label, target), one in zip(changes.items(), second, strict=True):
        laid.append(Laid(label, str(one["belief_id"]), target))
    async with forge.client("reviewer") as reviewer:
        found = (await reviewer.get(f"/agents/{AGENT}/cards")).json()["cards"]
    order = [card["belief"]["id"] for card in found]
    return sorted(laid, key=lambda one: order.index(one.belief_id))


def _change(label: Label, target: str, words: str) -> dict[str, Any]:
    said = words.replace("collects", "sold the") if label.op == "supersede" else words
    sure = SURE.get(label.op, 0.7)
    return item(said, op=label.op, target_belief_id=target, confidence=sure)


async def assert_each_did_what_it_says(forge: Forge, laid: list[Laid]) -> None:
    for one in laid:
        label = one.label
        own = await belief(forge, one.belief_id)
        assert own["status"] == label.own, label
        if label.typed and not label.typed.isdigit():
            assert own["content"] == label.typed
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
            app(pilot).desk.told = ""
            app(pilot).repaint()
            assert await pilot.click(f"#{one.label.door}")
            if one.label.typed:
                await type_in(pilot, one.label.typed)
            await until_told(pilot, f"✓ {one.label.says}")
    await assert_each_did_what_it_says(forge, laid)


async def type_in(pilot: Pilot[None], words: str) -> None:
    """Give the edit door's dialog these words."""
    await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
    dialog = pilot.app.screen
    if isinstance(dialog, Editor):
        dialog.query_one(TextArea).text = words
        await pilot.press("ctrl+s")
    else:
        dialog.query_one(Input).value = words
        await pilot.press("enter")


async def test_each_label_of_the_command_line_does_what_it_says(forge: Forge) -> None:
    laid = await laid_out(forge)
    shown_cards = (await run(forge, "cards")).split("\n\n")
    for one, card in zip(laid, shown_cards, strict=False):
        words = card.splitlines()[-1].strip().split(" / ")
        # In the order of the keys: the label of `keep`, that of `forget`, that of `edit`.
        assert words[("keep", "forget", "edit").index(one.label.door)] == one.label.says
        typed = one.label.typed
        if typed.isdigit():
            await run(forge, "edit", one.belief_id, "--confidence", f"0.{typed}")
        else:
            await run(forge, one.label.door, one.belief_id, *filter(None, [typed]))
    await assert_each_did_what_it_says(forge, laid)


async def test_each_label_of_the_plain_form_does_what_it_says(forge: Forge) -> None:
    laid = await laid_out(forge)
    keys = [{"keep": "a", "forget": "d", "edit": "e"}[one.label.door] for one in laid]
    typed = [f"{key}\n{one.label.typed}" for key, one in zip(keys, laid, strict=True)]
    told = await run(
        forge, "review", "--plain", typed="".join(f"{one.rstrip()}\n" for one in typed)
    )
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
    assert "\na  Keep\nd  Forget\ne  Edit and keep\ns  leave it for later\n" in told
    assert "? help, q quit:\n\nCard 2 of 2" in told
    assert "Card 2 of 2" in told
    assert "The user [b]collects[/b] stamps[U+001B][2J[U+000D]\n  │ Why: forged" in told
    assert "It names no sources." in told
    assert (await belief(forge, stamps))["content"] == "The user collects rare stamps"
    assert (await belief(forge, violins))["status"] == "pending"
    assert "That was the last card." in await run(forge, "review", "--plain", typed="d\n")
    assert (await belief(forge, violins))["status"] == "forgotten"
