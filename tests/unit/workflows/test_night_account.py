"""A night's numbers add up, and its failure names the agents."""

from __future__ import annotations

from datetime import UTC, datetime

from temporalio.exceptions import ApplicationError

from forge_client.nights import MAX_NAMED, NightReport
from forge_client.runs import ModelUse, Report
from workflows.details import write_night
from workflows.night_account import NAMED_IN_MESSAGE, NightAccount

NOW = datetime(2026, 1, 31, 3, tzinfo=UTC)


def report(agent_id: str, tokens: int = 10, earlier: int | None = None) -> Report:
    passes = earlier and ModelUse(name="m", calls=1, input_tokens=earlier)
    return Report(
        run_id="r1",
        agent_id=agent_id,
        outcome="proposed",
        accepted=2,
        model=ModelUse(name="m", calls=1, input_tokens=tokens),
        earlier_passes=passes or None,
        started_at=NOW,
    )


def account() -> NightAccount:
    return NightAccount(NightReport(started_at=NOW))


def failed(count: int) -> NightAccount:
    night = account()
    for number in range(count):
        night.note_start(f"a{number}")
        night.note_failure(
            f"a{number}",
            ApplicationError("no model", ModelUse(name="m", calls=2), type="ModelRefused"),
        )
    return night


def test_a_good_night_counts_outcomes_cards_and_every_pass_s_tokens() -> None:
    night = account()
    night.note_start("a")
    night.note_report("a", report("a", tokens=10, earlier=5))
    assert night.report.agents == 1
    assert night.report.outcomes == {"proposed": 1}
    assert night.report.accepted == 2
    assert (night.report.spent.calls, night.report.spent.input_tokens) == (2, 15)
    assert night.report.running == []
    assert night.failure() is None


def test_a_failed_agent_fails_the_night_and_its_calls_count_all_the_same() -> None:
    night = failed(1)
    assert night.failure() == ("AgentsFailed", "1 of 1 agents failed: a0 (ModelRefused)")
    assert night.report.spent.calls == 2


def test_an_agent_that_was_told_is_neither_reflected_nor_failed() -> None:
    night = account()
    night.note_start("a")
    night.note_told("a")
    assert (night.report.agents, night.report.told, night.report.told_total) == (0, ["a"], 1)
    assert night.failure() is None


def test_a_stopped_night_says_so_first_and_names_the_failed_too() -> None:
    night = failed(1)
    night.report.stopped = "9 tokens were used, the cap is 9"
    kind, message = night.failure() or ("", "")
    assert kind == "SpendCapReached"
    assert message.startswith("the night stopped after 1 agents: 9 tokens")
    assert message.endswith("a0 (ModelRefused)")


def test_lists_are_bounded_and_counts_are_not() -> None:
    night = failed(MAX_NAMED + 5)
    _, message = night.failure() or ("", "")
    assert night.report.failed_total == night.report.outcomes["failed"] == MAX_NAMED + 5
    assert len(night.report.failed) == MAX_NAMED
    assert message.endswith(f"and {MAX_NAMED + 5 - NAMED_IN_MESSAGE} more")
    assert len(message) < 4_000


def test_the_details_of_a_night_read_like_a_report() -> None:
    night = failed(1)
    night.report.stopped = "the cap"
    told = write_night(night.report)
    assert "**1 agent reflected**: 1 failed." in told
    assert "**Stopped**: the cap." in told
    assert "| a0 | ModelRefused | no model |" in told
