"""`reflection beliefs`: what an agent holds true, and how one belief came to be what it is."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, get_args

import click

from forge_client.beliefs import AuditRow, Belief, BeliefList, BeliefWithAudit
from forge_client.client import PAGE, ForgeClient
from forge_client.names import Kind, Status
from forge_client.wording import counted
from surfaces.cli import card_text, door, options, screen, table, target

HEAD = ("id", "agent", "status", "kind", "sure", "version", "changed", "belief")


@click.command("beliefs")
@click.argument("belief_id", metavar="[ID]", required=False)
@options.data_dir
@options.agent
@click.option("--status", type=click.Choice(get_args(Status)), default="active", show_default=True)
@click.option("--kind", type=click.Choice(get_args(Kind)))
@click.option("--as-of", type=options.TIME, help="What was so then: 2026-01-31T03:00:00Z.")
@options.limit
@options.as_json
def command(
    belief_id: str | None,
    data_dir: Path | None,
    agent: str | None,
    status: Status,
    kind: Kind | None,
    as_of: dt.datetime | None,
    limit: int,
    as_json: bool,
) -> None:
    """Show beliefs, newest first, of one agent or of all; with ID one belief and its history."""
    servers = target.find(data_dir)
    if belief_id:
        _show_one(asyncio.run(_one(servers, agent, belief_id)), as_json)
        return
    wanted = {"status": status, "kind": kind, "as_of": as_of}
    found, waiting = asyncio.run(_all(servers, agent, wanted, limit))
    if as_json:
        screen.show_json(found)
    else:
        screen.show(*_table(found, waiting))


async def _one(servers: target.Target, agent: str | None, belief_id: str) -> BeliefWithAudit:
    async with servers.forge("reviewer") as forge:
        belief = await door.find(forge, agent, belief_id)
        return await forge.get_belief(belief.agent_id, belief.id)


async def _all(
    servers: target.Target, agent: str | None, wanted: Mapping[str, Any], limit: int
) -> tuple[BeliefList, int]:
    """Return the beliefs and, where there are none, how many cards wait to become some."""
    async with servers.forge("reviewer") as forge:
        agents = [agent] if agent else [one.id for one in await forge.list_agents()]
        found = [await _of_agent(forge, one, wanted, limit) for one in agents]
        total = sum(page.total for page in found)
        waiting = 0 if total else (await forge.list_cards(agent, limit=1)).total
    beliefs = [belief for page in found for belief in page.beliefs]
    beliefs.sort(key=lambda belief: belief.created_at, reverse=True)
    return BeliefList(beliefs=beliefs[:limit], total=total), waiting


async def _of_agent(
    forge: ForgeClient, agent: str, wanted: Mapping[str, Any], limit: int
) -> BeliefList:
    found = BeliefList(beliefs=[], total=0)
    cursor: str | None = None
    while True:
        room = min(PAGE, limit - len(found.beliefs))
        page = await forge.list_beliefs(agent, **wanted, cursor=cursor, limit=room)
        found = BeliefList(beliefs=found.beliefs + page.beliefs, total=page.total)
        cursor = page.next_cursor
        if cursor is None or len(found.beliefs) >= limit:
            return found


def _table(found: BeliefList, waiting: int) -> Iterator[str]:
    if found.beliefs:
        yield from table.lines(HEAD, [_row(belief) for belief in found.beliefs])
        yield ""
    yield f"{len(found.beliefs)} of {counted(found.total, 'belief')}"
    if waiting:
        cards = counted(waiting, "card waits", "cards wait")
        yield f"{cards} for a decision, and may become one: reflection cards"


def _row(belief: Belief) -> tuple[str, ...]:
    return (
        belief.id,
        belief.agent_id,
        belief.status,
        belief.kind if belief.scope == "agent" else f"{belief.kind}, {belief.scope}",
        card_text.percent(belief.confidence),
        str(belief.version),
        f"{belief.updated_at:%Y-%m-%d %H:%M}",
        "(erased)" if belief.erased_at else belief.content,
    )


def _show_one(found: BeliefWithAudit, as_json: bool) -> None:
    if as_json:
        screen.show_json(found)
    else:
        screen.show(*_lines(found))


def _lines(found: BeliefWithAudit) -> Iterator[str]:
    belief = found.belief
    yield card_text.door_line(belief)
    yield f"  {belief.kind} · scope {belief.scope} · {card_text.percent(belief.confidence)} sure"
    if belief.content:
        yield screen.indented(belief.content)
    if belief.rationale:
        yield screen.indented(f"Why: {belief.rationale}")
    if belief.source_episodes:
        yield screen.indented(f"From: {', '.join(belief.source_episodes)}")
    if belief.run_id:
        yield screen.indented(f"Run: {belief.run_id}")
    yield ""
    for row, earlier in zip_longest(found.audit, found.audit[1:]):
        yield from _history(row, earlier)


def _history(row: AuditRow, earlier: AuditRow | None) -> Iterator[str]:
    by = f"{row.role} {row.key_id}" + (f" ({row.actor})" if row.actor else "")
    change = f"{row.from_status or 'new'} → {row.to_status}"
    yield screen.visible(
        f"version {row.version}  {row.at:%Y-%m-%d %H:%M}  {row.action}: {change}, by {by}"
    )
    if changes := [*_changes(row, earlier)] if earlier else []:
        yield f"    {', '.join(changes)}"
    if row.content is not None:
        yield screen.indented(row.content, "    ")
    if row.reason:
        yield screen.indented(f"Reason: {row.reason}", "    ")


def _changes(row: AuditRow, earlier: AuditRow) -> Iterator[str]:
    """Yield what else is no longer as it was in the version before."""
    for name in ("kind", "scope", "confidence"):
        before, after = getattr(earlier, name), getattr(row, name)
        if None not in (before, after) and before != after:
            told = (
                map(card_text.percent, (before, after)) if name == "confidence" else (before, after)
            )
            yield f"{name} {' → '.join(told)}"
