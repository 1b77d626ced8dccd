from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from activities.proposers.third_person import in_third_person, is_plain


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I prefer tables", "The user prefers tables"),
        ("I really like tea when I am at work", "The user really likes tea when they are at work"),
        ("I don't like emoji", "The user does not like emoji"),
        ("I'm keen on counseling", "The user is keen on counseling"),
        ("I've been learning the piano", "The user has been learning the piano"),
        ("I'd rather see a diff", "The user would rather see a diff"),
        ("I study my notes", "The user studies their notes"),
        ("my timezone is Europe/Berlin", "The user's timezone is Europe/Berlin"),
        ("Painting helps me relax", "Painting helps the user relax"),
        ("Never merge without asking me first", "Never merge without asking the user first"),
        ("Use uv instead of Poetry", "Use uv instead of Poetry"),
    ],
)
def test_what_is_certain_is_retold(said: str, told: str) -> None:
    assert in_third_person(said) == told
    assert is_plain(said)


@pytest.mark.parametrize(
    "said",
    ["We deploy on Thursdays", "I frobnicate daily", "I'd been there", "antworte immer kurz"],
)
def test_what_is_not_certain_is_quoted(said: str) -> None:
    assert in_third_person(said) == f"The user said: “{said[0].upper()}{said[1:]}”"
    assert not is_plain(said)


def test_a_known_speaker_is_named() -> None:
    assert in_third_person("I love creating art", "Caroline") == "Caroline loves creating art"
    assert in_third_person("Art gives me joy", "Caroline") == "Art gives Caroline joy"
    assert in_third_person("We got this", "Caroline") == "Caroline said: “We got this”"


@given(st.text(min_size=1, max_size=200).filter(str.strip))
def test_any_clause_becomes_a_sentence(text: str) -> None:
    assert in_third_person(text).strip()
