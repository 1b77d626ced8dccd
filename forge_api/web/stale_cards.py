"""Cards into views; of a stale one, with its target as it was when the change was proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import database.pool
from forge_api.memory.audit import Audit
from forge_api.memory.refusals import Refused
from forge_api.services import Services
from forge_api.web import card_view
from forge_api.web.card_view import CardView, Seen
from forge_client.beliefs import Belief
from forge_client.cards import Card


async def views(services: Services, tenant: str, found: Sequence[Card]) -> list[CardView]:
    """Return the cards as pages show them, in order."""
    seen = Seen(services.clock(), services.fades)
    past = {card.belief.id: await _past(services, tenant, card) for card in found if card.stale}
    return [card_view.of(card, replace(seen, past=past.get(card.belief.id))) for card in found]


async def _past(services: Services, tenant: str, card: Card) -> Belief | None:
    target, version = card.target, card.belief.target_version
    if target is None or version is None:
        return None
    audit, wanted = Audit(services.keyring), {target.id: version}
    try:
        async with database.pool.connection(services.pool) as connection:
            found = await audit.past(connection, tenant, card.agent_id, wanted)
    except Refused:
        # Its words were erased since; the card says so by the target itself.
        return None
    then = found.get(target.id)
    if then is None:
        return None
    known: Mapping[str, object] = {"status": then.status, "content": then.content, **then.fields}
    return target.model_copy(update={**known, "version": then.version})
