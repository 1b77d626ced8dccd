"""`reflection up`: the whole stack, up until a signal ends it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from stack import up
from stack.ports import Ports
from stack.stack_file import StackFile
from surfaces.cli import options, screen, sign_in
from surfaces.cli.seed import ensure_schedules
from surfaces.cli.target import StackTarget
from surfaces.cli.until_stopped import until_stopped
from temporal_link import settings


@click.command("up")
@options.data_dir
@options.ports
def command(data_dir: Path | None, ports: Ports) -> int:
    """Start Postgres, Temporal, forge and the worker on a data folder, and keep them running.

    Prints `ready` once every part answers. SIGINT or SIGTERM stops all of it; started again on the
    same folder, everything is still there. Nights begin by themselves: see `reflection schedule`.
    """
    folder = (data_dir or options.DEFAULT_FOLDER).absolute()
    return asyncio.run(until_stopped(_stay_up(folder, ports)))


def addresses(file: StackFile) -> list[str]:
    """Return the lines that say where everything is."""
    return [
        f"  forge      {file.forge_url}   (API: {file.forge_url}/docs)",
        f"  Temporal   {file.temporal_address}   (Web UI: {file.forge_url}/temporal)",
        f"  keys       {Path(file.key_files['admin']).parent}",
    ]


async def sign_in_line(target: StackTarget) -> str:
    """Return the line with a link that signs a reviewer in at the pages."""
    link = (await sign_in.fresh(target)).address
    return f"  review     {link}   (serves once, for 10 minutes; another: reflection sign-in)"


async def _stay_up(folder: Path, ports: Ports) -> int:
    async with up.running(folder, ports, settings.environment(), screen.progress) as stack:
        target = StackTarget(folder, stack.file)
        await stack.watch_during(ensure_schedules(target))
        link = await stack.watch_during(sign_in_line(target))
        screen.show(*addresses(stack.file), link, "ready")
        await stack.watch()
