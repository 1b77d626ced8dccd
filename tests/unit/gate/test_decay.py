from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.border import read_beliefs
from gate.config import GateConfig
from gate.decay import decay_report, decayed_confidence
from gate.records import Belief, Beliefs

NOW = datetime(2026, 3, 1, tzinfo=UTC)
shares = st.floats(0, 1)


def belief(days: float, **changes: object) -> Belief:
    then = NOW - timedelta(days=days)
    made = Belief("bel_1", "x", confidence=0.8, status="active", created_at=then, updated_at=then)
    return made._replace(**changes)  # type: ignore[arg-type]  # Tests say what differs.


def held(one: Belief) -> Beliefs:
    return read_beliefs([one], "active")


def test_a_kind_that_lasts_never_fades() -> None:
    config = GateConfig(lasting_kinds=frozenset({"constraint"}))
    assert decay_report(held(belief(90, kind="constraint")), NOW, config) == ()
    assert decay_report(held(belief(90, kind="fact")), NOW, config) != ()


def test_thirty_days_leave_fifty_five_percent() -> None:
    assert decayed_confidence(1.0, 30) == pytest.approx(0.5488, abs=0.0001)


@given(shares, st.floats(0, 10_000), st.floats(0, 10_000))
def test_more_age_never_raises_confidence(confidence: float, age: float, more: float) -> None:
    assert decayed_confidence(confidence, age + more) <= decayed_confidence(confidence, age)


@pytest.mark.parametrize(("age", "rate"), [(-5.0, 0.02), (5.0, 0.0), (5.0, -1.0)])
def test_a_future_anchor_or_no_rate_changes_nothing(age: float, rate: float) -> None:
    assert decayed_confidence(0.8, age, rate) == 0.8


def test_a_faded_belief_is_reported_from_its_stored_value() -> None:
    (found,) = decay_report(held(belief(30)), NOW, GateConfig())
    assert (found.belief_id, found.confidence, found.age_days) == ("bel_1", 0.8, 30.0)
    assert found.decayed == pytest.approx(0.8 * 0.548812)


def test_the_later_of_creation_and_change_is_the_anchor() -> None:
    assert decay_report(held(belief(90, updated_at=NOW)), NOW, GateConfig()) == ()
    assert decay_report(held(belief(90, created_at=NOW)), NOW, GateConfig()) == ()


@pytest.mark.parametrize("status", ["pending", "forgotten", "superseded", "applied"])
def test_only_active_beliefs_decay(status: str) -> None:
    assert decay_report(held(belief(90, status=status)), NOW, GateConfig()) == ()


def test_a_drop_below_the_threshold_is_not_reported() -> None:
    assert decay_report(held(belief(3)), NOW, GateConfig()) == ()
    assert decay_report(held(belief(4)), NOW, GateConfig()) != ()


@pytest.mark.parametrize("rate", [0.0, -0.1])
def test_no_rate_turns_the_report_off(rate: float) -> None:
    assert decay_report(held(belief(900)), NOW, GateConfig(lambda_per_day=rate)) == ()


def test_a_belief_without_times_is_left_out() -> None:
    assert decay_report(held(belief(9, created_at=None, updated_at=None)), NOW, GateConfig()) == ()
