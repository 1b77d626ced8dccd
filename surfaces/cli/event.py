"""`reflection event`: new episodes are ready. Any number of events during one pass is one more."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.runs import Announcement
from surfaces.cli import options, screen, target


@click.command("event")
@options.data_dir
@options.required_agent
@options.as_json
def command(data_dir: Path | None, agent: str, as_json: bool) -> None:
    """Have an agent reflect: start a run, or tell the running one to make another pass.

    It goes before the night, and does not wait for the run; `reflection run` does.
    """
    done = asyncio.run(_announce(target.find(data_dir), agent))
    if as_json:
        screen.show_json(done)
    else:
        screen.show(_sentence(done))


async def _announce(servers: target.Target, agent: str) -> Announcement:
    async with servers.forge("agent") as forge:
        return await forge.announce_episodes(agent)


def _sentence(done: Announcement) -> str:
    if done.started:
        return f"Started {done.workflow_id}"
    return f"{done.workflow_id} is running; it was told, and makes another pass"
