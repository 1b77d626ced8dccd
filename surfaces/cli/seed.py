"""`reflection seed`: make an agent known, so that its turns can be recorded. Safe to repeat."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.agents import NewAgent
from forge_client.errors import ForgeRefused
from surfaces.cli import options, screen, target


@click.command("seed")
@options.data_dir
@options.required_agent
@click.option("--name", help="A name for people; the id is what everything refers to.")
def command(data_dir: Path | None, agent: str, name: str | None) -> None:
    """Create an agent where it is not there yet."""
    created = asyncio.run(ensure_agent(target.find(data_dir), NewAgent(id=agent, name=name)))
    screen.show(f"{agent} {'is created' if created else 'is there already'}")


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
