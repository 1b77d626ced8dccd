"""The gate as a whole: where a diff goes, and why."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gate
from tests.unit.gate import sentences

NOW = "2026-03-01T00:00:00Z"
WANTS = {"id": "bel_1", "content": "The user wants verbose replies"}


def diff(belief: str, op: str = "add", **more: Any) -> dict[str, Any]:
    return {"op": op, "belief": belief, "confidence": 0.7, "source_episodes": ["ep_1"], **more}


def check(diffs: list[Any], active: list[Any] | None = None, **more: Any) -> gate.GateResult:
    return gate.check(diffs, more.pop("pending", []), active or [], NOW, **more)


def reasons(verdict: gate.Verdict) -> list[str]:
    return [str(reason) for reason in verdict.reasons]


def test_a_new_and_harmless_belief_is_safe() -> None:
    (verdict,) = check([diff("The user likes green tea")], [WANTS]).safe
    assert (verdict.index, verdict.route, verdict.reasons) == (0, "safe", ())


def test_nothing_proposed_is_nothing_judged() -> None:
    assert check([]) == gate.GateResult()


@pytest.mark.parametrize("place", ["active", "pending"])
def test_a_belief_that_exists_is_a_duplicate(place: str) -> None:
    result = check([diff("the USER wants  verbose replies")], **{place: [WANTS]})
    assert [reasons(v) for v in result.duplicates] == [["duplicate bel_1"]]
    assert result.safe == result.needs_review == ()


def test_an_empty_text_is_no_duplicate_and_not_safe() -> None:
    (verdict,) = check([diff(" ")], [{"id": "bel_1", "content": ""}]).needs_review
    assert reasons(verdict) == ["empty_text"]


def test_the_seeds_contradiction_is_told_by_name() -> None:
    (verdict,) = check([diff("The user NEVER wants verbose replies")], [WANTS]).needs_review
    assert reasons(verdict) == ["contradicts bel_1 (negation_overlap)"]
    assert verdict.reasons[0].span == (9, 14)


def test_a_stronger_rule_is_told_by_its_own_name() -> None:
    (verdict,) = check([diff("The user doesn’t want verbose replies")], [WANTS]).needs_review
    assert reasons(verdict) == ["contradicts bel_1 (negation)"]


@pytest.mark.parametrize("op", ["strengthen", "weaken", "forget", "supersede"])
def test_every_other_op_needs_review_and_is_no_duplicate_of_its_target(op: str) -> None:
    quoting = diff(WANTS["content"], op, target_belief_id="bel_1")
    (verdict,) = check([quoting], [WANTS]).needs_review
    assert reasons(verdict) == [f"op_needs_review {op}"]


def test_a_diff_does_not_contradict_its_own_target() -> None:
    denying = diff("The user never wants verbose replies", "supersede", target_belief_id="bel_1")
    (verdict,) = check([denying], [WANTS]).needs_review
    assert reasons(verdict) == ["op_needs_review supersede"]


def test_an_addition_cannot_hide_a_contradiction_behind_a_target() -> None:
    denying = diff("The user never wants verbose replies", target_belief_id="bel_1")
    assert "contradicts bel_1 (negation_overlap)" in reasons(check([denying], [WANTS]).verdicts[0])


def test_a_missing_and_an_unknown_target_are_told() -> None:
    result = check([diff("x", "forget"), diff("y", "forget", target_belief_id="bel_9")], [WANTS])
    assert [reasons(v)[1:] for v in result.needs_review] == [
        ["missing_target"],
        ["unknown_target bel_9"],
    ]


def test_what_is_to_be_forgotten_claims_nothing_that_could_contradict() -> None:
    dropping = diff("The user never wants verbose replies", "forget", target_belief_id="bel_2")
    other = {"id": "bel_2", "content": "The user never wants verbose replies"}
    (verdict,) = check([dropping], [WANTS, other]).needs_review
    assert reasons(verdict) == ["op_needs_review forget"]


def test_the_best_founded_of_equal_diffs_is_kept() -> None:
    twins = [
        diff("The user naps", confidence=0.9),
        diff("the user  NAPS", source_episodes=["ep_1", "ep_2"]),
        diff("The user naps"),
    ]
    result = check(twins)
    assert [v.index for v in result.safe] == [1]
    assert [reasons(v) for v in result.duplicates] == [["duplicate_in_batch diffs[1]"]] * 2


def test_of_equally_founded_diffs_the_surer_is_kept_and_then_the_first() -> None:
    assert [v.index for v in check([diff("a b"), diff("a b", confidence=0.9)]).safe] == [1]
    assert [v.index for v in check([diff("a b"), diff("a b")]).safe] == [0]


def test_the_same_text_with_another_op_is_another_change() -> None:
    result = check([diff("The user naps"), diff("The user naps", "supersede")])
    assert result.duplicates == ()


def test_contradictions_within_a_batch_are_told_on_both_sides() -> None:
    result = check([diff("The user wants long replies"), diff("The user wants short replies")])
    assert [reasons(v) for v in result.needs_review] == [
        ["contradicts_in_batch diffs[1] (antonym)"],
        ["contradicts_in_batch diffs[0] (antonym)"],
    ]


def test_a_near_vector_makes_a_near_duplicate() -> None:
    result = check(
        [diff("The user is keen on tea")],
        [{"id": "bel_1", "content": "The user likes tea"}],
        vectors={"bel_1": [1.0, 0.0], 0: [0.99, 0.05]},
    )
    assert [reasons(v) for v in result.duplicates] == [["near_duplicate bel_1 1.00"]]


def test_a_contradiction_is_never_swallowed_as_a_near_duplicate() -> None:
    result = check(
        [diff("The user wants replies without emoji")],
        [{"id": "bel_1", "content": "The user wants replies with emoji"}],
        vectors={"bel_1": [1.0, 0.0], 0: [1.0, 0.0]},
    )
    assert result.duplicates == ()
    assert reasons(result.needs_review[0])[0].startswith("contradicts bel_1")


def test_near_diffs_of_one_batch_are_told_apart_by_support() -> None:
    result = check(
        [diff("The user is keen on tea"), diff("The user likes tea", confidence=0.9)],
        vectors={0: [1.0, 0.0], 1: [0.99, 0.05]},
    )
    assert [v.index for v in result.safe] == [1]
    assert [reasons(v) for v in result.duplicates] == [["near_duplicate_in_batch diffs[1] 1.00"]]


def test_sources_are_checked_against_the_episodes_that_are_known() -> None:
    episodes = [{"id": "ep_1", "summary": "asked for green tea"}]
    result = check(
        [
            diff("The user likes green tea"),
            diff("The user likes green tea cake", source_episodes=["ep_7"]),
        ],
        episodes=episodes,
    )
    assert [v.index for v in result.safe] == [0]
    assert reasons(result.needs_review[0]) == ["unknown_source_episode ep_7"]


def test_at_most_the_nearest_contradictions_are_told() -> None:
    many = [{"id": f"bel_{n:02}", "content": "The user lives in Oslo"} for n in range(30)]
    (verdict,) = check([diff("The user lives in Rome")], many).needs_review
    assert len(verdict.reasons) == gate.GateConfig().max_conflicts


def test_decay_is_told_of_active_beliefs_only() -> None:
    old = {**WANTS, "confidence": 0.8, "created_at": "2026-01-30T00:00:00Z"}
    assert [d.belief_id for d in check([], [old]).decayed] == ["bel_1"]
    assert check([], pending=[old]).decayed == ()


def test_the_verdicts_come_in_the_order_of_the_diffs() -> None:
    diffs = [
        diff("x y", "forget"),
        diff("The user naps"),
        diff(WANTS["content"]),
        diff("a b", "weaken"),
    ]
    assert [v.index for v in check(diffs, [WANTS]).verdicts] == [0, 1, 2, 3]


@given(st.lists(sentences.anything, max_size=6), st.lists(sentences.plain, max_size=6))
def test_the_order_of_the_beliefs_does_not_matter(texts: list[str], held: list[str]) -> None:
    beliefs = [{"id": f"bel_{n}", "content": content} for n, content in enumerate(held)]
    diffs = [diff(text) for text in texts]
    assert check(diffs, beliefs) == check(diffs, beliefs[::-1])


@given(st.lists(sentences.plain, max_size=6, unique_by=gate.normalize), st.randoms())
def test_the_order_of_the_diffs_changes_no_route(texts: list[str], random: Any) -> None:
    shuffled = random.sample(texts, len(texts))
    held = [WANTS, {"id": "bel_2", "content": "The user lives in Oslo"}]
    assert routes(texts, held) == routes(shuffled, held)


def routes(texts: list[str], held: list[dict[str, Any]]) -> dict[str, str]:
    return {v.diff.belief: v.route for v in check([diff(text) for text in texts], held).verdicts}


@given(st.lists(sentences.anything, max_size=8))
def test_every_diff_gets_exactly_one_verdict(texts: list[str]) -> None:
    result = check([diff(text) for text in texts], [WANTS])
    every = [*result.safe, *result.needs_review, *result.duplicates]
    assert sorted(v.index for v in every) == list(range(len(texts)))
    assert all(not v.reasons for v in result.safe)


@given(st.lists(sentences.plain, min_size=1, max_size=5))
def test_what_was_let_in_is_a_duplicate_the_next_time(texts: list[str]) -> None:
    first = check([diff(text) for text in texts])
    held = [{"id": f"bel_{v.index}", "content": v.diff.belief} for v in first.safe]
    again = check([diff(v.diff.belief) for v in first.safe], held)
    assert len(again.duplicates) == len(first.safe)
