"""`reflection undo`: the undo door."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.beliefs import DoorRequest
from surfaces.cli import door, options, target


@click.command("undo")
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
    """Take back the last decision on a belief, and what it did to a target.

    It works until something else happens to one of them; what was forgotten comes back so, too.

    Several ids are decided one after another; the status is 1 where one was refused.
    """
    knock = door.Knock("undo", DoorRequest(reason=reason), agent)
    return asyncio.run(door.pass_each(target.find(data_dir), belief_ids, knock, as_json=as_json))
