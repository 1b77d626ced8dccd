"""Rung 2: what a model shall summarise, and what it made of it. Asking it is the worker's part.

The model sees a record's words without secrets. What it says is a view like any other: without
secrets, bounded, and gone with its entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import database.pool
from database import queries
from database.pool import Connection
from forge_api.memory import fading, graphemes, tier_views
from forge_api.memory.tier_views import Views
from forge_api.redaction import redact
from forge_client.tiers import DueSummaries, DueSummary, NewSummary
from forge_client.upkeep import Slice
from reflection_memory.sealing.data_key import DataKey

LONGEST_TEXT = 6_000
"""Characters of one record that a model is asked about."""

NO_MODEL = "no model is set here: records stay at their key sentences (rung 1)"

_SQL = queries.load("tiers")


async def told(connection: Connection, tenant: str) -> str:
    """Return what a reader is told of rung 2."""
    model = await connection.fetchval(_SQL["model"], tenant)
    return f"summaries by {model}, which the upkeep asks" if model else NO_MODEL


@dataclass(frozen=True)
class Summaries:
    """Those of one tenant's agents."""

    views: Views

    async def due(self, limit: int, model: str | None, now: datetime) -> DueSummaries:
        """Note which model the worker has, and return what it shall summarise; None: nothing."""
        async with database.pool.connection(self.views.pool) as connection:
            await connection.execute(_SQL["note_model"], self.views.tenant, model, now)
            if model is None:
                return DueSummaries(records=[], left=0)
            rows = await connection.fetch(_SQL["wanting"], self.views.tenant, limit)
            left = await connection.fetchval(_SQL["count_wanting"], self.views.tenant)
        texts = await self.views.texts([row["original_entry_id"] for row in rows])
        return DueSummaries(
            records=[
                DueSummary(**dict(row), text=graphemes.cut(text, LONGEST_TEXT))
                for row in rows
                if (text := texts.get(row["original_entry_id"]))
            ],
            left=left,
        )

    async def keep(self, summaries: Sequence[NewSummary]) -> Slice:
        """Let records that still want it go to rung 2; safe to repeat.

        One that the model said nothing of stays, and waits for the next fade to ask again.
        """
        done = 0
        async with database.pool.transaction(self.views.pool) as connection:
            ids = [one.original_entry_id for one in summaries]
            # An erasure waits until this is over, and then takes what was made here.
            rows = await connection.fetch(_SQL["hold_living"], self.views.tenant, ids)
            keys = {row["id"]: self.views.key_of(row) for row in rows}
            for one in summaries:
                if (sealing := keys.get(one.original_entry_id)) is not None:
                    done += await self._keep(connection, one, sealing)
            left = await connection.fetchval(_SQL["count_wanting"], self.views.tenant)
        return Slice(done=done, left=left)

    async def _keep(self, connection: Connection, one: NewSummary, sealing: DataKey) -> bool:
        key = (self.views.tenant, one.agent_id, one.original_entry_id)
        row = await connection.fetchrow(_SQL["lock_wanting"], *key)
        said = redact(graphemes.storable(" ".join(one.text.split()))).text
        if row is None:
            return False
        if not said:
            await connection.execute(_SQL["give_up"], *key[1:])
            return False
        # Never longer than what it takes the place of.
        room = min(row["tokens"] * fading.CHARACTERS_A_TOKEN, fading.room_for_summary(one.whole))
        text = graphemes.cut(said, room)
        sealed = tier_views.seal(sealing, *key[1:], text)
        await connection.execute(_SQL["summarise"], *key[1:], sealed, fading.tokens(text))
        return True
