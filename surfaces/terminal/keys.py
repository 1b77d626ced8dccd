"""The keys of a sitting and what each does, on the screen and in the plain form alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from forge_client.beliefs import Door


@dataclass(frozen=True)
class Key:
    """`press` is the key, `action` what it starts, `meaning` its line in the help."""

    press: str
    action: str
    meaning: str
    plain: bool = True
    """Whether the plain form has it, too."""


KEYS = (
    Key("j", "move(1)", "next card", plain=False),
    Key("k", "move(-1)", "card before", plain=False),
    Key("a", "keep", "the first door; with cards selected, keep them all"),
    Key("d", "forget", "the second door"),
    Key("e", "edit", "the third door: your own words, or your own percentage"),
    Key("s", "skip", "leave it for later"),
    Key("x", "select", "select an unflagged new belief, to keep several at once", plain=False),
    Key("X", "select_all", "select every unflagged new belief shown", plain=False),
    Key("o", "sources", "the words that taught it"),
    Key("z", "undo", "take back what you decided last"),
    Key("n", "let_in", "let the new cards in", plain=False),
    Key("/", "narrow", "show only cards with these words", plain=False),
    Key("?", "help", "these keys"),
    Key("q", "quit", "end"),
)

DOOR_KEYS: tuple[tuple[str, Door], ...] = (("a", "keep"), ("d", "forget"), ("e", "edit"))
"""Key → door, in the order in which every surface shows them."""


def help_lines(doors: Mapping[str, str] | None = None) -> list[str]:
    """Return a line for every key; of the plain form where a card's `doors` are given by key."""
    if doors is None:
        return [f"{one.press}  {one.meaning}" for one in KEYS]
    shut = {key for key, _ in DOOR_KEYS} - doors.keys()
    return [
        f"{one.press}  {doors.get(one.press, one.meaning)}"
        for one in KEYS
        if one.plain and one.press not in shut
    ]
