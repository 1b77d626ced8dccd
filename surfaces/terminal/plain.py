"""A sitting in lines: a card, a question, an answer; for screen readers and simple terminals.

In a pipe nobody's key ends the line of a question, so we do; the end of the input ends the sitting.
"""

from __future__ import annotations

import sys

from surfaces.cli import card_text, screen
from surfaces.terminal import edits, keys, source_text
from surfaces.terminal.desk import Desk
from surfaces.terminal.queue import Place

ANSWERS = [one.press for one in keys.KEYS if one.plain]


async def review(desk: Desk) -> None:
    """Go through the open cards once, until the last one, `q`, or the end of the input."""
    count = len(desk.queue.places)
    at = 0
    while at < count:
        place = desk.queue.places[at]
        if place.outcome is not None:
            at += 1
            continue
        screen.show(f"Card {at + 1} of {count}", *card_text.lines(place.card))
        answer = _ask(place)
        if answer in ("q", None):
            return
        if answer == "z":
            await desk.undo()
            at = desk.queue.at
        elif answer == "s" or await _done(desk, place, answer):
            at += 1
        _tell(desk, place)
    screen.show("That was the last card." if count else desk.empty)


def _ask(place: Place) -> str | None:
    """Return one of the answers, None at the end of the input."""
    doors = [f"{key} {label}" for key, label in _doors(place).items()]
    asked = screen.visible(", ".join([*doors, "s skip, o sources, z undo, ? help, q quit"]))
    while (answer := _typed(asked)) is not None and answer not in ANSWERS:
        screen.show(f"Answer with one of {' '.join(ANSWERS)}")
    return answer


def _doors(place: Place) -> dict[str, str]:
    """Return the key and the label of each door of the card."""
    labels = place.card.doors
    return {key: labels[door] for key, door in keys.DOOR_KEYS if labels.get(door)}


def _typed(asked: str) -> str | None:
    try:
        if sys.stdin.isatty():
            return input(f"{asked}: ").strip()
        screen.show(f"{asked}:")
        return input().strip()
    except EOFError:
        return None


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
            screen.show(*map(screen.visible, keys.help_lines(_doors(place))))
    return False


async def _edited(desk: Desk, place: Place) -> bool:
    if not place.card.doors.get("edit"):
        desk.told = "There is nothing to edit here."
        return False
    typed = _typed("Percentage" if edits.asks_percentage(place.belief) else "Your words")
    try:
        request = edits.request(place.belief, typed or "")
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
