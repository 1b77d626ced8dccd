"""`reflection seed`: what a server needs to begin: agent, keys, schedules. Safe to repeat."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.agents import NewAgent
from forge_client.errors import ForgeRefused
from surfaces.cli import options, role_keys, screen, target
from temporal_link import schedule
from temporal_link.closing import with_client


@click.command("seed")
@options.data_dir
@options.agent
@click.option("--name", help="A name for people; the id is what everything refers to.")
@click.option(
    "--keys-dir",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where a new key goes, mode 0600. [default: it is shown, once]",
)
def command(
    data_dir: Path | None, agent: str | None, name: str | None, keys_dir: Path | None
) -> None:
    """Create what is not there yet: the agent, a key a role, the schedules of nights and upkeep.

    Without an agent it is keys and schedules alone. A schedule that somebody changed is mended; one
    that somebody paused stays paused.
    """
    if name and not agent:
        raise click.UsageError("--name is the name of an agent: say which with --agent")
    servers = target.find(data_dir)
    if agent:
        created = asyncio.run(ensure_agent(servers, NewAgent(id=agent, name=name)))
        screen.show(f"{agent} {'is created' if created else 'is there already'}")
    else:
        screen.progress("No agent is named (--agent, AGENT_ID), so none is created")
    asyncio.run(role_keys.ensure(servers, agent, keys_dir, screen.show))
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
