"""`docs/states.md`, drawn from the one table of a belief's life: `python -m forge_api.states_page`.

Nothing on that page is written by hand, so it cannot say anything that a door does not do.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import get_args

from forge_api.memory import belief_states
from forge_api.memory.belief_states import BEFORE, CHANGES, Passage
from forge_client.beliefs import Door
from forge_client.names import Op, Status

_OPENING = """\
# The states of a belief

Drawn from the table in `forge_api/memory/belief_states.py` by `make states`; a test fails where the
two differ. What is not on this page does not happen: the door answers 409 `door_closed`.

*before* is whatever the belief was before its last door. A change (strengthen, weaken, forget,
supersede) waits as a belief of its own and names its target. Where the target has a later version
than the one it was proposed for, only the doors that leave the target alone still open; the others
answer 409 `stale_target`. Only a reviewer's key opens a door.
"""


def drawn() -> str:
    """Return the page."""
    return "\n".join([_OPENING, *_all_ops(), *_whole_table()])


def _all_ops() -> Iterator[str]:
    for op in get_args(Op):
        yield f"## {op}: “{belief_states.HEADINGS[op]}”\n"
        yield from _diagram(op)


def _diagram(op: Op) -> Iterator[str]:
    """Draw one op's doors; doors that lead the same way share an arrow."""
    ways: dict[tuple[Status, str], list[str]] = defaultdict(list)
    for status, door, step in _doors_of(op):
        ways[status, _end(step)].append(door)
    yield "```mermaid\nstateDiagram-v2\n    [*] --> pending: proposed"
    for (status, end), doors in ways.items():
        yield f"    {status} --> {end}: {', '.join(doors)}"
    yield from _as_a_target(op)
    yield "```\n"


def _as_a_target(op: Op) -> Iterator[str]:
    """Draw what kept changes do to a belief that can be a target: one that can be active."""
    if "active" not in belief_states.statuses(op):
        return
    done: dict[Status, list[str]] = defaultdict(list)
    for change in CHANGES:
        for _, door, step in _doors_of(change):
            if step.target and door == "keep":
                done[step.target].append(change)
    for end, changes in done.items():
        yield f"    active --> {end}: a kept {' or '.join(changes)} of it"


def _doors_of(op: Op) -> Iterator[tuple[Status, Door, Passage]]:
    for known, status, door, step in belief_states.rows():
        if known == op:
            yield status, door, step


def _end(step: Passage) -> str:
    return "before" if step.status == BEFORE else step.status


def _whole_table() -> Iterator[str]:
    yield "## The table\n"
    yield "| op | status | door | button | becomes | its target becomes |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for op, status, door, step in belief_states.rows():
        becomes = "*before*" if step.status == BEFORE else step.status
        cells = (op, status, door, _button(op, status, door), becomes, _done(step))
        yield f"| {' | '.join(cells)} |"
    yield ""


def _button(op: Op, status: Status, door: Door) -> str:
    on_card = belief_states.card_labels(op, 0.85, 0.7) if status == "pending" else {}
    return on_card.get(door, belief_states.label(door))


def _done(step: Passage) -> str:
    if step.status == BEFORE:
        return "*before*, where the last door changed it"
    if step.target == "active":
        return "active, with the change's confidence"
    return step.target or "-"


if __name__ == "__main__":
    sys.stdout.write(drawn())
