"""Runs: what each reflection read, what it proposed, what that cost, and why one failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

import database.pool
from database import queries
from forge_api.memory import beliefs, runs
from forge_api.memory.belief_states import HEADINGS, percent
from forge_api.services import CurrentServices, Services
from forge_api.web import addresses, run_chart, wording
from forge_api.web.frame import AgentlessPage, Frame, Reviewer, around
from forge_api.web.marked_text import Piece, pieces
from forge_api.web.page_route import PageRoute
from forge_api.web.rendering import Page
from forge_api.web.run_chart import RunChart, Shares
from forge_client.runs import DiffResult, Failure, ModelUse, Report

PAGE = 30

router = APIRouter(route_class=PageRoute, include_in_schema=False)

_SQL = queries.load("pages")


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What people made of a run's cards."""

    kept: int = 0
    forgotten: int = 0
    waiting: int = 0

    @property
    def acceptance(self) -> float | None:
        """Return the share kept of those decided."""
        return run_chart.share(self.kept, self.kept + self.forgotten)


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run of the list."""

    address: str
    outcome: str
    failed: bool
    when: str
    coverage: str
    proposed: int
    verdicts: Verdicts
    tokens: str
    cost: str


@dataclass(frozen=True, slots=True)
class RunsPage:
    """An agent's runs, newest first."""

    frame: Frame
    rows: Sequence[RunRow]
    total: int
    chart: RunChart | None
    next: str | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """One diff of a run, and what became of it."""

    heading: str
    text: Sequence[Piece]
    verdict: str
    reasons: Sequence[Sequence[Piece]]
    address: str | None


@dataclass(frozen=True, slots=True)
class Faded:
    """A belief whose confidence has faded."""

    text: Sequence[Piece]
    address: str
    confidence: str
    decayed: str
    age: str


@dataclass(frozen=True, slots=True)
class RunPage:
    """One run's report."""

    frame: Frame
    run_id: str
    outcome: str
    failure: Failure | None
    when: str
    took: str
    coverage: str
    left: int
    proposed: int
    accepted: int
    rejected: int
    over_limit: int
    duplicates: int
    verdicts: Verdicts
    model: str
    calls: int
    tokens: str
    cost: str
    proposals: Sequence[Proposal]
    faded: Sequence[Faded]
    faded_total: int
    temporal_address: str | None


@router.get("/runs")
async def show_runs(
    request: Request,
    caller: Reviewer,
    services: CurrentServices,
    agent: str | None = None,
    cursor: str | None = None,
) -> Response:
    """Show a page of runs."""
    frame = await around(request, services, caller, "Runs", "runs", agent or None)
    if frame.agent is None:
        return Page("choose_agent.html", AgentlessPage(frame))
    found = await runs.page(services.pool, frame.agent, cursor, PAGE)
    verdicts = await _verdicts(services, frame.agent, found.runs)
    following = found.next_cursor
    page = RunsPage(
        frame=frame,
        rows=[_row(run, verdicts[run.run_id]) for run in found.runs],
        total=found.total,
        chart=_chart(found.runs, verdicts) if len(found.runs) > 1 else None,
        next=addresses.page("runs", agent=frame.agent, cursor=following) if following else None,
    )
    return Page("runs.html", page)


@router.get("/runs/{agent_id}/{run_id}")
async def show_run(
    agent_id: str, run_id: str, caller: Reviewer, request: Request, services: CurrentServices
) -> Response:
    """Show one run's report."""
    run = await runs.get(services.pool, agent_id, run_id)
    verdicts = await _verdicts(services, agent_id, [run])
    frame = await around(request, services, caller, "Run", "runs", agent_id)
    page = RunPage(
        frame=frame,
        run_id=run.run_id,
        outcome=wording.OUTCOMES[run.outcome],
        failure=run.failure,
        when=wording.when(run.started_at),
        took=_took(run),
        coverage=_coverage(run),
        left=run.coverage.left_for_next_run,
        proposed=run.proposed,
        accepted=run.accepted,
        rejected=run.rejected,
        over_limit=run.over_limit,
        duplicates=sum(result.route == "duplicate" for result in run.results),
        verdicts=verdicts[run.run_id],
        model=run.model.name,
        calls=run.model.calls,
        tokens=_tokens(run.model),
        cost=_cost(run.model),
        proposals=[_proposal(agent_id, result) for result in run.results],
        faded=await _faded(services, run),
        faded_total=max(run.decayed_total, len(run.decayed)),
        temporal_address=addresses.in_temporal(agent_id, run_id) if frame.temporal else None,
    )
    return Page("run.html", page)


async def _verdicts(
    services: Services, agent_id: str, shown: Sequence[Report]
) -> Mapping[str, Verdicts]:
    ids = [run.run_id for run in shown]
    async with database.pool.connection(services.pool) as connection:
        rows = await connection.fetch(_SQL["verdicts_of_runs"], agent_id, ids)
    known = {row["run_id"]: Verdicts(row["kept"], row["forgotten"], row["waiting"]) for row in rows}
    return {one: known.get(one, Verdicts()) for one in ids}


def _chart(shown: Sequence[Report], verdicts: Mapping[str, Verdicts]) -> RunChart:
    shares = [
        Shares(
            run_chart.share(run.coverage.reflected, run.coverage.available),
            verdicts[run.run_id].acceptance,
        )
        for run in reversed(shown)
    ]
    return run_chart.drawn(shares)


def _row(run: Report, verdicts: Verdicts) -> RunRow:
    return RunRow(
        address=addresses.run(run.agent_id, run.run_id),
        outcome=wording.OUTCOMES[run.outcome],
        failed=run.outcome == "failed",
        when=wording.when(run.started_at),
        coverage=_coverage(run),
        proposed=run.accepted,
        verdicts=verdicts,
        tokens=_tokens(run.model),
        cost=_cost(run.model),
    )


def _coverage(run: Report) -> str:
    return f"{run.coverage.reflected} of {run.coverage.available}"


def _took(run: Report) -> str:
    if run.finished_at is None:
        return "not ended"
    return f"{(run.finished_at - run.started_at).total_seconds():.1f} s"


def _tokens(model: ModelUse) -> str:
    if model.input_tokens is None or model.output_tokens is None:
        return "not told"
    return f"{model.input_tokens} in, {model.output_tokens} out"


def _cost(model: ModelUse) -> str:
    return "unknown" if model.cost_usd is None else f"$ {model.cost_usd:.4f}"


def _proposal(agent_id: str, result: DiffResult) -> Proposal:
    other = result.belief_id or result.duplicate_of
    return Proposal(
        heading=HEADINGS[result.op],
        text=pieces(result.belief),
        verdict=_verdict(result),
        reasons=[pieces(reason) for reason in result.reasons],
        address=addresses.belief(agent_id, other) if other else None,
    )


def _verdict(result: DiffResult) -> str:
    if result.route == "duplicate":
        return "Duplicate, not proposed"
    if not result.accepted:
        return f"Not taken: {result.rejected_reason or 'no reason given'}"
    return "Proposed, needs review" if result.route == "needs_review" else "Proposed"


async def _faded(services: Services, run: Report) -> list[Faded]:
    async with database.pool.connection(services.pool) as connection:
        known = await beliefs.by_id(connection, [one.belief_id for one in run.decayed])
    return [
        Faded(
            text=pieces(known[one.belief_id].content if one.belief_id in known else "Not there."),
            address=addresses.belief(run.agent_id, one.belief_id),
            confidence=percent(one.confidence),
            decayed=percent(one.decayed),
            age=wording.count(round(one.age_days), "day"),
        )
        for one in run.decayed
    ]
