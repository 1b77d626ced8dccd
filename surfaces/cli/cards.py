"""`reflection cards`: what waits for a person's decision."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import get_args

import click

from forge_client.cards import CardFilter, CardList
from forge_client.client import ForgeClient
from forge_client.wording import counted
from surfaces.cli import card_text, emptiness, options, screen, target


@click.command("cards")
@options.data_dir
@options.agent
@click.option("--filter", "only", type=click.Choice(get_args(CardFilter)), help="Only such cards.")
@options.as_json
def command(
    data_dir: Path | None, agent: str | None, only: CardFilter | None, as_json: bool
) -> None:
    """Show every open card, newest first: of one agent, or of all where none is named."""
    found, last = asyncio.run(_ask(target.find(data_dir), agent, only))
    if as_json:
        screen.show_json(found)
        return
    for card in found.cards:
        screen.show(*card_text.lines(card), "")
    screen.show(last)


async def all_open(
    forge: ForgeClient, agent_id: str | None, only: CardFilter | None = None
) -> CardList:
    """Return every open card, newest first: of one agent, or of all for None."""
    found = await forge.list_cards(agent_id, only=only)
    while found.next_cursor:
        page = await forge.list_cards(agent_id, only=only, cursor=found.next_cursor)
        found = CardList(
            cards=found.cards + page.cards, total=page.total, next_cursor=page.next_cursor
        )
    return found


async def last_line(forge: ForgeClient, agent_id: str | None, found: CardList) -> str:
    """Return what stands below the cards; where there are none, why."""
    return summary(found) if found.cards else await emptiness.sentence(forge, agent_id)


def summary(found: CardList) -> str:
    """Return how many cards there are, and how to decide one."""
    waiting = counted(len(found.cards), "pending card")
    flagged = sum(card.needs_review for card in found.cards)
    needing = counted(flagged, "needs", "need")
    return (
        f"{waiting}, {needing} review. Decide: reflection keep, forget or edit ID; "
        "one after another: reflection review"
    )


async def _ask(
    servers: target.Target, agent_id: str | None, only: CardFilter | None
) -> tuple[CardList, str]:
    async with servers.forge("reviewer") as forge:
        found = await all_open(forge, agent_id, only)
        if only and not found.cards:
            return found, f"No open card is of this kind: {only}"
        return found, await last_line(forge, agent_id, found)
