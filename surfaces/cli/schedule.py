"""`reflection schedule`: when the nights begin, how the last ones went; pause, resume, start."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click
from temporalio.client import Client

from surfaces.cli import options, screen, target
from temporal_link import schedule
from temporal_link.closing import with_client
from temporal_link.schedule import NIGHTLY, PLANS, UPKEEP, Standing

BY_HAND = "by hand, with reflection schedule"

ACTIONS = ("show", "pause", "resume", "start")


@click.command("schedule")
@options.data_dir
@click.argument("action", type=click.Choice(ACTIONS), default="show")
@click.option("--upkeep", is_flag=True, help="The upkeep of memory, instead of the nights.")
@click.option("--reason", default=BY_HAND, help="Why; kept with a pause, and shown.")
@options.as_json
def command(data_dir: Path | None, action: str, upkeep: bool, reason: str, as_json: bool) -> None:
    """Show when the nights begin and how the last ones went; pause, resume or start them.

    A paused schedule starts nothing until it is resumed; `start` starts one now, unless it runs.
    """
    temporal = target.find(data_dir).temporal()
    if action != "show":
        name = (UPKEEP if upkeep else NIGHTLY).name
        asyncio.run(with_client(temporal, lambda client: _act(client, action, name, reason)))
    found = asyncio.run(with_client(temporal, _standings))
    if as_json:
        screen.show_json([_plain(standing) for standing in found])
    else:
        screen.show(*(line for standing in found for line in _lines(standing)))


async def _act(client: Client, action: str, name: str, reason: str) -> None:
    match action:
        case "pause":
            await schedule.pause(client, name, reason)
        case "resume":
            await schedule.resume(client, name, reason)
        case _:
            await schedule.trigger(client, name)


async def _standings(client: Client) -> list[Standing]:
    return [await schedule.standing(client, name) for name in PLANS]


def _lines(standing: Standing) -> Iterator[str]:
    yield f"{standing.name}  {standing.cron} UTC  {_next(standing)}"
    for one in standing.recent:
        yield f"  {_time(one.at)}  {one.status}  {screen.visible(one.workflow_id)}"
    if standing.missed:
        yield f"  {standing.missed} starts were missed by too long to be made up for"


def _next(standing: Standing) -> str:
    if standing.paused:
        return f"paused: {screen.visible(standing.note or '')}"
    return f"next {_time(standing.next_at)}" if standing.next_at else "no further time"


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _plain(standing: Standing) -> dict[str, object]:
    told = asdict(standing)
    told["next_at"] = _time(standing.next_at) if standing.next_at else None
    told["recent"] = [asdict(one) | {"at": _time(one.at)} for one in standing.recent]
    return told
