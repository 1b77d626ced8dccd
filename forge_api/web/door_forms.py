"""Doors as forms: one POST a verdict, then back to the page, or the part that changed.

What a door refuses is told on the very card that it is about, as that card is by now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from forge_api.memory.audit import Audit
from forge_api.memory.doors import Doors, Knock
from forge_api.memory.keys import Caller
from forge_api.memory.proposals import Proposals
from forge_api.memory.refusals import Refused
from forge_api.services import CurrentServices, Services
from forge_api.web import addresses, belief_page, done, forms
from forge_api.web.done import Done
from forge_api.web.forms import Form
from forge_api.web.frame import Reviewer
from forge_api.web.page_route import FORESEEN, PageRoute, told, wants_fragment, wants_page
from forge_api.web.rendering import Page
from forge_client.beliefs import Belief, Door, DoorRequest, EditRequest

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class DonePart:
    """What our script puts where the card was."""

    done: Done
    csrf: str
    back: str


@router.post("/beliefs/{agent_id}/{belief_id}/{door}")
async def pass_door(
    agent_id: str,
    belief_id: str,
    door: Literal["keep", "forget", "edit", "restore", "undo"],
    caller: Reviewer,
    request: Request,
    services: CurrentServices,
) -> Response:
    """Pass a door, and go back to where the form was."""
    form = await forms.sent(request)
    try:
        knock = _knock(caller, agent_id, belief_id, door, form)
        belief = await _doors(services).open(knock)
    except FORESEEN as error:
        return await _refused(request, services, caller, (agent_id, belief_id), told(error))
    if door == "undo" and wants_fragment(request):
        return await belief_page.card_part(request, services, caller, belief)
    return await _done(request, services, belief, door, form)


@router.post("/beliefs/{agent_id}/{belief_id}/card/renew")
async def propose_anew(
    agent_id: str, belief_id: str, caller: Reviewer, request: Request, services: CurrentServices
) -> Response:
    """Drop a stale change, and propose the same against its target as it is now."""
    form = await forms.sent(request)
    try:
        dropped = await _doors(services).open(_knock(caller, agent_id, belief_id, "forget", form))
        renewed = await _proposed_anew(services, caller, dropped)
    except FORESEEN as error:
        return await _refused(request, services, caller, (agent_id, belief_id), told(error))
    if wants_fragment(request):
        return await belief_page.card_part(request, services, caller, renewed)
    return RedirectResponse(f"{form.back()}#{renewed.id}", 303)


def _knock(caller: Caller, agent_id: str, belief_id: str, door: Door, form: Form) -> Knock:
    request = _edit(form) if door == "edit" else _plain(form)
    return Knock(caller, agent_id, belief_id, door, request, form.version())


def _plain(form: Form) -> DoorRequest:
    return forms.checked(DoorRequest, reason=form.text("reason"))


def _edit(form: Form) -> EditRequest:
    return forms.checked(
        EditRequest,
        reason=form.text("reason"),
        content=form.text("content"),
        confidence=form.confidence(),
        kind=form.text("kind"),
    )


async def _done(
    request: Request, services: Services, belief: Belief, door: Door, form: Form
) -> Response:
    made = done.of(belief, door, await done.target_of(services.pool, belief))
    if wants_fragment(request):
        return Page("parts/done.html", DonePart(made, form.text("csrf") or "", form.back()))
    address = addresses.with_query(form.back(), done=made.place, at=form.text("at"))
    return RedirectResponse(address, 303)


async def _refused(
    request: Request,
    services: Services,
    caller: Caller,
    which: tuple[str, str],
    refused: Refused,
) -> Response:
    if not (wants_page(request) or wants_fragment(request)) or refused.status == 404:
        raise refused
    return await belief_page.with_problem(request, services, caller, which, refused)


async def _proposed_anew(services: Services, caller: Caller, dropped: Belief) -> Belief:
    """Propose a change again; where forge does not take it, the old card comes back."""
    fields: dict[str, object] = {
        "op": dropped.op,
        "target_belief_id": dropped.target_belief_id,
        "content": dropped.content,
        "kind": dropped.kind,
        "confidence": dropped.confidence,
        "source_episodes": dropped.source_episodes,
    }
    try:
        taker = Proposals(
            services.pool,
            services.keyring,
            Audit(services.keyring),
            services.embedder,
            services.clock,
        )
        return await taker.submit_only(caller, dropped.agent_id, fields)
    except FORESEEN:
        again = Knock(caller, dropped.agent_id, dropped.id, "undo", DoorRequest(), dropped.version)
        await _doors(services).open(again)
        raise


def _doors(services: Services) -> Doors:
    return Doors(services.pool, Audit(services.keyring), services.embedder, services.clock)
