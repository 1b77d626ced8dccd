"""The reports of runs: each stored once, whatever came of the run, and never changed."""

from __future__ import annotations

import hmac
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import chronicle, cursors
from forge_api.memory.audit import Signature
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused, invalid, refuse_credential
from forge_api.redaction import redact
from forge_client.proposals import ProposalResult
from forge_client.runs import DiffResult, Report, RunList
from reflection_memory.sealing.keyring import Keyring

MAX_PAGE = 200

_SQL = queries.load("runs")


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that has its report, with what a repeated call is answered."""

    report: Report
    results: list[ProposalResult]
    request_digest: bytes


def request_digest(keyring: Keyring, tenant: str, request: Any) -> bytes:
    """Return the keyed digest by which a repeated call is known; `request` is plain JSON."""
    text = json.dumps(request, sort_keys=True, separators=(",", ":"))
    return hmac.digest(keyring.subkey("run digest", tenant), text.encode("ascii"), "sha256")


async def get(pool: Pool, agent_id: str, run_id: str) -> Report:
    """Return one report.

    Raises:
        Refused: `run_not_found`.
    """
    async with database.pool.connection(pool) as connection:
        run = await find(connection, agent_id, run_id)
    if run is None:
        raise Refused("run_not_found", "This agent has no report of such a run")
    return run.report


async def find(connection: Connection, agent_id: str, run_id: str) -> StoredRun | None:
    """Return a run that has its report, or None."""
    row = await connection.fetchrow(_SQL["run"], agent_id, run_id)
    if row is None:
        return None
    results = [ProposalResult.model_validate(result) for result in row["results"]]
    return StoredRun(Report.model_validate(row["report"]), results, row["request_digest"])


async def page(pool: Pool, agent_id: str, cursor: str | None, limit: int) -> RunList:
    """Return one page of reports, newest first.

    Raises:
        Refused: `invalid`, for a cursor that is none.
    """
    place = cursors.decode(cursor) or (None, None)
    async with database.pool.connection(pool) as connection:
        total = await connection.fetchval(_SQL["count_runs"], agent_id)
        rows = await connection.fetch(_SQL["runs"], agent_id, *place, limit + 1)
    shown = rows[:limit]
    last = shown[-1] if len(rows) > limit else None
    return RunList(
        runs=[Report.model_validate(row["report"]) for row in shown],
        total=total,
        next_cursor=last and cursors.encode(last["started_at"], last["run_id"]),
    )


async def put(pool: Pool, keyring: Keyring, caller: Caller, report: Report) -> Report:
    """Store the report of a run that stored nothing; the same one again changes nothing.

    Raises:
        Refused: `invalid`, when the run proposed; `run_differs`, when it has another report.
    """
    if report.outcome == "proposed":
        raise invalid("outcome", "a run that proposed sends its report with its proposals")
    clean = cleaned(report)
    digest = request_digest(keyring, caller.tenant, clean.model_dump(mode="json"))
    async with database.pool.transaction(pool) as connection:
        if not await insert(connection, StoredRun(clean, [], digest)):
            known = await find(connection, report.agent_id, report.run_id)
            if known is None or not hmac.compare_digest(known.request_digest, digest):
                raise differs()
            return known.report
        signature = Signature(caller.tenant, caller.key_id, caller.role, run_id=clean.run_id)
        told = [chronicle.of_run(clean, signature)]
        await chronicle.tell(connection, keyring, caller.tenant, told)
    return clean


async def insert(connection: Connection, run: StoredRun) -> bool:
    """Store a run's report; return False, and change nothing, where it has one."""
    row = await connection.fetchrow(
        _SQL["insert_run"],
        run.report.agent_id,
        run.report.run_id,
        run.report.outcome,
        run.request_digest,
        run.report.model_dump(mode="json"),
        [result.model_dump(mode="json") for result in run.results],
        run.report.started_at,
    )
    return row is not None


def concluded(draft: Report, ruled: Sequence[DiffResult]) -> Report:
    """Return a draft with what forge ruled in place of what was expected.

    `ruled` are the items sent, in order: all of the draft's results but its duplicates.
    """
    waiting = iter(ruled)
    results = [one if one.route == "duplicate" else next(waiting, one) for one in draft.results]
    results.extend(waiting)
    accepted = sum(result.accepted for result in results)
    return draft.model_copy(
        update={
            "outcome": "proposed" if accepted else "nothing_new",
            "results": results,
            "proposed": max(draft.proposed, len(results)),
            "accepted": accepted,
            "rejected": len(results) - accepted,
        }
    )


def differs() -> Refused:
    """Return the refusal of a run id that stands for something else already."""
    return Refused(
        "run_differs", "This run_id has a report of other content; every run has an id of its own"
    )


def cleaned(report: Report) -> Report:
    """Return the report without secrets in its texts.

    Raises:
        Refused: `invalid`, for what Postgres cannot hold: NUL, or a number that is none.
    """
    _refuse_unstorable(report.model_dump(), "report")
    refuse_credential("report.run_id", report.run_id)
    model = report.model.model_copy(update={"name": redact(report.model.name).text})
    failure = report.failure
    if failure is not None:
        failure = failure.model_copy(update={"message": redact(failure.message).text})
    return report.model_copy(
        update={
            "failure": failure,
            "model": model,
            "results": [_cleaned(result) for result in report.results],
        }
    )


def _cleaned(result: DiffResult) -> DiffResult:
    rejected = result.rejected_reason
    return result.model_copy(
        update={
            "belief": redact(result.belief).text,
            "reasons": _clean(result.reasons),
            "rejected_reason": rejected and redact(rejected).text,
        }
    )


def _clean(texts: Sequence[str]) -> list[str]:
    return [redact(text).text for text in texts]


def _refuse_unstorable(value: Any, field: str) -> None:
    if isinstance(value, str) and "\0" in value:
        raise invalid(field, "contains a NUL character; remove it")
    if isinstance(value, float) and not math.isfinite(value):
        raise invalid(field, "must be a finite number")
    if isinstance(value, dict):
        for name, one in value.items():
            _refuse_unstorable(one, f"{field}.{name}")
    if isinstance(value, list):
        for place, one in enumerate(value):
            _refuse_unstorable(one, f"{field}.{place}")
