"""Near vectors are not enough: what keeps two texts apart, and what does not."""

from __future__ import annotations

import pytest

from gate.difference import differ, says_the_same


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user wants answers with tables", "The user wants answers without tables"),
        ("The job takes 5 minutes", "The job takes 50 minutes"),
        ("The user likes Kotlin", "The user likes Haskell"),
        ("The user reports to Nina", "The user reports to Omar"),
        ("The user wants a red banner", "The user wants a blue banner"),
        ("The user arrives early", "The user arrives late"),
        ("The user prefers option 7", "The user prefers option 9"),
        ("Der Nutzer zieht Tee dem Kaffee vor", "Der Nutzer zieht Kaffee dem Tee vor"),
        ("Ben earns less than Ana", "Ben earns more than Ana"),
    ],
)
def test_what_differs_in_a_turn_a_number_a_name_or_a_kind_is_kept_apart(a: str, b: str) -> None:
    assert differ(a, b)
    assert not says_the_same(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user never ships without a review", "The user always ships with a review"),
        ("The job takes 5 minutes", "The job takes five minutes"),
        ("The user avoids verbose replies", "The user prefers concise replies"),
        ("The user speaks Czech and Polish", "The user speaks Polish and Czech"),
        ("The user wants a daily summary", "A daily summary is what the user wants"),
    ],
)
def test_other_words_for_the_same_are_not_kept_apart(a: str, b: str) -> None:
    assert not differ(a, b)
    assert not differ(b, a)


def test_what_the_seeds_rule_doubts_is_never_taken_for_a_repetition() -> None:
    a, b = "The user never ships without a review", "The user always ships with a review"
    assert not differ(a, b)
    assert not says_the_same(a, b)
