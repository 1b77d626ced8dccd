from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from reflection_memory import moment


@given(st.datetimes(timezones=st.timezones()))
def test_a_moment_comes_back_to_the_microsecond(at: datetime) -> None:
    if 1 < at.year < 9999:
        found = moment.from_microseconds(moment.to_microseconds(at))
        assert found == at.astimezone(UTC)
        assert found.tzinfo is UTC
