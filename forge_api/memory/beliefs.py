"""Beliefs as they stand and as they stood, and the one way to write them: with their audit."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import database.pool
import gate
from database import queries
from database.pool import Connection, Pool
from forge_api.embedding import Embedder, Vectors
from forge_api.memory import chronicle, cursors
from forge_api.memory.audit import Audit, Head, Signature, Step
from forge_api.memory.refusals import Refused
from forge_client.beliefs import Belief, BeliefList, BeliefWithAudit
from forge_client.names import Kind, Status
from reflection_memory.entry import NewEntry

MAX_PAGE = 500

_SQL = queries.load("beliefs")


@dataclass(frozen=True, slots=True)
class Listing:
    """Which beliefs to list; None: no such filter."""

    statuses: Sequence[Status] | None = None
    kinds: Sequence[Kind] | None = None
    as_of: datetime | None = None
    cursor: str | None = None
    limit: int = 100
    with_vectors: bool = False


@dataclass(frozen=True, slots=True)
class Meaning:
    """The vector of a belief's words, and the model that made it."""

    vector: Vectors
    """Shape (dimension,)."""

    model: str


def new_id(at: datetime, place: int = 0) -> str:
    """Return an id that sorts by its moment, then by its place in the batch."""
    return f"bel_{int(at.timestamp() * 1000):012x}{place:04x}{secrets.token_hex(8)}"


def digest(content: str) -> bytes:
    """Return what two exact doubles share: white space and case do not count."""
    return hashlib.sha256(gate.normalize(content).encode()).digest()


async def meanings(embedder: Embedder, contents: Sequence[str]) -> list[Meaning]:
    """Return each text's vector.

    Raises:
        EmbedderUnavailable: Then nothing may be stored.
    """
    if not contents:
        return []
    return [Meaning(row, embedder.name) for row in await embedder.embed(contents)]


async def get(connection: Connection, agent_id: str, belief_id: str) -> Belief:
    """Return one belief as it stands.

    Raises:
        Refused: `belief_not_found`, when the agent has none of this id.
    """
    row = await connection.fetchrow(_SQL["belief"], agent_id, belief_id)
    if row is None:
        raise Refused("belief_not_found", "This agent has no such belief")
    return Belief(**dict(row))


async def by_id(connection: Connection, ids: Sequence[str]) -> dict[str, Belief]:
    """Return those of the beliefs that exist, of whichever agents."""
    if not ids:
        return {}
    rows = await connection.fetch(_SQL["beliefs_by_id"], ids)
    return {row["id"]: Belief(**dict(row)) for row in rows}


async def with_audit(
    pool: Pool, audit: Audit, tenant: str, agent_id: str, belief_id: str
) -> BeliefWithAudit:
    """Return one belief and everything that ever happened to it, newest first.

    Raises:
        Refused: `belief_not_found`.
    """
    async with database.pool.connection(pool) as connection:
        belief = await get(connection, agent_id, belief_id)
        rows = await audit.of_belief(connection, tenant, agent_id, belief_id)
    story = chronicle.story_of(belief.id)
    return BeliefWithAudit(belief=belief, audit=rows, correlation_id=story)


async def page(
    pool: Pool, audit: Audit, tenant: str, agent_id: str, listing: Listing
) -> BeliefList:
    """Return one page, newest first, with the total under the same filters.

    With `as_of` and no status it lists what was believed: the beliefs active at that moment.

    Raises:
        Refused: `invalid`, for a cursor that is none.
    """
    place = cursors.decode(listing.cursor) or (None, None)
    kinds, most = listing.kinds or None, listing.limit + 1
    async with database.pool.connection(pool) as connection:
        if listing.as_of is None:
            statuses = listing.statuses or None
            filters = (agent_id, statuses, kinds)
            total = await connection.fetchval(_SQL["count_beliefs"], *filters)
            rows = await connection.fetch(_SQL["beliefs"], *filters, *place, most)
            found = [Belief(**dict(row)) for row in rows]
        else:
            then = listing.statuses or ["active"]
            total = await audit.count_as_of(connection, agent_id, listing.as_of, then, kinds)
            found = await audit.beliefs_as_of(
                connection, tenant, agent_id, listing.as_of, then, kinds, *place, most
            )
        shown = found[: listing.limit]
        if listing.with_vectors:
            shown = await _with_vectors(connection, shown)
    last = cursors.encode(shown[-1].created_at, shown[-1].id) if len(found) > len(shown) else None
    return BeliefList(beliefs=shown, total=total, next_cursor=last)


