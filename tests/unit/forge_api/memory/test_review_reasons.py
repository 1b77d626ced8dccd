from __future__ import annotations

from forge_api.memory import review_reasons
from forge_client.beliefs import ReviewReason
from gate.verdict import Reason


def test_what_one_rule_found_in_the_text_and_in_the_rationale_is_told_once() -> None:
    found = [
        Reason("suspicious_instruction", rule="approval"),
        Reason("suspicious_instruction", rule="approval", detail="in rationale"),
    ]
    (told,) = review_reasons.from_gate(found, [])
    assert told.text == "reads like an instruction to the agent (approval)"


def test_what_is_only_in_the_rationale_and_what_points_elsewhere_is_told() -> None:
    found = [
        Reason("suspicious_instruction", rule="approval", detail="in rationale"),
        Reason("unknown_source_episode", detail="ep_1"),
        Reason("unknown_source_episode", detail="ep_2"),
        Reason("contradicts", belief_id="bel_1", rule="negation_overlap"),
        Reason("contradicts", belief_id="bel_2", rule="negation_overlap"),
    ]
    assert len(review_reasons.from_gate(found, [])) == len(found)


def test_a_rationale_without_reasons_stays_as_it_is_and_one_with_them_begins_with_them() -> None:
    reason = ReviewReason(code="ungrounded", text="is hardly found (0.1)")
    assert review_reasons.marked("Said twice.", []) == "Said twice."
    assert review_reasons.marked("Said twice.", [reason]) == (
        "[needs human review] is hardly found (0.1)\nSaid twice."
    )
