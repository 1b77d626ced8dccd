"""What was just done at a door, with the way to take it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import database.pool
from database.pool import Pool
from forge_api.memory import belief_states, beliefs
from forge_api.memory.refusals import Refused
from forge_api.web import addresses
from forge_api.web.marked_text import Piece, pieces
from forge_client.beliefs import Belief, Door


@dataclass(frozen=True, slots=True)
class Done:
    """One verdict; `undo` is where to send its undoing, with this version."""

    agent_id: str
    id: str
    version: int
    words: str
    text: list[Piece]
    address: str
    undo: str | None
    place: str
    """What an address says to have this told again: `agent/belief/door/version`."""


def of(belief: Belief, door: Door, target: Belief | None = None) -> Done:
    """Return what was done, in the words of the operation; `target` as it is after."""
    held = target.confidence if target else None
    words = belief_states.done_words(belief.op, door, belief.confidence, held, asks=belief.asks)
    return Done(
        agent_id=belief.agent_id,
        id=belief.id,
        version=belief.version,
        words=words,
        text=pieces(belief.content),
        address=addresses.belief(belief.agent_id, belief.id),
        undo=None if door == "undo" else addresses.belief(belief.agent_id, belief.id, "undo"),
        place=f"{belief.agent_id}/{belief.id}/{door}/{belief.version}",
    )


async def target_of(pool: Pool, belief: Belief) -> Belief | None:
    """Return the belief that a change is about, as it is now."""
    if belief.target_belief_id is None:
        return None
    async with database.pool.connection(pool) as connection:
        found = await beliefs.by_id(connection, [belief.target_belief_id])
    return found.get(belief.target_belief_id)


async def read(pool: Pool, agent_id: str, belief_id: str, door: str, version: int) -> Done | None:
    """Return what an address says was done; None where it is not so, or no longer."""
    if door not in get_args(Door):
        return None
    try:
        async with database.pool.connection(pool) as connection:
            belief = await beliefs.get(connection, agent_id, belief_id)
    except Refused:
        return None
    if belief.version != version:
        return None
    known: Door = next(one for one in get_args(Door) if one == door)
    return of(belief, known, await target_of(pool, belief))
