"""One door, passed for several beliefs, one after another: the shared way of every door command."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import click

from forge_client.beliefs import CONTRADICTIONS, Belief, Door, DoorRequest
from forge_client.client import ForgeClient
from forge_client.errors import ForgeRefused
from forge_client.names import Status
from surfaces.cli import card_text, failures, options, screen, target
from surfaces.cli.target import Target

WHOLE = 36
"""Characters of a belief's id."""

LEAST_PART = 8
"""Of a part of one that may stand for it."""

SEVERAL = "Several ids are decided one after another; the status is 1 where one was refused."


@dataclass(frozen=True)
class Knock:
    """What is asked at one door; `agent_id` None: whoever's belief it is."""

    door: Door
    request: DoorRequest
    agent_id: str | None = None


def command(door: Door, told: str, *, name: str = "") -> click.Command:
    """Return the command of a door that is given beliefs and, if anything, a reason.

    Its name is the door's, unless another is given.
    """

    @click.command(name or door, help=f"{told}\n\n{SEVERAL}")
    @click.argument("belief_ids", metavar="ID...", nargs=-1, required=True)
    @options.data_dir
    @options.agent
    @options.reason
    @options.as_json
    def passed(
        belief_ids: tuple[str, ...],
        data_dir: Path | None,
        agent: str | None,
        reason: str | None,
        as_json: bool,
    ) -> int:
        knock = Knock(door, DoorRequest(reason=reason), agent)
        return asyncio.run(pass_each(target.find(data_dir), belief_ids, knock, as_json=as_json))

    return passed


async def pass_each(
    servers: Target, belief_ids: Sequence[str], knock: Knock, *, as_json: bool = False
) -> int:
    """Pass the door for each belief and print what it became; return the exit status.

    A refusal is told, and the next one is tried all the same.

    Raises:
        ForgeUnavailable: forge cannot serve any of them now; those printed are done.
    """
    status = failures.DONE
    answers: list[object] = []
    async with servers.forge("reviewer") as forge:
        for belief_id in belief_ids:
            try:
                belief = await _pass(forge, belief_id, knock)
            except ForgeRefused as error:
                screen.progress(screen.visible(f"{belief_id}: {failures.spoken(error)}"))
                answers.append({"belief_id": belief_id, "code": getattr(error, "code", None)})
                status = failures.FAILED
            else:
                answers.append({"belief_id": belief_id, "belief": belief.model_dump(mode="json")})
                if not as_json:
                    screen.show(card_text.door_line(belief), screen.indented(belief.content))
                    for other in await opposites(forge, belief):
                        screen.show(*card_text.active_beside(other))
    if as_json:
        screen.show_json(answers)
    return status


async def find(forge: ForgeClient, agent_id: str | None, belief_id: str) -> Belief:
    """Return the belief as it is now; ids are unique, so the first agent that knows it has it.

    The beginning or the end of an id will do, from `LEAST_PART` characters on, if it names one.

    Raises:
        ForgeRefused: `belief_not_found`; it names the ids where there are several.
    """
    agents = [agent_id] if agent_id else [agent.id for agent in await forge.list_agents()]
    for one in agents:
        try:
            return (await forge.get_belief(one, belief_id)).belief
        except ForgeRefused as error:
            if error.code != "belief_not_found":
                raise
    found = [] if _is_whole(belief_id) else await _like(forge, agents, belief_id)
    match found:
        case []:
            raise failures.not_found("belief", agent_id)
        case [belief]:
            return belief
    named = ", ".join(one.id for one in found)
    raise ForgeRefused("GET belief", "belief_not_found", 404, f"{belief_id} may be {named}")


async def opposites(forge: ForgeClient, belief: Belief) -> list[Belief]:
    """Return the other active beliefs that were found to say the opposite of an active one."""
    if belief.status != "active":
        return []
    named = {one.belief_id for one in belief.review_reasons if one.code in CONTRADICTIONS}
    found = [await find(forge, belief.agent_id, one) for one in sorted(filter(None, named))]
    return [other for other in found if other.status == "active"]


async def _pass(forge: ForgeClient, belief_id: str, knock: Knock) -> Belief:
    # Only what takes back must say what; the other doors are for the belief as it is.
    needs_version = knock.door in ("restore", "undo")
    if knock.agent_id and not needs_version and _is_whole(belief_id):
        return await forge.pass_door(knock.agent_id, belief_id, knock.door, knock.request)
    belief = await find(forge, knock.agent_id, belief_id)
    version = belief.version if needs_version else None
    return await forge.pass_door(
        belief.agent_id, belief.id, knock.door, knock.request, version=version
    )


def _is_whole(belief_id: str) -> bool:
    return len(belief_id) >= WHOLE


async def _like(forge: ForgeClient, agents: Sequence[str], part: str) -> list[Belief]:
    """Return every belief whose id begins or ends so: those of one run begin alike."""
    if len(part) < LEAST_PART:
        return []
    statuses: tuple[Status, ...] = get_args(Status)
    return [
        belief
        for agent in agents
        for status in statuses
        for belief in await forge.all_beliefs(agent, status)
        if belief.id.startswith(part) or belief.id.endswith(part)
    ]
