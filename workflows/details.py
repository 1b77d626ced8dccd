"""A report as Markdown, for the details that Temporal's Web UI shows beside a run."""

from __future__ import annotations

from forge_client.names import MAX_DIFFS
from forge_client.nights import NightReport
from forge_client.runs import DiffResult, Report
from forge_client.wording import counted

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
        faded = counted(report.decayed_total, "active belief has", "active beliefs have")
        parts.append(f"{faded} faded.")
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
        f"**{counted(report.agents, 'agent')} reflected**{f': {counts}' if counts else ''}. "
        f"{counted(report.accepted, 'proposal')} accepted, "
        f"{counted(report.told_total, 'agent was', 'agents were')} at it already. "
        f"{counted(report.spent.calls, 'model call')}."
    )


def _summary(report: Report) -> str:
    coverage, model = report.coverage, report.model
    over = f", {report.over_limit} over the limit of {MAX_DIFFS}" if report.over_limit else ""
    return (
        f"**{report.outcome}**: reflected on {coverage.reflected} of "
        f"{counted(coverage.available, 'episode')}, {coverage.left_for_next_run} left for the next "
        f"run. {report.proposed} proposed, {report.accepted} accepted, {report.rejected} rejected"
        f"{over}. Proposer {_cell(model.name) or 'not asked'}, {counted(model.calls, 'call')}."
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
