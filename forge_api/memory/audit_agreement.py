"""Whether beliefs stand as their audit says: nobody changed one without a row that tells of it.

The chain proves the audit's rows against each other; this holds the beliefs, which are what agents
go by, against the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory.audit import Audit
from forge_client.beliefs import AuditVerdict
from reflection_memory.errors import SealBroken

SLICE = 500
"""Beliefs read at a time."""

_SQL = queries.load("audit")


async def verify(
    pool: Pool, audit: Audit, tenant: str, agent_id: str, chain: AuditVerdict
) -> AuditVerdict:
    """Return the verdict on a chain that holds, as the beliefs make it."""
    found = await _differing(pool, audit, tenant, agent_id)
    if not found:
        return chain
    return AuditVerdict(
        ok=False,
        checked=chain.checked,
        # A belief without any row is one whose rows were cut off.
        first_bad=min(place or chain.checked + 1 for place in found.values()),
        reason=f"{len(found)} beliefs do not read as their last row says",
        differing_beliefs=sorted(found),
    )


async def _differing(pool: Pool, audit: Audit, tenant: str, agent_id: str) -> dict[str, int | None]:
    """Return the beliefs that differ at one moment, with the positions of their last rows."""
    found: dict[str, int | None] = {}
    last = ""
    async with (
        database.pool.connection(pool) as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        while rows := await connection.fetch(_SQL["standing"], agent_id, last, SLICE):
            last = rows[-1]["id"]
            agreeing = [dict(row) for row in rows if row["agrees"]]
            said = await _words(connection, audit, tenant, agreeing)
            for row in rows:
                if not row["agrees"] or row["content"] != said[row["id"]]:
                    found[row["id"]] = row["position"]
    return found


async def _words(
    connection: Connection, audit: Audit, tenant: str, rows: Sequence[Mapping[str, Any]]
) -> dict[str, str | None]:
    """Return what each row says, nothing where it was erased; None where it cannot be opened."""
    try:
        said = await audit.contents(connection, tenant, rows)
    except SealBroken:
        if len(rows) == 1:
            return {rows[0]["id"]: None}
        half = len(rows) // 2
        first = await _words(connection, audit, tenant, rows[:half])
        return first | await _words(connection, audit, tenant, rows[half:])
    return {row["id"]: words or "" for row, words in zip(rows, said, strict=True)}
