"""One door, passed for several beliefs, one after another: the shared way of keep and forget."""

from __future__ import annotations

from collections.abc import Sequence

from forge_client.beliefs import Belief, Door, DoorRequest
from forge_client.client import ForgeClient
from forge_client.errors import ForgeError, ForgeRefused
from surfaces.cli import card_text, failures, screen
from surfaces.cli.target import Target


async def pass_each(
    servers: Target, agent_id: str | None, belief_ids: Sequence[str], door: Door, why: str | None
) -> int:
    """Pass `door` for each belief and print what it became; return the exit status.

    A refusal is told, and the next one is tried all the same.
    """
    status = failures.DONE
    async with servers.forge("reviewer") as forge:
        for belief_id in belief_ids:
            try:
                belief = await _pass(forge, agent_id, belief_id, door, why)
            except ForgeError as error:
                screen.progress(screen.visible(f"{belief_id}: {failures.spoken(error)}"))
                status = failures.FAILED
            else:
                screen.show(card_text.door_line(belief), screen.indented(belief.content))
    return status


async def _pass(
    forge: ForgeClient, agent_id: str | None, belief_id: str, door: Door, why: str | None
) -> Belief:
    owner = agent_id or await _owner(forge, belief_id)
    return await forge.pass_door(owner, belief_id, door, DoorRequest(reason=why))


async def _owner(forge: ForgeClient, belief_id: str) -> str:
    """Return whose belief it is; ids are unique, so the first agent that knows it is the one."""
    for agent in await forge.list_agents():
        try:
            return (await forge.get_belief(agent.id, belief_id)).belief.agent_id
        except ForgeRefused as error:
            if error.status != 404:
                raise
    raise ForgeRefused("GET belief", "belief_not_found", 404, f"No agent has {belief_id}.")
