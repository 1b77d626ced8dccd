"""The one table of a belief's life: (op, status, door) → what becomes of it and of its target.

Doors act by it, cards take their words from it, `docs/states.md` is drawn from it and the tests
walk it. It is plain data: no clock, no I/O. What is not in the table does not happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from forge_client.beliefs import Door
from forge_client.names import Op, Status

BEFORE: Literal["before"] = "before"
"""The status that the belief had before its last door."""

CHANGES: tuple[Op, ...] = ("strengthen", "weaken", "forget", "supersede")
"""The ops that need a target."""

LIVE: tuple[Status, ...] = ("pending", "active")
"""The statuses in which a belief's words count: for duplicates, contradictions and the gate."""


@dataclass(frozen=True)
class Passage:
    """What one door does.

    `status` is the belief's next status. `target` is its target's next one, or None where the
    target is left alone; a target that stays `active` takes the change's confidence.
    """

    status: Status | Literal["before"]
    target: Status | None = None


TABLE: Mapping[tuple[Op, Status, Door], Passage] = {
    ("add", "pending", "keep"): Passage("active"),
    ("add", "pending", "edit"): Passage("active"),
    ("add", "pending", "forget"): Passage("forgotten"),
    ("strengthen", "pending", "keep"): Passage("applied", target="active"),
    ("strengthen", "pending", "edit"): Passage("applied", target="active"),
    ("strengthen", "pending", "forget"): Passage("forgotten"),
    ("weaken", "pending", "keep"): Passage("applied", target="active"),
    ("weaken", "pending", "edit"): Passage("applied", target="active"),
    ("weaken", "pending", "forget"): Passage("forgotten"),
    ("forget", "pending", "keep"): Passage("applied", target="forgotten"),
    ("forget", "pending", "forget"): Passage("forgotten"),
    ("supersede", "pending", "keep"): Passage("active", target="superseded"),
    ("supersede", "pending", "edit"): Passage("active", target="superseded"),
    ("supersede", "pending", "forget"): Passage("forgotten"),
    ("add", "active", "forget"): Passage("forgotten"),
    ("add", "active", "edit"): Passage("active"),
    ("supersede", "active", "forget"): Passage("forgotten"),
    ("supersede", "active", "edit"): Passage("active"),
    # Forgotten is never the end, and every door can be taken back once.
    ("add", "forgotten", "restore"): Passage(BEFORE),
    ("strengthen", "forgotten", "restore"): Passage(BEFORE),
    ("weaken", "forgotten", "restore"): Passage(BEFORE),
    ("forget", "forgotten", "restore"): Passage(BEFORE),
    ("supersede", "forgotten", "restore"): Passage(BEFORE),
    ("add", "pending", "undo"): Passage(BEFORE),
    ("add", "active", "undo"): Passage(BEFORE),
    ("add", "forgotten", "undo"): Passage(BEFORE),
    ("add", "superseded", "undo"): Passage(BEFORE),
    ("strengthen", "pending", "undo"): Passage(BEFORE),
    ("strengthen", "forgotten", "undo"): Passage(BEFORE),
    ("strengthen", "applied", "undo"): Passage(BEFORE),
    ("weaken", "pending", "undo"): Passage(BEFORE),
    ("weaken", "forgotten", "undo"): Passage(BEFORE),
    ("weaken", "applied", "undo"): Passage(BEFORE),
    ("forget", "pending", "undo"): Passage(BEFORE),
    ("forget", "forgotten", "undo"): Passage(BEFORE),
    ("forget", "applied", "undo"): Passage(BEFORE),
    ("supersede", "pending", "undo"): Passage(BEFORE),
    ("supersede", "active", "undo"): Passage(BEFORE),
    ("supersede", "forgotten", "undo"): Passage(BEFORE),
    ("supersede", "superseded", "undo"): Passage(BEFORE),
}

HEADINGS: Mapping[Op, str] = {
    "add": "I've learned:",
    "strengthen": "I'm surer that:",
    "weaken": "I'm less sure that:",
    "forget": "I should stop believing:",
    "supersede": "I'd replace this belief:",
}
"""The words above a card."""

