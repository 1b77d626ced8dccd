"""`reflection demo`: a stack, a sample fortnight, a run, and the cards that came of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.agents import NewAgent
from forge_client.reflection import ReflectionInput
from stack import up
from stack.ports import Ports
from surfaces import samples
from surfaces.cli import card_text, cards, ingest, options, reflect, report_text, screen, seed
from surfaces.cli.target import StackTarget
from surfaces.cli.until_stopped import until_stopped
from surfaces.cli.up import addresses
from temporal_link import settings

AGENT = "demo"


@click.command("demo")
@options.data_dir
@options.forge_port
@options.temporal_port
@options.ui_port
@click.option("--exit", "end", is_flag=True, help="End after showing; else stay up.")
def command(
    data_dir: Path | None, forge_port: int, temporal_port: int, ui_port: int, end: bool
) -> int:
    """Start the stack, record the sample turns, let the agent reflect, show report and cards.

    A second time on the same folder nothing is left to reflect on, and the same cards wait.
    """
    folder = data_dir or options.DEFAULT_FOLDER
    ports = Ports(forge_port, temporal_port, ui_port)
    return asyncio.run(until_stopped(_demonstrate(folder.absolute(), ports, end)))


async def _demonstrate(folder: Path, ports: Ports, end: bool) -> int:
    async with up.running(folder, ports, settings.environment(), screen.progress) as stack:
        servers = StackTarget(folder, stack.file)
        await stack.watch_during(_show(servers))
        screen.show(*addresses(stack.file), "ready")
        if not end:
            await stack.watch()
    return 0


async def _show(servers: StackTarget) -> None:
    await seed.ensure_agent(servers, NewAgent(id=AGENT, name="The sample fortnight's agent"))
    async with servers.forge("agent") as forge:
        tally = await ingest.record_files(forge, AGENT, [samples.fortnight()])
    screen.show(tally.sentence(), "")
    report = await reflect.now(servers, ReflectionInput(agent_id=AGENT))
    screen.show(*report_text.lines(report), "")
    async with servers.forge("reviewer") as forge:
        found = await cards.all_open(forge, AGENT)
    for card in found.cards:
        screen.show(*card_text.lines(card), "")
    screen.show(cards.summary(found), "")
