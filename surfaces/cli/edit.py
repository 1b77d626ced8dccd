"""`reflection edit`: the edit door, with the words given or in the person's own editor."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import get_args

import click

from forge_client.beliefs import EditRequest
from forge_client.names import Kind, Scope
from surfaces.cli import door, options, target


@click.command("edit")
@click.argument("belief_id", metavar="ID")
@click.argument("content", metavar="[WORDS]", required=False)
@options.data_dir
@options.agent
@click.option("--confidence", type=click.FloatRange(0, 1), help="How sure you are, 0 to 1.")
@click.option("--kind", type=click.Choice(get_args(Kind)))
@click.option("--scope", type=click.Choice(get_args(Scope)), help="org: for every agent.")
@options.reason
@options.as_json
def command(
    belief_id: str, data_dir: Path | None, agent: str | None, as_json: bool, **edit: object
) -> int:
    """Put your own WORDS in a belief's place, and keep them.

    Without words and options the present words open in your editor ($VISUAL, $EDITOR).
    """
    servers = target.find(data_dir)
    if all(value is None for name, value in edit.items() if name != "reason"):
        _require_terminal()
        edit["content"] = _written(asyncio.run(_present(servers, agent, belief_id)))
    request = EditRequest.model_validate(edit)
    knock = door.Knock("edit", request, agent)
    return asyncio.run(door.pass_each(servers, [belief_id], knock, as_json=as_json))


async def _present(servers: target.Target, agent: str | None, belief_id: str) -> str:
    async with servers.forge("reviewer") as forge:
        return (await door.find(forge, agent, belief_id)).content


def _require_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(
            "Your editor needs a terminal. Give WORDS, --confidence, --kind or --scope."
        )


def _written(present: str) -> str:
    written = click.edit(present, require_save=True)
    if written is None or written.strip() == present:
        raise click.ClickException("Nothing was changed.")
    return written.strip()
