"""Why an inbox is empty: five different reasons, none of them taken for another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import database.pool
from database import queries
from database.pool import Pool
from forge_api.memory.cards import Listing
from forge_api.web import addresses
from forge_client.runs import Report

Why = Literal["no_runs", "nothing_proposed", "all_decided", "no_match", "run_failed"]

_SQL = queries.load("pages")


@dataclass(frozen=True, slots=True)
class Emptiness:
    """What to say where no card is."""

    why: Why
    run: Report | None = None
    run_address: str | None = None
    temporal_address: str | None = None


async def of(pool: Pool, listing: Listing, waiting: int) -> Emptiness:
    """Return why the listing shows nothing, though `waiting` cards wait without its filters."""
    if waiting:
        return Emptiness("no_match")
    whose = (listing.tenant, listing.agents)
    async with database.pool.connection(pool) as connection:
        found = await connection.fetchval(_SQL["newest_run"], *whose)
        proposed = await connection.fetchval(_SQL["ever_proposed"], *whose)
    run = None if found is None else Report.model_validate(found)
    return Emptiness(
        why=_why(run, proposed=proposed),
        run=run,
        run_address=addresses.run(run.agent_id, run.run_id) if run else None,
        temporal_address=addresses.in_temporal(run.agent_id, run.run_id) if run else None,
    )


def _why(run: Report | None, *, proposed: bool) -> Why:
    if run is None:
        return "all_decided" if proposed else "no_runs"
    if run.outcome == "failed":
        return "run_failed"
    return "all_decided" if run.accepted else "nothing_proposed"
