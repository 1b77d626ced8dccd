"""Cards that ask whether a belief that has faded is still true, made when a person asks."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx

from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import active, belief, door
from tests.integration.forge_api.test_cards import cards

ASK = f"/agents/{AGENT}/cards/still-true"


async def ask(forge: Forge, **request: Any) -> httpx.Response:
    async with forge.client("reviewer") as reviewer:
        return await reviewer.post(ASK, json=request)


async def test_a_faded_belief_gets_a_card_on_request_and_one_kept_begins_anew(forge: Forge) -> None:
    held = await active(forge, "The user likes tea", confidence=0.8)
    rule = await active(forge, "Backups run before a migration", kind="constraint", confidence=0.9)
    assert (await ask(forge)).json() == {"asked": [], "faded": 0}
    clock = forge.services.clock
    forge.use_clock(lambda: clock() + timedelta(days=30))
    forge.app.state.services = replace(forge.services, lasting_kinds=frozenset({"constraint"}))
    answer = (await ask(forge)).json()
    assert (len(answer["asked"]), answer["faded"]) == (1, 1)
    [card] = (await cards(forge))["cards"]
    assert (card["heading"], card["target"]["id"]) == ("Is this still true?", held)
    assert card["doors"] == {"keep": "Still true", "forget": "Decide later", "edit": "Set %"}
    assert round(card["target_decayed"], 2) == 0.44
    assert "still_true" in [reason["code"] for reason in card["review_reasons"]]
    assert (await ask(forge)).json() == {"asked": [], "faded": 1}
    await door(forge, card["belief"]["id"], "keep")
    confirmed = await belief(forge, held)
    assert (confirmed["status"], confirmed["confidence"], confirmed["version"]) == (
        "active",
        0.8,
        3,
    )
    assert (await ask(forge)).json()["faded"] == 0
    named = (await ask(forge, belief_ids=[rule])).json()["asked"]
    assert [one["target_belief_id"] for one in named] == [rule]


async def test_only_active_beliefs_can_be_asked_for_and_only_by_a_person(forge: Forge) -> None:
    answer = await ask(forge, belief_ids=["bel_none"])
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    for role in ("agent", "worker", "admin"):
        async with forge.client(role) as other:
            assert (await other.post(ASK, json={})).status_code == 403
