"""`reflection review`: a sitting over the open cards, on one screen or line by line."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from surfaces.cli import options, target


@click.command("review")
@options.data_dir
@options.agent
@click.option("--plain", is_flag=True, help="Ask line by line: for screen readers and pipes.")
def command(data_dir: Path | None, agent: str | None, plain: bool) -> None:
    """Decide card after card: of one agent, or of all where none is named. `?` shows the keys."""
    if not (plain or (sys.stdin.isatty() and sys.stdout.isatty())):
        raise click.UsageError(
            "The screen needs a terminal. --plain asks line by line, in a pipe too."
        )
    asyncio.run(_review(target.find(data_dir), agent, plain))


async def _review(servers: target.Target, agent: str | None, plain: bool) -> None:
    from surfaces.terminal.desk import Desk

    async with servers.forge("reviewer") as forge:
        desk = Desk(forge, agent)
        await desk.open()
        if plain:
            from surfaces.terminal.plain import review

            await review(desk)
        else:
            from surfaces.terminal.app import ReviewApp

            await ReviewApp(desk, agent).run_async()
