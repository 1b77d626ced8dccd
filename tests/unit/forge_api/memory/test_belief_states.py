from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory import belief_states
from forge_api.memory.belief_states import BEFORE, CHANGES, TABLE
from forge_client.beliefs import Door
from forge_client.names import Op, Status

OPS: tuple[Op, ...] = get_args(Op)
STATUSES: tuple[Status, ...] = get_args(Status)
DOORS: tuple[Door, ...] = get_args(Door)

ops = st.sampled_from(OPS)
statuses = st.sampled_from(STATUSES)
doors = st.sampled_from(DOORS)
confidences = st.floats(0, 1)


@given(ops, statuses, doors)
def test_a_door_leads_only_to_statuses_that_its_op_can_have(
    op: Op, status: Status, door: Door
) -> None:
    step = belief_states.passage(op, status, door)
    if step is not None:
        assert step.status == BEFORE or step.status in belief_states.statuses(op)
        assert status in belief_states.statuses(op)


@given(ops, statuses, doors)
def test_only_a_change_that_is_signed_touches_its_target(
    op: Op, status: Status, door: Door
) -> None:
    step = belief_states.passage(op, status, door)
    signed = op in CHANGES and status == "pending" and door in ("keep", "edit")
    assert bool(step and step.target) == bool(step and signed)


@given(ops)
def test_what_waits_can_be_kept_and_refused(op: Op) -> None:
    assert {"keep", "forget"} <= set(belief_states.open_doors(op, "pending"))


@given(ops)
def test_only_a_signature_makes_active(op: Op) -> None:
    made = {
        (status, door)
        for known, status, door, step in belief_states.rows()
        if known == op and step.status == "active" and status != "active"
    }
    assert made <= {("pending", "keep"), ("pending", "edit")}


@given(ops, statuses)
def test_every_state_can_be_left_or_taken_back(op: Op, status: Status) -> None:
    if status in belief_states.statuses(op):
        assert "undo" in belief_states.open_doors(op, status)


@given(ops, confidences, confidences, st.booleans())
def test_a_card_has_a_button_for_every_way_to_decide(
    op: Op, own: float, target: float, stale: bool
) -> None:
    labels = belief_states.card_labels(op, own, target, stale=stale)
    opened = set(belief_states.open_doors(op, "pending", stale=stale)) - {"undo"}
    assert set(labels) == opened
    assert all(words and "{" not in words for words in labels.values())


def test_of_a_stale_change_only_forget_is_left() -> None:
    for op in CHANGES:
        assert set(belief_states.card_labels(op, 0.5, 0.5, stale=True)) == {"forget"}


def test_the_words_are_those_that_every_surface_shows() -> None:
    assert belief_states.card_labels("strengthen", 0.85, 0.7) == {
        "keep": "Raise to 85 %",
        "forget": "Leave at 70 %",
        "edit": "Set %",
    }
    assert belief_states.card_labels("weaken", 0.4, 0.7)["keep"] == "Lower to 40 %"
    assert belief_states.card_labels("forget", 0.4, 0.7) == {
        "keep": "Stop believing",
        "forget": "Keep believing",
    }
    assert set(belief_states.HEADINGS) == set(OPS)


def test_the_table_names_each_row_once_and_only_known_words() -> None:
    assert len(list(belief_states.rows())) == len(TABLE)
    for op, status, door in TABLE:
        assert op in OPS
        assert status in STATUSES
        assert door in DOORS
        assert belief_states.label(door)
