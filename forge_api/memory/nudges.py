"""Nudges: cues for whoever listens now, gone when their time is up; the log does not keep them."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

import database.pool
from database import queries
from database.pool import Pool
from forge_api.memory.entries import SAID, EntryDesk
from forge_api.redaction import redact
from forge_client.replays import NewNudge, Nudge, NudgeList

MOST = 500

_SQL = queries.load("nudges")


async def send(pool: Pool, desk: EntryDesk, new: NewNudge, now: datetime) -> Nudge:
    """Leave a cue, without secrets; those whose time is up go at the same time.

    Raises:
        Refused: `agent_not_found`, for a source that is not the caller's; `forbidden`, for an
            origin that it may not speak with.
    """
    desk.require_sources([new.source])
    desk.require_voice(new.origin)
    nudge = Nudge(
        id=f"nudge_{secrets.token_hex(12)}",
        source=new.source,
        origin=new.origin,
        text=redact(new.text).text,
        confidence=new.confidence,
        at=now,
        expires_at=now + timedelta(seconds=new.ttl_seconds),
    )
    tenant = desk.caller.tenant
    async with database.pool.transaction(pool) as connection:
        await connection.execute(_SQL["delete_ended"], tenant, now)
        await connection.execute(
            _SQL["insert"],
            nudge.id,
            tenant,
            nudge.source,
            nudge.origin,
            nudge.text,
            nudge.confidence,
            nudge.at,
            nudge.expires_at,
        )
    return nudge


async def living(pool: Pool, desk: EntryDesk, now: datetime) -> NudgeList:
    """Return the cues that the caller may hear."""
    sources = None if desk.sources is None else sorted(desk.sources)
    origins = sorted(SAID) if desk.caller.said_only else None
    async with database.pool.connection(pool) as connection:
        rows = await connection.fetch(
            _SQL["living"], desk.caller.tenant, now, sources, origins, MOST
        )
    return NudgeList(nudges=[Nudge(**dict(row)) for row in rows])
