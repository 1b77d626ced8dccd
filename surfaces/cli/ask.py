"""`reflection ask`: cards that ask whether beliefs are still true."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.still_true import MAX_ASKED, StillTrueAnswer, StillTrueRequest
from forge_client.wording import counted
from surfaces.cli import options, screen, target


@click.command("ask")
@options.data_dir
@options.required_agent
@click.option("--limit", type=click.IntRange(1, MAX_ASKED), default=10, help="Cards at most.")
@click.argument("belief_ids", nargs=-1, metavar="[ID]…")
@options.as_json
def command(
    data_dir: Path | None, agent: str, limit: int, belief_ids: tuple[str, ...], as_json: bool
) -> None:
    """Make a card of each belief that faded, or of those named: is it still true?

    Kept, the belief stands as it did and its fading begins anew. Nothing else changes by its age.
    """
    request = StillTrueRequest(belief_ids=list(belief_ids), limit=limit)
    done = asyncio.run(_ask(target.find(data_dir), agent, request))
    if as_json:
        screen.show_json(done)
        return
    for belief in done.asked:
        screen.show(f"{belief.id}  is it still true?", screen.indented(belief.content))
    screen.show(
        f"{counted(len(done.asked), 'card')}; {counted(done.faded, 'belief')} of this agent faded. "
        "Decide: reflection keep ID; one after another: reflection review"
    )


async def _ask(servers: target.Target, agent: str, request: StillTrueRequest) -> StillTrueAnswer:
    async with servers.forge("reviewer") as forge:
        return await forge.ask_still_true(agent, request)
