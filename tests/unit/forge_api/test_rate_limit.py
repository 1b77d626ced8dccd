from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.refusals import Refused
from forge_api.rate_limit import RateLimit

PER_MINUTE = 60


class Clock:
    """Seconds that a test turns on by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def limited(per_minute: int = PER_MINUTE) -> tuple[RateLimit, Clock]:
    clock = Clock()
    return RateLimit(per_minute, clock), clock


def is_allowed(limit: RateLimit, key_id: str = "key_a") -> bool:
    try:
        limit.spend(key_id)
    except Refused:
        return False
    return True


def test_a_quiet_key_may_spend_a_minute_at_once_and_not_one_more() -> None:
    limit, _ = limited()
    assert [is_allowed(limit) for _ in range(PER_MINUTE + 1)] == [True] * PER_MINUTE + [False]


def test_keys_do_not_spend_each_other_s_share() -> None:
    limit, _ = limited(1)
    assert is_allowed(limit, "key_a")
    assert is_allowed(limit, "key_b")
    assert not is_allowed(limit, "key_a")


def test_after_the_seconds_that_are_told_one_more_is_allowed() -> None:
    limit, clock = limited(7)
    while is_allowed(limit):
        pass
    with pytest.raises(Refused) as refused:
        limit.spend("key_a")
    assert refused.value.code == "too_many_requests"
    clock.now += refused.value.facts["retry_after"]
    assert is_allowed(limit)


def test_without_a_limit_nothing_is_counted() -> None:
    limit, _ = limited(0)
    assert all(is_allowed(limit) for _ in range(1_000))


@given(st.integers(1, 200), st.lists(st.floats(0, 90), max_size=200))
def test_no_minute_ever_sees_more_than_two_shares(per_minute: int, pauses: list[float]) -> None:
    limit, clock = limited(per_minute)
    allowed = []
    for pause in pauses:
        clock.now += pause
        if is_allowed(limit):
            allowed.append(clock.now)
    for start in allowed:
        assert sum(start <= at < start + 60 for at in allowed) <= 2 * per_minute
