"""`reflection seed`: make an agent known, and have the nights begin. Safe to repeat."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.agents import NewAgent
from forge_client.errors import ForgeRefused
from surfaces.cli import options, screen, target
from temporal_link import schedule
from temporal_link.closing import with_client


@click.command("seed")
@options.data_dir
@options.agent
@click.option("--name", help="A name for people; the id is what everything refers to.")
def command(data_dir: Path | None, agent: str | None, name: str | None) -> None:
    """Create an agent where it is not there yet, and the schedules of nights and upkeep.

    A schedule that somebody changed is mended; one that somebody paused stays paused.
    """
    if name and not agent:
        raise click.UsageError("--name is the name of an agent: say which with --agent")
    servers = target.find(data_dir)
    if agent:
        created = asyncio.run(ensure_agent(servers, NewAgent(id=agent, name=name)))
        screen.show(f"{agent} {'is created' if created else 'is there already'}")
    for named, change in asyncio.run(ensure_schedules(servers)).items():
        screen.show(f"schedule {named}: {change}")


async def ensure_agent(servers: target.Target, agent: NewAgent) -> bool:
    """Create the agent; return False where it was there already.

    Raises:
        ForgeRefused: `id_taken` by an agent that this key may not see.
    """
    async with servers.forge("admin") as forge:
        try:
            await forge.create_agent(agent)
        except ForgeRefused as error:
            if error.code != "id_taken":
                raise
            await forge.get_agent(agent.id)
            return False
    return True


async def ensure_schedules(servers: target.Target) -> dict[str, schedule.Change]:
    """Create the schedules, or mend them; return what became of each.

    Raises:
        TemporalUnavailable: nothing answers.
    """
    settings = servers.temporal()
    return await with_client(settings, lambda client: schedule.seed(client, settings.task_queue))
