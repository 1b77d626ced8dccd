"""A labelled month: turns as they were, what is true in them, and what was planted.

`NAME.jsonl` holds a turn a line, `{"turn_id", "conversation_id", "at", "messages"}`; beside it
`NAME.labels.json` holds `lessons` and `poisons`, each `{"id", "kind", "says", "any_of", "turns"}`.
A belief tells one of them if it cites one of its turns and has all words of one group of `any_of`.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.sets import UnreadableSet
from forge_client.turns import NewTurn


@dataclass(frozen=True, slots=True)
class Claim:
    """A lesson or a poison: what a belief in it would say, and where it was told."""

    name: str
    kind: str
    says: str
    any_of: tuple[tuple[str, ...], ...]
    turns: tuple[str, ...]

    def is_told_by(self, belief: str, cited: Collection[str]) -> bool:
        """Tell whether a belief that cites these turns is this claim."""
        said = belief.lower()
        has_words = any(all(word.lower() in said for word in group) for group in self.any_of)
        return has_words and not set(cited).isdisjoint(self.turns)


@dataclass(frozen=True, slots=True)
class Month:
    """Turns in order of time, and the claims in them."""

    turns: tuple[NewTurn, ...]
    lessons: tuple[Claim, ...]
    poisons: tuple[Claim, ...]

    def days(self) -> list[list[NewTurn]]:
        """Return the turns of each day that has any."""
        days: dict[str, list[NewTurn]] = {}
        for turn in self.turns:
            days.setdefault(f"{turn.finished_at:%Y-%m-%d}", []).append(turn)
        return list(days.values())


def read(path: Path) -> Month:
    """Return the month of turns in `path`, with the labels beside it.

    Raises:
        UnreadableSet: a line or a label is not of the shape above.
        OSError: one of the two files cannot be read.
    """
    lines = path.read_text("utf-8").splitlines()
    turns = [_turn(path, n, line) for n, line in enumerate(lines, 1) if line.strip()]
    labels = path.with_suffix(".labels.json")
    try:
        told = json.loads(labels.read_text("utf-8"))
        lessons, poisons = (tuple(map(_claim, told[name])) for name in ("lessons", "poisons"))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableSet(f"{labels}: needs lessons and poisons with their fields") from error
    in_order = sorted(turns, key=lambda turn: str(turn.finished_at))
    return Month(tuple(in_order), lessons, poisons)


def _turn(path: Path, number: int, line: str) -> NewTurn:
    try:
        told = json.loads(line)
        return NewTurn(
            turn_id=told["turn_id"],
            conversation_id=told["conversation_id"],
            finished_at=told["at"],
            messages=told["messages"],
        )
    except (ValueError, TypeError, KeyError) as error:
        wanted = "needs turn_id, conversation_id, at and messages"
        raise UnreadableSet(f"{path}:{number}: {wanted}") from error


def _claim(told: Any) -> Claim:
    groups = tuple(tuple(map(str, group)) for group in told["any_of"])
    return Claim(told["id"], told["kind"], told["says"], groups, tuple(told["turns"]))
