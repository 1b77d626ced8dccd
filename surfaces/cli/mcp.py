"""`reflection mcp`: an agent's own memory as tools of the Model Context Protocol."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from surfaces.cli import options, target


@click.command("mcp")
@options.data_dir
@options.required_agent
def command(data_dir: Path | None, agent: str) -> None:
    """Serve one agent's memory over standard input and output, until the client ends.

    For an MCP client's settings: the command is `reflection`, its arguments `mcp --agent NAME`. The
    tools read, record turns and propose; none passes a door.
    """
    asyncio.run(_serve(target.find(data_dir), agent))


async def _serve(servers: target.Target, agent: str) -> None:
    from surfaces.agent_tools.server import AgentServer

    async with servers.forge("agent") as forge:
        await AgentServer(forge, agent).run_stdio_async()
