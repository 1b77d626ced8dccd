from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from forge_client.runs import Coverage, DiffResult, Failure, ModelUse, Report
from workflows.details import MAX_BELIEF, write_details

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def report(*results: DiffResult, **fields: object) -> Report:
    return Report.model_validate(
        {
            "run_id": "r",
            "agent_id": "a",
            "outcome": "proposed",
            "coverage": Coverage(reflected=47, available=60, left_for_next_run=13),
            "model": ModelUse(name="small", calls=1),
            "started_at": NOW,
            "results": list(results),
            **fields,
        }
    )


def result(belief: str, **fields: object) -> DiffResult:
    return DiffResult.model_validate({"op": "add", "belief": belief, "route": "safe", **fields})


def test_coverage_comes_first() -> None:
    told = write_details(report(proposed=4, accepted=3, rejected=1))
    assert told.startswith("**proposed**: reflected on 47 of 60 episodes, 13 left")
    assert "4 proposed, 3 accepted, 1 rejected." in told


def test_a_failure_is_told_with_its_type() -> None:
    failure = Failure(type="ForgeUnavailable", message="no answer")
    assert "**ForgeUnavailable**: no answer" in write_details(report(failure=failure))


def test_what_the_gate_and_forge_say_stands_in_one_row() -> None:
    kept = result("B", route="needs_review", reasons=["contradicts bel_1"], accepted=True)
    assert "| add | B | needs_review | accepted | contradicts bel_1 |" in write_details(
        report(kept)
    )


@given(st.text(max_size=MAX_BELIEF * 2))
def test_no_belief_breaks_out_of_its_row(belief: str) -> None:
    lines = write_details(report(result(belief), result("last"))).splitlines()
    rows = [line for line in lines if line.startswith("| add |")]
    assert len(rows) == 2
    assert all(row.count("|") == 6 for row in rows)
    assert "<" not in rows[0]
