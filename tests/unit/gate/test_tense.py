"""What is over is told from what began in the past and still holds."""

from __future__ import annotations

import pytest

from gate.statement import read


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("The user lives in Oslo", "now"),
        ("The user has lived in Oslo since 2019", "now"),
        ("The user used to live in Oslo", "over"),
        ("The user lived in Oslo until 2019", "over"),
        ("The user smoked as a student", "over"),
        ("The API was hosted on Heroku in 2020", "over"),
        ("The user moved to Oslo two years ago", "past"),
        ("The user is used to noise", "now"),
        ("The user wants to move to Oslo", "ahead"),
        ("The user does not want to move", "ahead"),
        ("Früher wohnte der Nutzer in Bonn", "over"),
    ],
)
def test_when_it_is_what_a_statement_tells(text: str, tense: str) -> None:
    (statement,) = read(text)
    assert statement.tense == tense
