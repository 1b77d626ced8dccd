"""How two rankings become one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.recall import fused

ranking = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(ranking, ranking, st.integers(1, 10))
def test_the_fused_ranking_is_of_found_ids_alone_best_first(
    words: list[str], near: list[str], k: int
) -> None:
    scores = fused(words, near, k)
    assert len(scores) == min(k, len({*words, *near}))
    assert set(scores) <= {*words, *near}
    assert list(scores.values()) == sorted(scores.values(), reverse=True)


@given(ranking, ranking)
def test_what_is_first_in_both_rankings_is_first(words: list[str], near: list[str]) -> None:
    assert next(iter(fused(["z", *words], ["z", *near], 3))) == "z"


@given(ranking)
def test_one_ranking_alone_keeps_its_order(found: list[str]) -> None:
    assert list(fused(found, [], 8)) == list(fused([], found, 8)) == found


def test_a_place_in_both_rankings_beats_a_better_place_in_one() -> None:
    assert next(iter(fused(["a", "b"], ["c", "b"], 1))) == "b"


def test_a_tie_is_settled_by_the_id() -> None:
    # Place 8 by words counts just as much as place 2 by vector: 1.5 / 18 and 1 / 12.
    scores = fused([*"cdefghi", "b"], ["c", "a"], 9)
    assert scores["a"] == scores["b"]
    assert list(scores).index("a") + 1 == list(scores).index("b")