async def lock(connection: Connection, agent_id: str, ids: Sequence[str]) -> dict[str, Belief]:
    """Return those of the beliefs that the agent has, locked; take the audit's head first."""
    await connection.execute(_SQL["lock_beliefs"], agent_id, ids)
    return {
        one: belief
        for one, belief in (await by_id(connection, ids)).items()
        if belief.agent_id == agent_id
    }


async def vectors(connection: Connection, ids: Sequence[str], model: str) -> dict[str, Vectors]:
    """Return the stored vectors of these beliefs, as far as `model` made them."""
    rows = await connection.fetch(_SQL["vectors"], ids)
    return {row["id"]: row["embedding"] for row in rows if row["embedding_model"] == model}


def next_version(belief: Belief, at: datetime, **fields: Any) -> Belief:
    """Return the belief's next version with these fields changed."""
    return belief.model_copy(update={**fields, "version": belief.version + 1, "updated_at": at})


async def live(
    connection: Connection, agent_id: str, model: str, width: int | None = None
) -> list[dict[str, Any]]:
    """Return all pending and active beliefs, oldest first, with the vectors that `model` made.

    A `width` leaves out those that it made in another one, before its provider changed it.
    """
    rows = await connection.fetch(_SQL["live_beliefs"], agent_id, model, width)
    return [dict(row) for row in rows]


async def forgotten(
    connection: Connection, audit: Audit, tenant: str, agent_id: str, model: str, width: int | None
) -> list[dict[str, Any]]:
    """Return what a person forgot: `id`, `content`, `embedding`, `forgotten_at`, `forgotten_by`.

    Whoever forgot is named as they named themselves, else by their key.
    """
    rows = [
        dict(row)
        for row in await connection.fetch(_SQL["forgotten_beliefs"], agent_id, model, width)
    ]
    actors = await audit.actors(connection, tenant, rows)
    return [
        {
            "id": row["id"],
            "content": row["content"],
            "embedding": row["embedding"],
            "forgotten_at": row["at"],
            "forgotten_by": actor or row["key_id"],
        }
        for row, actor in zip(rows, actors, strict=True)
    ]


async def write(
    connection: Connection,
    audit: Audit,
    head: Head,
    signature: Signature,
    acts: Sequence[Sequence[Step]],
    meant: Mapping[str, Meaning],
    told: Sequence[NewEntry] = (),
) -> Head:
    """Write each step's belief, its row in the audit, and its entry in the log behind `told`.

    `meant` holds what was embedded anew. Nothing may be awaited behind it but the commit: it takes
    the log's lock. Returns the end of the audit as it stands then.

    Raises:
        Refused: `erased`, when the words of one were destroyed.
        DatabaseRefused: An exact double would become active; ask first.
    """
    end = await audit.append(connection, head, signature, acts)
    steps = [step for act in acts for step in act]
    # Whoever stops being active first: it may have the very words of whoever becomes it.
    for step in sorted(steps, key=lambda step: step.belief.status == "active"):
        meaning = meant.get(step.belief.id)
        if step.from_status is None:
            await _insert(connection, step.belief, meaning)
        else:
            await _revise(connection, step.belief, meaning)
    entries = [*told, *await chronicle.of_acts(connection, head, signature, acts)]
    await chronicle.tell(connection, audit.keyring, signature.tenant, entries)
    return end


async def _with_vectors(connection: Connection, found: Sequence[Belief]) -> list[Belief]:
    rows = await connection.fetch(_SQL["vectors"], [belief.id for belief in found])
    vectors = {row["id"]: row["embedding"].tolist() for row in rows}
    return [belief.model_copy(update={"vector": vectors.get(belief.id)}) for belief in found]


async def _insert(connection: Connection, belief: Belief, meaning: Meaning | None) -> None:
    await connection.execute(
        _SQL["insert_belief"],
        belief.id,
        belief.agent_id,
        belief.content,
        digest(belief.content),
        belief.kind,
        belief.scope,
        belief.status,
        belief.op,
        belief.target_belief_id,
        belief.target_version,
        belief.confidence,
        belief.rationale,
        belief.source_episodes,
        [reason.model_dump() for reason in belief.review_reasons],
        belief.version,
        belief.run_id,
        meaning and meaning.vector,
        meaning and meaning.model,
        belief.created_at,
    )


async def _revise(connection: Connection, belief: Belief, meaning: Meaning | None) -> None:
    await connection.execute(
        _SQL["revise_belief"],
        belief.agent_id,
        belief.id,
        belief.content,
        digest(belief.content),
        belief.kind,
        belief.scope,
        belief.status,
        belief.target_version,
        belief.confidence,
        belief.version,
        belief.superseded_by,
        belief.updated_at,
        meaning and meaning.vector,
        meaning and meaning.model,
    )
