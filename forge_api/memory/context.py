"""What an agent is given of its beliefs for its prompt: whole beliefs, in one delimited block.

A belief is never cut: what does not fit the budget is left out and counted.
"""

from __future__ import annotations

from collections.abc import Sequence

import database.pool
from database import queries
from database.pool import Pool
from forge_api.embedding import Embedder
from forge_api.memory import context_block, recall
from forge_api.memory.recall import Question
from forge_client.beliefs import Belief
from forge_client.recall import Context

MOST = 1_000
"""Beliefs considered where no question ranks them."""

BYTES_A_TOKEN = 3
"""English has about four, scripts of three bytes a character about one character."""

_FRAME = len(f"{context_block.OPENING}\n{context_block.CLOSING}".encode())

_SQL = queries.load("beliefs")


async def fitting(
    pool: Pool, embedder: Embedder, question: Question, budget_tokens: int
) -> Context:
    """Return the beliefs nearest to the question, or the weightiest where it is empty.

    Raises:
        EmbedderUnavailable: There is a question, and it cannot be ranked.
    """
    if question.text:
        found: Sequence[Belief] = (await recall.search(pool, embedder, question)).beliefs
    else:
        found = await _weightiest(pool, question)
    return _fitted(found, budget_tokens)


def tokens(text: str) -> int:
    """Estimate a text's tokens from above, whatever its language."""
    return -(-len(text.encode()) // BYTES_A_TOKEN)


async def _weightiest(pool: Pool, question: Question) -> list[Belief]:
    with_org = question.scope == "org"
    async with database.pool.connection(pool) as connection:
        rows = await connection.fetch(
            _SQL["active_by_weight"], question.tenant, question.agent_id, with_org, MOST
        )
    return [Belief(**dict(row)) for row in rows]


def _fitted(found: Sequence[Belief], budget_tokens: int) -> Context:
    room = budget_tokens * BYTES_A_TOKEN - _FRAME
    taken: dict[str, str] = {}
    for belief in found:
        line = f"({belief.kind}) {belief.content}"
        size = len(context_block.wrap([line]).encode()) - _FRAME
        if size <= room:
            room -= size
            taken[belief.id] = line
    block = context_block.wrap(taken.values())
    left_out = len(found) - len(taken)
    return Context(block=block, tokens=tokens(block), belief_ids=list(taken), left_out=left_out)
