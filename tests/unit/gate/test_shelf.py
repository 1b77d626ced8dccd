"""The index leaves out nothing: it finds what a comparison with every text would find."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.conflict import Contradiction
from gate.contradiction import find_contradiction
from gate.negation import negation_overlap
from gate.shelf import Shelf
from tests.unit.gate import sentences


def one_by_one(text: str, others: list[str]) -> dict[int, Contradiction]:
    found = (negation_overlap(text, other) or find_contradiction(text, other) for other in others)
    return {place: conflict for place, conflict in enumerate(found) if conflict}


@settings(max_examples=400)
@given(sentences.plain, st.lists(sentences.plain, max_size=12))
def test_the_index_finds_every_clash(text: str, others: list[str]) -> None:
    assert Shelf(others).clashing(text) == one_by_one(text, others)


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=8))
def test_the_index_takes_any_text(text: str, others: list[str]) -> None:
    shelf = Shelf([*others, text])
    shelf.clashing(text)
    assert len(others) in shelf.same_text(" ".join(text.lower().split()))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        pytest.param(
            "The porters carry heavy boxes upstairs",
            "All told, it is a large house that does not carry rumours",
            id="a denied clause of which a long sentence shares one topic",
        ),
        pytest.param("Never.", "The user likes tea", id="a statement without topics"),
        pytest.param("No, the user likes tea", "The user dislikes tea", id="a bare denial"),
        pytest.param(
            f"The user never packs {' '.join(f'thing{n}x' for n in range(80))}",
            f"The user packs {' '.join(f'thing{n}x' for n in range(80))}",
            id="more topics than can be told apart",
        ),
    ],
)
def test_the_index_finds_what_is_rare_in_sentences(text: str, other: str) -> None:
    others = [other, "The team meets on Mondays", text]
    assert Shelf(others).clashing(text) == one_by_one(text, others)
    assert Shelf([text]).clashing(other) == one_by_one(other, [text])
