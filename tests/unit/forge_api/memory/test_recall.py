"""How two rankings become one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory import recall

rankings = st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=4)


@given(rankings, st.integers(1, 10))
def test_the_fused_ranking_is_of_found_ids_alone_best_first(found: list[list[str]], k: int) -> None:
    scores = recall.fused(found, k)
    everything = {one for ranking in found for one in ranking}
    assert len(scores) == min(k, len(everything))
    assert set(scores) <= everything
    assert list(scores.values()) == sorted(scores.values(), reverse=True)


@given(rankings)
def test_what_is_first_in_every_ranking_is_first(found: list[list[str]]) -> None:
    winners = [["z", *ranking] for ranking in found] or [["z"]]
    assert next(iter(recall.fused(winners, 3))) == "z"


def test_a_place_in_both_rankings_beats_a_better_place_in_one() -> None:
    assert next(iter(recall.fused([["a", "b"], ["c", "b"]], 1))) == "b"


def test_a_tie_is_settled_by_the_id() -> None:
    assert list(recall.fused([["b"], ["a"]], 2)) == ["a", "b"]
