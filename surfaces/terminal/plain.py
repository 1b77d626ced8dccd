"""A sitting in lines: a card, a question, an answer; for screen readers and simple terminals."""

from __future__ import annotations

import click

from surfaces.cli import card_text, screen
from surfaces.terminal import edits, keys, source_text
from surfaces.terminal.desk import Desk
from surfaces.terminal.queue import Place

ANSWERS = [one.press for one in keys.KEYS if one.plain]


async def review(desk: Desk) -> None:
    """Go through the open cards once, until the last one or `q`."""
    count = len(desk.queue.places)
    at = 0
    while at < count:
        place = desk.queue.places[at]
        if place.outcome is not None:
            at += 1
            continue
        screen.show(f"Card {at + 1} of {count}", *card_text.lines(place.card))
        answer = _ask(place)
        if answer == "q":
            return
        if answer == "z":
            await desk.undo()
            at = desk.queue.at
        elif answer == "s" or await _done(desk, place, answer):
            at += 1
        _tell(desk, place)
    screen.show("That was the last card." if count else desk.empty)


def _ask(place: Place) -> str:
    doors = [
        f"{key} {label}" for key, door in keys.DOOR_KEYS if (label := place.card.doors.get(door))
    ]
    asked = screen.visible(", ".join([*doors, "s skip, o sources, z undo, ? help, q quit"]))
    answer: str = click.prompt(asked, type=click.Choice(ANSWERS), show_choices=False)
    return answer


async def _done(desk: Desk, place: Place, answer: str) -> bool:
    """Do what was answered; tell whether the card is decided by it."""
    match answer:
        case "a":
            return await desk.decide(place, "keep")
        case "d":
            return await desk.decide(place, "forget")
        case "e":
            return await _edited(desk, place)
        case "o":
            await _show_sources(desk, place)
        case _:
            screen.show(*keys.help_lines(plain=True))
    return False


async def _edited(desk: Desk, place: Place) -> bool:
    if not place.card.doors.get("edit"):
        desk.told = "There is nothing to edit here."
        return False
    typed = click.prompt("Percentage" if edits.asks_percentage(place.belief) else "Your words")
    try:
        request = edits.request(place.belief, typed)
    except edits.NothingChanged as error:
        desk.told = str(error)
        return False
    return await desk.decide(place, "edit", request)


async def _show_sources(desk: Desk, place: Place) -> None:
    if found := await desk.sources(place):
        for source in source_text.sources(found):
            screen.show(*source_text.lines(source))


def _tell(desk: Desk, place: Place) -> None:
    if place.refusal:
        screen.show(screen.indented(f"⚠ {place.refusal}"))
    elif desk.told:
        screen.show(screen.visible(desk.told))
    desk.told = ""
    screen.show("")
