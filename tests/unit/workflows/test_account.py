from __future__ import annotations

import datetime as dt
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from activities.check import Checked, Verdict
from activities.propose import Proposal
from activities.pull import Pulled
from forge_client.names import Outcome, Route
from forge_client.proposals import BeliefDiff
from forge_client.runs import ModelUse
from workflows.account import Account

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
DIFF = BeliefDiff(op="add", belief="b", confidence=0.5, rationale="r", source_episodes=["ep_1"])

routes = st.lists(st.sampled_from(get_args(Route)), max_size=10)


def account(read: int = 0, more: int = 0, *judged: Route) -> Account:
    return Account(
        agent_id="my-agent",
        run_id="run",
        started_at=NOW,
        model=ModelUse(name=""),
        pulled=Pulled(episode_ids=[f"ep_{n}" for n in range(read)], available=read + more),
        proposal=Proposal(diffs=[DIFF] * len(judged), over_limit=0, model=ModelUse(name="m")),
        checked=Checked(verdicts=[Verdict(route=route) for route in judged]),
    )


@given(
    st.sampled_from(get_args(Outcome)),
    st.integers(0, 50),
    st.integers(0, 50),
    routes,
)
def test_the_numbers_of_every_report_add_up(
    outcome: Outcome, read: int, more: int, judged: list[Route]
) -> None:
    report = account(read, more, *judged).report(outcome, NOW)
    coverage = report.coverage
    assert coverage.reflected + coverage.left_for_next_run == coverage.available == read + more
    assert report.proposed == len(report.results) == len(judged)
    assert report.accepted == 0
    assert report.rejected == judged.count("duplicate")


@pytest.mark.parametrize("outcome", ["failed", "overtaken", "nothing_to_reflect"])
def test_a_pass_that_stored_nothing_leaves_every_episode(outcome: Outcome) -> None:
    assert account(4, 2).coverage(outcome).left_for_next_run == 6


def test_a_pass_that_failed_at_its_first_step_still_has_a_report() -> None:
    begun = Account(agent_id="a", run_id="r", started_at=NOW, model=ModelUse(name=""))
    report = begun.report("failed", NOW)
    assert (report.coverage.available, report.results, report.model.calls) == (0, [], 0)


def test_a_pass_that_failed_before_the_gate_tells_no_verdicts() -> None:
    ungated = account(1, 0, "safe")
    ungated.checked = None
    report = ungated.report("failed", NOW)
    assert (report.proposed, report.results) == (1, [])


@given(routes)
def test_only_what_the_gate_lets_through_is_proposed(judged: list[Route]) -> None:
    expected = "proposed" if set(judged) - {"duplicate"} else "nothing_new"
    assert account(1, 0, *judged).verdict() == expected
