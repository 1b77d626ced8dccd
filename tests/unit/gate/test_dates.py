"""Dates are read from words, and exclude each other only by what both tell."""

from __future__ import annotations

import pytest
from hypothesis import given

from gate.dates import Date, dates
from gate.wording import tokens
from tests.unit.gate import sentences


def told(text: str) -> list[dict[str, int]]:
    return [date.told for date in dates(tokens(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It ends on 31 May 2026", {"day": 31, "month": 5, "quarter": 2, "year": 2026}),
        ("It ends on May 31st", {"day": 31, "month": 5, "quarter": 2}),
        ("It ends on 2026-05-31", {"day": 31, "month": 5, "quarter": 2, "year": 2026}),
        ("It ends in Q3 2026", {"quarter": 3, "year": 2026}),
        ("It ends on Friday evening", {"weekday": 5, "part": 3}),
        ("It ends in 2026", {"year": 2026}),
    ],
)
def test_a_date_is_read_from_however_it_is_written(text: str, expected: dict[str, int]) -> None:
    assert told(text) == [expected]


@pytest.mark.parametrize(
    "text", ["We meet on Fridays", "Tests may run", "They march on", "It has 2026 rows", "Step 12"]
)
def test_what_recurs_or_only_looks_like_a_date_is_none(text: str) -> None:
    assert told(text) == []


def test_a_weekday_and_a_month_can_both_be() -> None:
    (friday,), (may,), (june,) = (dates(tokens(f"due in {x}")) for x in ("Friday", "May", "June"))
    assert not friday.excludes(may)
    assert may.excludes(june)


@given(sentences.anything)
def test_every_date_stands_in_its_text(text: str) -> None:
    found: tuple[Date, ...] = dates(tokens(text))
    assert all(0 <= date.span.start < date.span.end <= len(text) for date in found)
    assert not any(date.excludes(date) for date in found)
