"""A report as Markdown, for the details that Temporal's Web UI shows beside a run."""

from __future__ import annotations

from forge_client.nights import NightReport
from forge_client.runs import DiffResult, Report

MAX_BELIEF = 200
"""Characters of a belief in the table; the card shows all of it."""

_ESCAPED = str.maketrans({"|": "&#124;", "<": "&lt;", "`": "'"})


def write_details(report: Report) -> str:
    """Return the coverage, the verdicts and the reason of a failure, in this order."""
    parts = [_summary(report)]
    if report.failure:
        parts.append(f"**{report.failure.type}**: {_cell(report.failure.message)}")
    if report.results:
        parts.append(_table(report.results))
    if report.decayed_total:
        parts.append(f"{report.decayed_total} active beliefs have faded.")
    return "\n\n".join(parts)


def write_night(report: NightReport) -> str:
    """Return the counts of a night, why it stopped early, and the agents that failed."""
    parts = [_night_summary(report)]
    if report.stopped:
        parts.append(f"**Stopped**: {report.stopped}. The rest waits for the next night.")
    if report.failed:
        head = ["| agent | failure | why |", "| --- | --- | --- |"]
        rows = [f"| {one.agent_id} | {one.type} | {_cell(one.message)} |" for one in report.failed]
        parts.append("\n".join(head + rows))
    return "\n\n".join(parts)


def _night_summary(report: NightReport) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in report.outcomes.items())
    return (
        f"**{report.agents} agents reflected**{f': {counts}' if counts else ''}. "
        f"{report.accepted} proposals accepted, {report.told_total} agents were at it already. "
        f"{report.spent.calls} model calls."
    )


def _summary(report: Report) -> str:
    coverage, model = report.coverage, report.model
    return (
        f"**{report.outcome}**: reflected on {coverage.reflected} of {coverage.available} "
        f"episodes, {coverage.left_for_next_run} left for the next run. "
        f"{report.proposed} proposed, {report.accepted} accepted, {report.rejected} rejected"
        f"{f', {report.over_limit} over the limit' if report.over_limit else ''}. "
        f"Proposer {_cell(model.name) or 'not asked'}, {model.calls} calls."
    )


def _table(results: list[DiffResult]) -> str:
    head = ["| op | belief | gate | forge | why |", "| --- | --- | --- | --- | --- |"]
    return "\n".join(head + [_row(result) for result in results])


def _row(result: DiffResult) -> str:
    answer = "accepted" if result.accepted else result.rejected_code or "not sent"
    why = "; ".join(filter(None, [*result.reasons, result.rejected_reason]))
    belief = result.belief if len(result.belief) <= MAX_BELIEF else f"{result.belief[:MAX_BELIEF]}…"
    cells = (result.op, _cell(belief), result.route, answer, _cell(why))
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """One line that cannot leave its cell, whatever a belief holds."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return printable.translate(_ESCAPED)
