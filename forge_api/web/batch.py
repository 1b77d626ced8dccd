"""Many cards at once: a count to confirm, then an answer for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Request, Response

import database.pool
from forge_api.access import require_agent
from forge_api.memory import belief_states, beliefs
from forge_api.memory.audit import Audit
from forge_api.memory.decisions import Decisions
from forge_api.memory.doors import Doors
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import invalid
from forge_api.services import CurrentServices, Services
from forge_api.web import addresses, done, forms
from forge_api.web.done import Done
from forge_api.web.forms import Form
from forge_api.web.frame import Frame, Reviewer, around
from forge_api.web.marked_text import Piece, pieces
from forge_api.web.page_route import PageRoute
from forge_api.web.rendering import Page
from forge_client.beliefs import Belief
from forge_client.decisions import DecisionResult

MOST = 200
BatchDoor = Literal["keep", "forget"]
DOORS: Sequence[BatchDoor] = ("keep", "forget")

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """One chosen card, as it was when it was chosen."""

    agent_id: str
    belief_id: str
    version: int

    def __str__(self) -> str:
        return f"{self.agent_id}/{self.belief_id}/{self.version}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A chosen card to look at once more."""

    value: str
    text: Sequence[Piece]
    address: str


@dataclass(frozen=True, slots=True)
class ConfirmPage:
    """Before: how many, and which."""

    frame: Frame
    door: BatchDoor
    label: str
    chosen: Sequence[Chosen]
    back: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one card."""

    done: Done | None
    problem: str | None
    text: Sequence[Piece]
    address: str


@dataclass(frozen=True, slots=True)
class AnswersPage:
    """After: an answer for each."""

    frame: Frame
    answers: Sequence[Answer]
    passed: int
    back: str


@router.post("/batch")
async def decide_many(caller: Reviewer, request: Request, services: CurrentServices) -> Response:
    """Ask once more, or, where that was confirmed, decide."""
    form = await forms.sent(request)
    door = _door(form)
    choices = [_choice(value) for value in dict.fromkeys(form.all("card"))]
    if not choices or len(choices) > MOST:
        raise invalid("card", f"choose 1 to {MOST} cards, and try again")
    for agent_id in sorted({choice.agent_id for choice in choices}):
        await require_agent(services, caller, agent_id)
    frame = await around(request, services, caller, "Decide together", "inbox")
    if form.text("confirmed") == str(len(choices)):
        answers = await _decided(services, caller, door, choices)
        passed = sum(answer.done is not None for answer in answers)
        return Page("batch_done.html", AnswersPage(frame, answers, passed, form.back()))
    chosen = [_chosen(choice, found) for choice, found in await _found(services, choices)]
    page = ConfirmPage(frame, door, belief_states.label(door), chosen, form.back())
    return Page("batch_confirm.html", page)


def _door(form: Form) -> BatchDoor:
    for door in DOORS:
        if door == form.text("door"):
            return door
    raise invalid("door", "must be keep or forget")


def _choice(value: str) -> Choice:
    parts = value.split("/")
    if len(parts) != 3 or not parts[2].isdecimal() or len(parts[2]) > 9 or "\0" in value:
        raise invalid("card", "is not a card of this page; load the inbox again")
    return Choice(parts[0], parts[1], int(parts[2]))


async def _found(
    services: Services, choices: Sequence[Choice]
) -> list[tuple[Choice, Belief | None]]:
    """Return each choice with its belief, where its agent has one."""
    async with database.pool.connection(services.pool) as connection:
        known = await beliefs.by_id(connection, [choice.belief_id for choice in choices])
    return [
        (choice, one if one and one.agent_id == choice.agent_id else None)
        for choice in choices
        for one in [known.get(choice.belief_id)]
    ]


def _chosen(choice: Choice, belief: Belief | None) -> Chosen:
    return Chosen(
        value=str(choice),
        text=pieces(belief.content if belief else "This card is not there any more."),
        address=addresses.belief(choice.agent_id, choice.belief_id),
    )


async def _decided(
    services: Services, caller: Caller, door: BatchDoor, choices: Sequence[Choice]
) -> list[Answer]:
    doors = Doors(services.pool, Audit(services.keyring), services.embedder, services.clock)
    answers = []
    for choice, before in await _found(services, choices):
        decision = {"belief_id": choice.belief_id, "version": choice.version, "door": door}
        [result] = await Decisions(doors, caller, choice.agent_id).take([decision])
        answers.append(_answer(choice, before, door, result))
    return answers


def _answer(
    choice: Choice, before: Belief | None, door: BatchDoor, result: DecisionResult
) -> Answer:
    chosen = _chosen(choice, before)
    return Answer(
        done=done.of(result.belief, door) if result.belief else None,
        problem=result.problem.detail if result.problem else None,
        text=chosen.text,
        address=chosen.address,
    )
