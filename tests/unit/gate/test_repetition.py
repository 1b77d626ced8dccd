"""What becomes of a diff that says again what is held, or what a person forgot."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gate
from gate.repetition import raised_confidence
from tests.unit.gate import sentences

NOW = "2026-03-01T00:00:00Z"
TEA = {"id": "bel_1", "content": "The user likes tea", "confidence": 0.6, "source_episodes": ["e1"]}
NEAR = {"bel_1": [1.0, 0.0], 0: [0.99, 0.05], 1: [0.98, 0.06], "bel_2": [0.97, 0.05]}


def keen(*episodes: str, **more: Any) -> dict[str, Any]:
    belief = more.pop("belief", "The user is keen on tea")
    return {"op": "add", "belief": belief, "confidence": 0.8, "source_episodes": episodes, **more}


def judge(*diffs: Any, pending: Any = (), active: Any = (TEA,), **more: Any) -> gate.GateResult:
    return gate.check(diffs, pending, active, NOW, vectors=NEAR, **more)


def told(verdict: gate.Verdict) -> list[str]:
    return [str(reason) for reason in verdict.reasons]


def test_a_near_repetition_with_new_evidence_strengthens_what_it_repeats() -> None:
    (verdict,) = judge(keen("e1", "e2")).needs_review
    assert told(verdict) == ["op_needs_review strengthen", "near_duplicate bel_1 1.00"]
    assert verdict.becomes == verdict.diff._replace(
        op="strengthen", target_belief_id="bel_1", confidence=0.76
    )


def test_a_near_repetition_without_new_evidence_is_dropped_with_the_reason() -> None:
    (verdict,) = judge(keen("e1")).duplicates
    assert told(verdict) == ["near_duplicate bel_1 1.00", "no_new_evidence bel_1"]
    assert verdict.becomes is None


def test_an_exact_repetition_is_dropped_and_seen_again() -> None:
    (verdict,) = judge(keen("e2", "e1", "e3", belief="the user LIKES tea")).duplicates
    assert told(verdict) == ["duplicate bel_1", "seen_again bel_1 e2 e3"]
    assert verdict.new_episodes == ("e2", "e3")


def test_an_invented_episode_is_no_evidence() -> None:
    (verdict,) = judge(keen("e9"), episodes=[{"id": "e2", "summary": "keen on tea"}]).duplicates
    assert "no_new_evidence bel_1" in told(verdict)


def test_where_nobody_knows_what_taught_a_belief_nothing_is_new() -> None:
    unknown = {"id": "bel_1", "content": "The user likes tea"}
    (verdict,) = judge(keen("e2"), active=[unknown]).duplicates
    assert told(verdict) == ["near_duplicate bel_1 1.00"]


def test_what_waits_for_a_person_is_not_asked_again() -> None:
    (verdict,) = judge(keen("e2"), pending=[TEA], active=[]).duplicates
    assert told(verdict) == ["near_duplicate bel_1 1.00", "seen_again bel_1 e2"]
    waiting = {"id": "bel_9", "content": "x", "op": "strengthen", "target_belief_id": "bel_1"}
    assert judge(keen("e2"), pending=[waiting]).duplicates


def test_a_card_that_would_end_the_belief_does_not_keep_evidence_for_it_away() -> None:
    doubt = {**TEA, "id": "bel_2", "op": "weaken", "target_belief_id": "bel_1"}
    (verdict,) = judge(keen("e2"), pending=[doubt]).needs_review
    assert verdict.becomes is not None
    assert verdict.becomes.target_belief_id == "bel_1"


def test_what_is_certain_already_is_not_strengthened() -> None:
    assert judge(keen("e2"), active=[{**TEA, "confidence": 1.0}]).duplicates


def test_one_batch_strengthens_a_belief_once() -> None:
    other = keen("e2", "e3", belief="The user is fond of tea and of calm", confidence=0.5)
    apart = {**NEAR, 1: [0.93, 0.36], "bel_1": [0.98, 0.16], 0: [0.99, -0.1]}
    result = gate.check([keen("e2"), other], [], [TEA], NOW, vectors=apart)
    assert [verdict.index for verdict in result.needs_review] == [1]
    assert told(result.duplicates[0])[-1] == "near_duplicate_in_batch diffs[1]"


@pytest.mark.parametrize("belief", ["The user likes tea", "The user is keen on tea"])
def test_what_a_person_forgot_never_comes_back_unflagged(belief: str) -> None:
    forgotten = {**TEA, "forgotten_at": "2026-02-01T10:00:00Z", "forgotten_by": "Ana"}
    result = judge(keen("e2", belief=belief), active=[], forgotten=[forgotten])
    assert told(result.needs_review[0]) == ["forgotten_before bel_1 on 2026-02-01 by Ana"]


def test_the_opposite_of_what_was_forgotten_is_news() -> None:
    never = keen("e2", belief="The user never likes tea")
    assert judge(never, active=[], forgotten=[TEA]).safe


@given(st.lists(sentences.plain, min_size=1, max_size=5))
def test_nothing_forgotten_is_ever_safe(texts: list[str]) -> None:
    graves = [{"id": f"bel_{n}", "content": text} for n, text in enumerate(texts)]
    diffs = [keen("e1", belief=text.upper()) for text in texts]
    assert not gate.check(diffs, [], [], NOW, forgotten=graves).safe


@given(st.floats(0, 1), st.floats(0, 1))
def test_seeing_it_again_never_makes_less_sure(held: float, seen: float) -> None:
    assert round(held, 2) <= raised_confidence(held, seen) <= 1
