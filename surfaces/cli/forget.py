"""`reflection forget`: the forget door."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.beliefs import DoorRequest
from surfaces.cli import door, options, target


@click.command("forget")
@click.argument("belief_ids", metavar="ID...", nargs=-1, required=True)
@options.data_dir
@options.agent
@options.reason
@options.as_json
def command(
    belief_ids: tuple[str, ...],
    data_dir: Path | None,
    agent: str | None,
    reason: str | None,
    as_json: bool,
) -> int:
    """Forget a proposal (it is dropped) or an active belief.

    Several ids are decided one after another; the status is 1 where one was refused.
    """
    knock = door.Knock("forget", DoorRequest(reason=reason), agent)
    return asyncio.run(door.pass_each(target.find(data_dir), belief_ids, knock, as_json=as_json))
