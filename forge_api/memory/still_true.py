"""“Still true?”: cards about beliefs that have faded, made when a person asks for them.

One kept confirms its belief as it stands, and the fading begins anew. Nothing is ever hidden,
lowered or forgotten for its age.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import database.pool
import gate
from forge_api.memory import beliefs
from forge_api.memory.keys import Caller
from forge_api.memory.proposals import Proposals
from forge_api.memory.refusals import invalid
from forge_client.proposals import ProposalBatch
from forge_client.still_true import StillTrueAnswer, StillTrueRequest


@dataclass(frozen=True)
class StillTrue:
    """Asks for one installation."""

    proposals: Proposals
    config: gate.GateConfig
    clock: Callable[[], datetime]

    async def ask(
        self, caller: Caller, agent_id: str, request: StillTrueRequest
    ) -> StillTrueAnswer:
        """Make cards of the named beliefs, or of those that faded most.

        What already has a card that would change it is left out.

        Raises:
            Refused: `invalid`, for an id that names no active belief of this agent.
            EmbedderUnavailable: Nothing is stored.
        """
        async with database.pool.connection(self.proposals.pool) as connection:
            live = await beliefs.live(connection, agent_id, self.proposals.embedder.name)
        active = {row["id"]: row for row in live if row["status"] == "active"}
        busy = {row["target_belief_id"] for row in live if row["status"] == "pending"}
        faded = await asyncio.to_thread(self._faded, list(active.values()))
        wanted = _named(request.belief_ids, active) or faded
        free = [one for one in wanted if one not in busy][: request.limit]
        batch = ProposalBatch(beliefs=[_question(active[one]) for one in free])
        results = (await self.proposals.submit(caller, agent_id, batch)).results if free else []
        ids = [result.belief_id for result in results if result.belief_id]
        async with database.pool.connection(self.proposals.pool) as connection:
            asked = await beliefs.by_id(connection, ids)
        return StillTrueAnswer(asked=[asked[one] for one in ids], faded=len(faded))

    def _faded(self, active: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return which have faded enough to be told of, those that lost most first."""
        decayed = gate.check([], [], active, self.clock(), config=self.config).decayed
        most = sorted(decayed, key=lambda one: (one.decayed - one.confidence, one.belief_id))
        return [one.belief_id for one in most]


def _named(ids: Sequence[str], active: Mapping[str, Any]) -> list[str]:
    for place, one in enumerate(ids):
        if one not in active:
            raise invalid(f"belief_ids.{place}", "names no active belief of this agent")
    return list(dict.fromkeys(ids))


def _question(row: Mapping[str, Any]) -> dict[str, object]:
    return {
        "op": "strengthen",
        "target_belief_id": row["id"],
        "content": row["content"],
        "confidence": row["confidence"],
        "kind": row["kind"],
        "rationale": "A person asked whether this is still true.",
        "source_episodes": row["source_episodes"],
    }
