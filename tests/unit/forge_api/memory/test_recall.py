"""How two rankings become one, and what neighbours gain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.recall import best, fused, lent

ranking = st.lists(st.sampled_from("abcdefgh"), unique=True)


def order(words: list[str], near: list[str]) -> list[str]:
    return list(best(fused(words, near), 20))


@given(ranking, ranking)
def test_everything_that_either_ranking_found_has_a_score(
    words: list[str], near: list[str]
) -> None:
    assert fused(words, near).keys() == {*words, *near}


@given(st.dictionaries(st.text(), st.floats(0, 1)), st.integers(0, 10))
def test_the_best_are_the_highest_first(scores: dict[str, float], k: int) -> None:
    chosen = best(scores, k)
    assert list(chosen.values()) == sorted(scores.values(), reverse=True)[:k]
    assert chosen.items() <= scores.items()


@given(ranking, ranking)
def test_what_is_first_in_both_rankings_is_first(words: list[str], near: list[str]) -> None:
    assert order(["z", *words], ["z", *near])[0] == "z"


@given(ranking)
def test_one_ranking_alone_keeps_its_order(found: list[str]) -> None:
    assert order(found, []) == order([], found) == found


def test_a_place_in_both_rankings_beats_a_better_place_in_one() -> None:
    assert order(["a", "b"], ["c", "b"])[0] == "b"


def test_a_tie_is_settled_by_the_id() -> None:
    # Place 4 by words counts just as much as place 1 by vector: 1.5 / 9 and 1 / 6.
    scores = fused([*"cde", "b"], ["a"])
    assert scores["a"] == scores["b"]
    assert list(best(scores, 9)).index("a") + 1 == list(best(scores, 9)).index("b")


@given(st.dictionaries(st.sampled_from("abcd"), st.floats(0, 1), min_size=1), st.data())
def test_neighbours_gain_and_nobody_loses(scores: dict[str, float], data: st.DataObject) -> None:
    places = st.sampled_from(sorted(scores)), st.sampled_from("abcdef"), st.sampled_from([1, 2])
    beside = st.tuples(*places)
    after = lent(scores, data.draw(st.lists(beside, max_size=6)))
    assert all(after[one] >= score for one, score in scores.items())


def test_a_neighbour_of_the_best_comes_up_though_neither_ranking_found_it() -> None:
    after = lent({"a": 0.3, "b": 0.2}, [("a", "beside", 1)])
    assert list(best(after, 3)) == ["a", "b", "beside"]


def test_what_stands_nearer_gains_more() -> None:
    after = lent({"a": 0.3}, [("a", "next", 1), ("a", "after", 2)])
    assert list(best(after, 3)) == ["a", "next", "after"]
