"""`reflection run`: let an agent reflect now, and read the report."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import click

from forge_client.errors import ForgeUnavailable
from forge_client.reflection import ReflectionInput
from forge_client.runs import Report
from surfaces.cli import options, reflect, report_text, screen, target


@click.command("run")
@options.data_dir
@options.required_agent
@click.option("--dry-run", is_flag=True, help="Everything but storing the proposals.")
@click.option("--model", help="One of the operator's allowed models.")
@options.as_json
def command(
    data_dir: Path | None, agent: str, dry_run: bool, model: str | None, as_json: bool
) -> None:
    """Let an agent reflect on its un-reflected episodes now, wait, and print the report.

    A run that fails ends with status 1 and says why. Interrupting the command leaves the run going.
    """
    request = ReflectionInput(agent_id=agent, dry_run=dry_run, model=model)
    report = asyncio.run(_reflect(target.find(data_dir), request))
    if as_json:
        screen.show_json(report)
    else:
        screen.show(*report_text.lines(report))


async def _reflect(servers: target.Target, request: ReflectionInput) -> Report:
    """Let the agent reflect; an unknown one starts nothing, where forge can be asked."""
    with suppress(target.NoKey, ForgeUnavailable):
        async with servers.forge("agent") as forge:
            await forge.get_agent(request.agent_id)
    return await reflect.now(servers, request)