QUESTION = "Is this still true?"
"""The words above a card that asks for a belief that has faded."""

_QUESTION_LABELS: Mapping[Door, str] = {
    "keep": "Still true",
    "forget": "Decide later",
    "edit": "Set %",
}
_QUESTION_DONE: Mapping[Door, str] = {
    "keep": "Confirmed at {own}",
    "forget": "Left to fade",
    "edit": "Set to {own}",
}

# `{own}` is the change's confidence, `{target}` its target's.
_PENDING_LABELS: Mapping[Op, Mapping[Door, str]] = {
    "add": {"keep": "Keep", "forget": "Forget", "edit": "Edit and keep"},
    "strengthen": {"keep": "Raise to {own}", "forget": "Leave at {target}", "edit": "Set %"},
    "weaken": {"keep": "Lower to {own}", "forget": "Leave at {target}", "edit": "Set %"},
    "forget": {"keep": "Stop believing", "forget": "Keep believing"},
    "supersede": {"keep": "Use new", "forget": "Keep old", "edit": "Edit new"},
}

# What stands where the button was, once the door was passed.
_DONE: Mapping[Op, Mapping[Door, str]] = {
    "add": {"keep": "Kept", "forget": "Forgotten", "edit": "Edited and kept"},
    "strengthen": {"keep": "Raised to {own}", "forget": "Left at {target}", "edit": "Set to {own}"},
    "weaken": {"keep": "Lowered to {own}", "forget": "Left at {target}", "edit": "Set to {own}"},
    "forget": {"keep": "No longer believed", "forget": "Still believed"},
    "supersede": {"keep": "Replaced", "forget": "Old one kept", "edit": "Edited and replaced"},
}

_DONE_ELSEWHERE: Mapping[Door, str] = {
    "keep": "Kept",
    "forget": "Forgotten",
    "edit": "Edited",
    "restore": "Restored",
    "undo": "Taken back",
}

_LABELS: Mapping[Door, str] = {
    "keep": "Keep",
    "forget": "Forget",
    "edit": "Edit",
    "restore": "Restore",
    "undo": "Undo",
}


def passage(op: Op, status: Status, door: Door) -> Passage | None:
    """Return what the door does to such a belief, or None where it is closed."""
    return TABLE.get((op, status, door))


def open_doors(op: Op, status: Status, *, stale: bool = False) -> tuple[Door, ...]:
    """Return the doors that the state allows; of a stale change those that leave its target."""
    return tuple(
        door
        for door in get_args(Door)
        if (step := passage(op, status, door)) and not (stale and step.target)
    )


def statuses(op: Op) -> frozenset[Status]:
    """Return every status that a belief proposed with this op can ever have."""
    return frozenset(status for known, status, _ in TABLE if known == op)


def rows() -> Iterator[tuple[Op, Status, Door, Passage]]:
    """Yield the table line by line, for whoever draws it."""
    for (op, status, door), step in TABLE.items():
        yield op, status, door, step


def card_labels(
    op: Op,
    confidence: float,
    target_confidence: float | None = None,
    *,
    stale: bool = False,
    asks: bool = False,
) -> dict[Door, str]:
    """Return door → the words on its button, for an open card; `asks`: is it still true?"""
    numbers = {"own": percent(confidence), "target": percent(target_confidence)}
    words = _QUESTION_LABELS if asks else _PENDING_LABELS[op]
    return {
        door: words[door].format(**numbers)
        for door in open_doors(op, "pending", stale=stale)
        if door in words
    }


def done_words(
    op: Op,
    door: Door,
    confidence: float,
    target_confidence: float | None = None,
    *,
    asks: bool = False,
) -> str:
    """Return what to say of a card once this door was passed."""
    said = _QUESTION_DONE if asks else _DONE[op]
    words = said.get(door) or _DONE_ELSEWHERE[door]
    return words.format(own=percent(confidence), target=percent(target_confidence))


def label(door: Door) -> str:
    """Return the words on a door's button outside of a card."""
    return _LABELS[door]


def percent(confidence: float | None) -> str:
    """Return a confidence as people read it: `85 %`, or `?` where there is none."""
    return "?" if confidence is None else f"{round(confidence * 100)} %"
