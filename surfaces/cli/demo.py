"""`reflection demo`: a stack, a sample fortnight, a run, and the cards that came of it."""

from __future__ import annotations

import asyncio
import shlex
from dataclasses import asdict
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
from surfaces.cli.up import addresses, sign_in_line
from temporal_link import settings

AGENT = "demo"


@click.command("demo")
@options.data_dir
@options.ports
@click.option("--exit", "end", is_flag=True, help="End after showing; else stay up.")
def command(data_dir: Path | None, ports: Ports, end: bool) -> int:
    """Start the stack, record the sample turns, let the agent reflect, show report and cards.

    A second time on the same folder nothing is left to reflect on, and the same cards wait.
    """
    folder = data_dir or options.DEFAULT_FOLDER
    return asyncio.run(until_stopped(_demonstrate(folder.absolute(), ports, end)))


async def _demonstrate(folder: Path, ports: Ports, end: bool) -> int:
    async with up.running(folder, ports, settings.environment(), screen.progress) as stack:
        servers = StackTarget(folder, stack.file)
        await stack.watch_during(_show(servers))
        if not end:
            link = await stack.watch_during(sign_in_line(servers))
            screen.show(*addresses(stack.file), link, "ready")
            await stack.watch()
    screen.show("The stack has ended. Its addresses were:", *addresses(stack.file))
    screen.show(f"Start it again, with all that is in it: reflection up {_words(folder, ports)}")
    return 0


def _words(folder: Path, ports: Ports) -> str:
    """Return the options of `up` that lead to the same stack again."""
    listen = (f"--{name}-port {port}" for name, port in asdict(ports).items())
    return shlex.join(["--data-dir", str(folder)]) + " " + " ".join(listen)


async def _show(servers: StackTarget) -> None:
    await seed.ensure_schedules(servers)
    await seed.ensure_agent(servers, NewAgent(id=AGENT, name="The sample fortnight's agent"))
    async with servers.forge("agent") as forge:
        tally = await ingest.record_files(forge, AGENT, [samples.fortnight()])
    screen.show(tally.sentence(), "")
    report = await reflect.now(servers, ReflectionInput(agent_id=AGENT))
    screen.show(*report_text.lines(report), "")
    async with servers.forge("reviewer") as forge:
        found = await cards.all_open(forge, AGENT)
        last = await cards.last_line(forge, AGENT, found)
    for card in found.cards:
        screen.show(*card_text.lines(card), "")
    screen.show(last, "")
