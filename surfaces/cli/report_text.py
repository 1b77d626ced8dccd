"""The report of a run as a person reads it: what was read, what was proposed, and the verdicts."""

from __future__ import annotations

from collections.abc import Iterator

from forge_client.names import MAX_DIFFS
from forge_client.runs import DiffResult, ModelUse, Report
from forge_client.wording import counted
from surfaces.cli.card_text import percent
from surfaces.cli.screen import indented, visible

ROUTES = {"safe": "safe", "needs_review": "needs review", "duplicate": "duplicate"}


def lines(report: Report) -> Iterator[str]:
    """Yield what to print for one report."""
    yield f"Run {report.run_id} of {report.agent_id}: {report.outcome}"
    if report.failure:
        yield f"  {report.failure.type}: {visible(report.failure.message)}"
    yield _coverage(report)
    yield _counts(report)
    for result in reversed(report.results):
        # As their cards stand: the newest first.
        yield from _result(result)
    for faded in report.decayed:
        yield (
            f"  faded: {faded.belief_id} {percent(faded.confidence)} → {percent(faded.decayed)} "
            f"after {counted(round(faded.age_days), 'day')}"
        )
    yield _model(report.model)


def _coverage(report: Report) -> str:
    coverage = report.coverage
    return (
        f"Coverage: {coverage.reflected} of {counted(coverage.available, 'episode')}, "
        f"{coverage.left_for_next_run} left for the next run"
    )


def _counts(report: Report) -> str:
    over = f", {report.over_limit} over the limit of {MAX_DIFFS}" if report.over_limit else ""
    return (
        f"Proposals: {report.proposed} ({report.accepted} accepted, "
        f"{report.rejected} rejected{over})"
    )


def _result(result: DiffResult) -> Iterator[str]:
    yield f"  {result.op}, {ROUTES[result.route]}, {_verdict(result)}"
    yield indented(result.belief, "    ")
    for reason in dict.fromkeys(result.reasons):
        yield indented(f"⚠ {reason}", "    ")


def _verdict(result: DiffResult) -> str:
    if result.accepted:
        return f"stored as {result.belief_id}"
    why = result.rejected_reason or result.rejected_code
    return f"not stored: {visible(why)}" if why else "not stored"


def _model(model: ModelUse) -> str:
    if model.calls == 0:
        return f"Model: {visible(model.name)}, nothing was asked of a model"
    tokens = [
        f"{counted(count, 'token')} {way}"
        for way, count in (("in", model.input_tokens), ("out", model.output_tokens))
        if count is not None
    ]
    cost = [] if model.cost_usd is None else [f"{model.cost_usd:.4f} USD"]
    calls = counted(model.calls, "call")
    return ", ".join([f"Model: {visible(model.name)}", calls, *tokens, *cost])
