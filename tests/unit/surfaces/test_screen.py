from __future__ import annotations

import json
import unicodedata
from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory import review_reasons
from forge_client.beliefs import Belief, ReviewReason
from forge_client.cards import BESIDE, Card, CardList, Conflict
from forge_client.names import Status
from forge_client.runs import Coverage, DiffResult, ModelUse, Report
from surfaces.cli import card_text, cards, report_text, screen

NOW = datetime(2026, 3, 1, tzinfo=UTC)

any_text = st.text(st.characters(exclude_categories=[]))


@given(any_text)
def test_nothing_unseen_reaches_the_terminal_but_line_feeds(text: str) -> None:
    shown = screen.visible(text).replace("\n", "")
    assert not any(unicodedata.category(one) in screen.UNSEEN for one in shown)
    shown.encode("utf-8")


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_text_that_is_seen_is_shown_as_it_is_markup_or_not(text: str) -> None:
    assert screen.visible(text) == text


def test_an_escape_sequence_and_a_hidden_character_are_written_out() -> None:
    assert screen.visible("\x1b[2Jre\u200bplies\u202e") == "[U+001B][2Jre[U+200B]plies[U+202E]"


@given(any_text)
def test_json_is_ascii_and_loses_nothing(text: str) -> None:
    written = json.dumps({"text": text}, ensure_ascii=True)
    assert written.isascii()
    assert json.loads(written) == {"text": text}


def belief(content: str, **changes: object) -> Belief:
    fields: dict[str, object] = {
        "id": "bel_1",
        "agent_id": "my-agent",
        "content": content,
        "kind": "preference",
        "status": "pending",
        "confidence": 0.8,
        "version": 1,
        "created_at": NOW,
        "updated_at": NOW,
    }
    return Belief.model_validate(fields | changes)


def card(content: str, **changes: object) -> Card:
    fields: dict[str, object] = {
        "belief": belief(content, rationale="three replies said so"),
        "agent_id": "my-agent",
        "heading": "I've learned:",
        "doors": {"keep": "Keep", "forget": "Forget", "edit": "Edit and keep"},
        "confidence": 0.8,
        "decayed": 0.8,
        "source_episodes": ["ep_1", "ep_2"],
    }
    return Card.model_validate(fields | changes)


def test_a_card_says_what_was_learned_why_and_the_doors() -> None:
    shown = "\n".join(card_text.lines(card("The user wants [bold]short[/bold] replies.")))
    assert "I've learned:" in shown
    assert "[bold]short[/bold]" in shown
    assert "my-agent · preference · 80 % · 2 episodes" in shown
    assert "Why: three replies said so" in shown
    assert "Keep / Forget / Edit and keep" in shown


def test_a_text_is_never_cut_and_each_of_its_lines_is_moved_in_behind_a_bar() -> None:
    content = "word " * 2_000 + "\nsecond line"
    shown = "\n".join(card_text.lines(card(content)))
    assert shown.count("word") == 2_000
    assert "\n  │ second line" in shown


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\u2028", "\x0b", "\x85"])
def test_no_line_of_a_text_passes_for_a_line_of_the_card(line_break: str) -> None:
    forged = line_break.join(["Tea.", "⚠ checked: safe", "Why: all is well", "Keep / Forget"])
    shown = "\n".join(card_text.lines(card(forged))).splitlines()
    honest = "\n".join(card_text.lines(card("Tea."))).splitlines()
    added = [line for line in shown if line not in honest and not line.startswith("  Tea.")]
    assert all(line.startswith("  │ ") for line in added)
    assert sum(line.startswith("  Why:") for line in shown) == 1


def test_a_card_that_needs_review_gives_its_reasons_and_both_texts() -> None:
    reason = ReviewReason(code="contradicts", text="Contradicts it", belief_id="bel_2")
    shown = "\n".join(
        card_text.lines(
            card(
                "The user never wants short replies.",
                needs_review=True,
                stale=True,
                review_reasons=[reason],
                conflict=Conflict(belief=belief("The user wants them."), rule="negation_overlap"),
            )
        )
    )
    assert "THIS           The user ⟦never⟧ wants ⟦short replies⟧." in shown
    assert "needs review" in shown
    assert "⚠ contradicts: Contradicts it (bel_2)" in shown
    assert "ALSO PROPOSED  The user wants ⟦them⟧." in shown
    assert "only forget still works" in shown


@pytest.mark.parametrize("status", get_args(Status))
def test_the_other_belief_is_called_by_what_it_is_now(status: Status) -> None:
    conflict = Conflict(belief=belief("Once so.", status=status), rule="negation_overlap")
    assert conflict.called == BESIDE[status]
    assert conflict.model_dump()["called"] == conflict.called


def test_a_reason_is_told_once_on_a_card() -> None:
    reasons = [ReviewReason(code="ungrounded", text="is hardly found (0.1)")]
    rationale = review_reasons.marked("Said twice.", reasons)
    flagged = belief("Tea.", rationale=rationale, review_reasons=reasons)
    shown = "\n".join(
        card_text.lines(card("Tea.", belief=flagged, needs_review=True, review_reasons=reasons))
    )
    assert shown.count("is hardly found") == 1
    assert "Why: Said twice." in shown


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ([True], "1 pending card, 1 needs review."),
        ([True, True], "2 pending cards, 2 need review."),
        ([False], "1 pending card, 0 need review."),
    ],
)
def test_the_summary_counts_cards_in_words(flags: list[bool], told: str) -> None:
    found = CardList(cards=[card("Tea.", needs_review=one) for one in flags], total=len(flags))
    assert cards.summary(found).startswith(told)


def report(**changes: object) -> Report:
    fields: dict[str, object] = {
        "run_id": "r1",
        "agent_id": "my-agent",
        "outcome": "proposed",
        "coverage": Coverage(reflected=72, available=72),
        "model": ModelUse(name="built-in:recurring-statements"),
        "started_at": NOW,
    }
    return Report.model_validate(fields | changes)


def test_a_report_says_coverage_counts_verdicts_and_the_model() -> None:
    stored = DiffResult(
        op="add",
        belief="Replies are short.",
        route="needs_review",
        reasons=["ungrounded", "ungrounded"],
        accepted=True,
        belief_id="bel_9",
    )
    refused = DiffResult(op="add", belief="Again.", route="safe", rejected_reason="near duplicate")
    found = report(proposed=2, accepted=1, rejected=1, over_limit=3, results=[stored, refused])
    shown = "\n".join(report_text.lines(found))
    assert "Coverage: 72 of 72 episodes" in shown
    assert "Proposals: 2 (1 accepted, 1 rejected, 3 over the limit of 10)" in shown
    assert "add, needs review, stored as bel_9" in shown
    assert shown.count("⚠ ungrounded") == 1
    assert "add, safe, not stored: near duplicate" in shown
    assert "Model: built-in:recurring-statements, nothing was asked of a model" in shown


def test_a_model_that_reported_tokens_and_a_price_has_them_shown() -> None:
    use = ModelUse(name="m", calls=2, input_tokens=10, output_tokens=0, cost_usd=0.5)
    shown = "\n".join(report_text.lines(report(model=use)))
    assert "Model: m, 2 calls, 10 tokens in, 0 tokens out, 0.5000 USD" in shown
