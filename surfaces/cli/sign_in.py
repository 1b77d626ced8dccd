"""`reflection sign-in`: a link that signs a reviewer in at the pages, once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.sign_in import SignInLink
from surfaces.cli import options, screen, target


@click.command("sign-in")
@options.data_dir
@options.as_json
def command(data_dir: Path | None, as_json: bool) -> None:
    """Print a link that signs you in at the pages: it serves once, for 10 minutes.

    Whoever has it may decide in your place until then.
    """
    servers = target.find(data_dir)
    link = asyncio.run(fresh(servers))
    screen.show_json(link) if as_json else screen.show(link.address)


async def fresh(servers: target.Target) -> SignInLink:
    """Return a new link, its address whole."""
    async with servers.forge("reviewer") as forge:
        link = await forge.make_sign_in_link()
    return link.model_copy(update={"address": f"{servers.forge_url}{link.address}"})
