"""Cards: every pending belief as a person sees it, with all that is needed to decide.

A page costs the same few queries however many cards it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import database.pool
import gate
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import belief_states, beliefs, cursors, review_reasons
from forge_client.beliefs import Belief, ReviewReason, Span
from forge_client.cards import Card, CardFilter, CardList, Conflict
from forge_client.names import Kind

MAX_PAGE = 200

_SQL = queries.load("cards")


@dataclass(frozen=True, slots=True)
class Listing:
    """Which cards to show, and when and by what half-life they are looked at."""

    tenant: str
    agents: Sequence[str] | None
    """None: every agent of the tenant."""

    now: datetime
    lambda_per_day: float
    only: CardFilter | None = None
    cursor: str | None = None
    limit: int = 50
    kind: Kind | None = None
    lasting_kinds: frozenset[str] = frozenset()
    """Kinds that never fade."""

    words: str | None = None
    """Only cards whose text holds exactly this, whatever its case."""


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What the cards of one page point at."""

    beliefs: Mapping[str, Belief]
    conversations: Mapping[str, str]
    """Episode id → conversation id."""


async def page(pool: Pool, listing: Listing) -> CardList:
    """Return one page of open cards, newest first, with how many there are by filter.

    Raises:
        Refused: `invalid`, for a cursor that is none.
    """
    place = cursors.decode(listing.cursor) or (None, None)
    whose = (listing.tenant, listing.agents)
    narrowed = (listing.kind, listing.words)
    async with database.pool.connection(pool) as connection:
        counts = dict(await connection.fetchrow(_SQL["count_cards"], *whose, *narrowed) or {})
        rows = await connection.fetch(
            _SQL["open_cards"], *whose, listing.only, *place, *narrowed, listing.limit + 1
        )
        shown = [Belief(**dict(row)) for row in rows[: listing.limit]]
        around = await _surroundings(connection, shown)
    more = len(rows) > listing.limit
    return CardList(
        cards=[_card(belief, around, listing) for belief in shown],
        total=counts[listing.only or "open"],
        counts=counts,
        next_cursor=cursors.encode(shown[-1].created_at, shown[-1].id) if more else None,
    )


async def waiting(pool: Pool, listing: Listing) -> int:
    """Return how many cards the listing's agents have, whatever else it asks for."""
    whose = (listing.tenant, listing.agents)
    async with database.pool.connection(pool) as connection:
        counts = dict(await connection.fetchrow(_SQL["count_cards"], *whose, None, None) or {})
    return int(counts["open"])


async def get(pool: Pool, listing: Listing, agent_id: str, belief_id: str) -> Card | None:
    """Return one card; None once it was decided, or where there never was one."""
    async with database.pool.connection(pool) as connection:
        row = await connection.fetchrow(_SQL["open_card"], agent_id, belief_id)
        if row is None:
            return None
        belief = Belief(**dict(row))
        return _card(belief, await _surroundings(connection, [belief]), listing)


async def of(connection: Connection, shown: Sequence[Belief], listing: Listing) -> list[Card]:
    """Return the cards of these beliefs, in order."""
    around = await _surroundings(connection, shown)
    return [_card(belief, around, listing) for belief in shown]


async def _surroundings(connection: Connection, shown: Sequence[Belief]) -> _Surroundings:
    named = {one.target_belief_id for one in shown}
    named |= {reason.belief_id for one in shown for reason in one.review_reasons}
    found = await beliefs.by_id(connection, [one for one in named if one])
    cited = sorted({episode for one in shown for episode in one.source_episodes})
    rows = await connection.fetch(
        _SQL["conversations"], cited, sorted({one.agent_id for one in shown})
    )
    return _Surroundings(found, {row["id"]: row["conversation_id"] for row in rows})


def _card(belief: Belief, around: _Surroundings, listing: Listing) -> Card:
    target = around.beliefs.get(belief.target_belief_id or "")
    stale = target is not None and target.version != belief.target_version
    labels = belief_states.card_labels(
        belief.op,
        belief.confidence,
        target.confidence if target else None,
        stale=stale,
        asks=belief.asks,
    )
    conversations = (around.conversations.get(one) for one in belief.source_episodes)
    return Card(
        belief=belief,
        agent_id=belief.agent_id,
        heading=belief_states.QUESTION if belief.asks else belief_states.HEADINGS[belief.op],
        doors={str(door): words for door, words in labels.items()},
        target=target,
        target_decayed=_decayed(target, listing) if target else None,
        stale=stale,
        needs_review=bool(belief.review_reasons),
        review_reasons=belief.review_reasons,
        conflict=_conflict(belief, around, listing),
        hidden_characters=[Span(start=a, end=b) for a, b in gate.hidden_spans(belief.content)],
        confidence=belief.confidence,
        decayed=_decayed(belief, listing),
        source_episodes=belief.source_episodes,
        conversation_ids=list(dict.fromkeys(one for one in conversations if one)),
        run_id=belief.run_id,
    )


def _conflict(belief: Belief, around: _Surroundings, listing: Listing) -> Conflict | None:
    for reason in belief.review_reasons:
        other = around.beliefs.get(reason.belief_id or "")
        if other is not None and _is_contradiction(reason):
            span, other_span = _conflicting_words(belief, other, reason)
            return Conflict(
                belief=other,
                rule=reason.rule or reason.code,
                span=span,
                other_span=other_span,
                decayed=_decayed(other, listing),
            )
    return None


def _conflicting_words(
    belief: Belief, other: Belief, reason: ReviewReason
) -> tuple[Span | None, Span | None]:
    """Return where the two clash: as the gate saw it, or anew where the other changed since."""
    if other.updated_at <= belief.created_at:
        return reason.span, reason.other_span
    diff = {"op": "add", "belief": belief.content}
    held = [{"id": other.id, "content": other.content}]
    [verdict] = gate.check([diff], held, [], belief.created_at).verdicts
    for found in review_reasons.from_gate(verdict.reasons, []):
        if _is_contradiction(found):
            return found.span, found.other_span
    return None, None


def _is_contradiction(reason: ReviewReason) -> bool:
    return reason.code in ("contradicts", "contradicts_in_batch")


def _decayed(belief: Belief, listing: Listing) -> float:
    """Return the confidence that age would leave; shown, and never used to hide anything."""
    if belief.kind in listing.lasting_kinds:
        return belief.confidence
    age = (listing.now - belief.updated_at).total_seconds() / 86_400
    return gate.decayed_confidence(belief.confidence, max(age, 0.0), listing.lambda_per_day)
