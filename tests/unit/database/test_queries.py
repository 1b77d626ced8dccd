from __future__ import annotations

from pathlib import Path

import pytest

from database import queries

FAMILIES = sorted(
    path.stem for path in (Path(__file__).parents[3] / "database" / "sql").glob("*.sql")
)


def test_a_file_is_split_at_its_names() -> None:
    text = "-- name: first\n-- Says one.\nSELECT 1;\n\n-- name: second\nSELECT 2;\n"
    assert queries.parse(text, "made_up") == {
        "first": "-- Says one.\nSELECT 1;",
        "second": "SELECT 2;",
    }


def test_a_name_given_twice_is_told() -> None:
    with pytest.raises(ValueError, match=r"made_up\.sql names first twice"):
        queries.parse("-- name: first\nSELECT 1\n-- name: first\nSELECT 2", "made_up")


def test_a_file_without_names_is_told() -> None:
    with pytest.raises(ValueError, match="names no query"):
        queries.parse("SELECT 1", "made_up")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_query_says_in_a_comment_what_it_is_for(family: str) -> None:
    for name, sql in queries.load(family).items():
        assert sql.startswith("-- "), f"{family}.sql: {name} has no line that says what it is for"
