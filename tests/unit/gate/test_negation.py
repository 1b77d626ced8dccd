from __future__ import annotations

import pytest
from hypothesis import given

from gate.negation import MARKERS, contradicts, has_negation, negation_overlap
from tests.unit.gate import sentences


def test_the_seed_has_twenty_three_markers() -> None:
    assert len(MARKERS) == len(set(MARKERS)) == 23


@pytest.mark.parametrize("marker", MARKERS)
def test_each_marker_is_found_whatever_the_case(marker: str) -> None:
    assert has_negation(f"They {marker.upper()} it")


@pytest.mark.parametrize(
    "text", ["urban planning", "a stopwatch", "a banner", "nevertheless", "unavoidable", "donut"]
)
def test_a_marker_counts_as_a_whole_word_only(text: str) -> None:
    assert not has_negation(text)


def test_a_marker_in_one_of_two_like_texts_is_a_contradiction() -> None:
    assert contradicts("the user NEVER wants verbose replies", "the user wants verbose replies")


def test_two_negative_texts_agree_in_polarity() -> None:
    assert not contradicts("never send verbose replies", "avoid verbose replies")


def test_a_marker_without_overlap_is_no_contradiction() -> None:
    assert not contradicts("never deploy on Friday", "the user likes green tea")


def test_opposition_without_a_marker_is_out_of_reach_of_the_seeds_rule() -> None:
    assert not contradicts("I prefer silence", "the user loves chatter")


def test_the_finding_marks_the_marker() -> None:
    text = "the user NEVER wants verbose replies"
    found = negation_overlap(text, "the user wants verbose replies")
    assert found is not None
    assert found.rule == "negation_overlap"
    assert text[found.span.start : found.span.end] == "NEVER"
    assert found.score == pytest.approx(0.8)


def test_empty_texts_contradict_nothing() -> None:
    assert not contradicts("", "never")
    assert not contradicts("", "")


@given(sentences.anything, sentences.anything)
def test_the_finding_is_there_exactly_where_the_seeds_rule_fires(a: str, b: str) -> None:
    assert (negation_overlap(a, b) is not None) == contradicts(a, b)
