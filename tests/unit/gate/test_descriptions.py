"""Each line of the table has two sides, and excludes nothing of its own side."""

from __future__ import annotations

import pytest

from gate.descriptions import Description, ruled_out_by
from gate.statement import read


def fits(text: str) -> tuple[Description, ...]:
    (statement,) = read(text)
    return statement.descriptions


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user is single", "The user is married"),
        ("Ben is allergic to nuts", "Ben eats nuts"),
        ("The user has no siblings", "The user has a brother"),
        ("The service is stateless", "The service keeps session data in memory"),
    ],
)
def test_two_sides_of_a_line_exclude_each_other(a: str, b: str) -> None:
    assert any(one.excludes(other) for one in fits(a) for other in fits(b))
    assert not any(one.excludes(other) for one in fits(a) for other in fits(a))
    assert all(ruled_out_by(one) for one in fits(a))


@pytest.mark.parametrize(
    "text", ["The user is not a vegetarian", "Ben is allergic", "The valve is single use"]
)
def test_its_denial_or_a_part_of_it_is_no_description(text: str) -> None:
    assert fits(text) == ()
