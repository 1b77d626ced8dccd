from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.duplicate import Nearness, cosine, is_duplicate
from gate.faults import GateInputError


def test_case_and_white_space_do_not_tell_texts_apart() -> None:
    assert is_duplicate("The user likes tea", " the USER\tlikes  tea ")


@pytest.mark.parametrize("empty", ["", "   ", "\n\t"])
def test_an_empty_text_is_a_duplicate_of_nothing(empty: str) -> None:
    assert not is_duplicate(empty, empty)


def test_another_word_makes_another_text() -> None:
    assert not is_duplicate("The user likes tea", "The user likes teas")


@given(st.text(), st.text())
def test_being_a_duplicate_is_mutual(a: str, b: str) -> None:
    assert is_duplicate(a, b) == is_duplicate(b, a)


def test_a_vector_without_length_is_near_to_nothing() -> None:
    assert cosine([0.0, 0.0], [1.0, 0.0]) == 0.0


def test_only_vectors_above_the_threshold_are_near() -> None:
    vectors = {"a": [1.0, 0.0], "b": [1.0, 0.1], "c": [0.0, 1.0]}
    near = Nearness(vectors, ["a", "b", "c", "unknown"]).near([1.0, 0.0], above=0.92)
    assert near == {"a": pytest.approx(1.0), "b": pytest.approx(0.995, abs=0.001)}


def test_vectors_of_two_lengths_are_refused() -> None:
    with pytest.raises(GateInputError, match="one length"):
        Nearness({"a": [1.0, 0.0], "b": [1.0]}, ["a", "b"])


def test_a_vector_with_nan_is_refused() -> None:
    with pytest.raises(GateInputError, match="finite"):
        Nearness({"a": [float("nan"), 0.0]}, ["a"])
