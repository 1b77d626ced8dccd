"""What a record of a tier says, by its rung; nothing of it lies in the clear.

Rung 0 is the entry's own words, rung 1 their key sentences, made anew at each reading; a summary
(rung 2) is sealed under the entry's key, and is gone with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import database.pool
from database import queries
from database.pool import Pool
from forge_api.memory import fading, replays
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.keyring import Keyring

_SQL = queries.load("tiers")


@dataclass(frozen=True)
class Views:
    """What the records of one tenant's agents say."""

    pool: Pool
    log: ReflectionMemory
    keyring: Keyring
    tenant: str

    async def shown(
        self, rows: Sequence[Any], verbatim: Collection[str] = frozenset()
    ) -> dict[str, str]:
        """Return entry → what its record shows; those of `verbatim`, and cues, the entry's words.

        What was erased, and rung 3, shows nothing.
        """
        whole = {row["original_entry_id"] for row in rows if row["rung"] == 0 or row["cue"]}
        whole |= set(verbatim)
        brief = [row for row in rows if row["original_entry_id"] not in whole and row["rung"] < 3]
        texts = await self.texts([*whole, *_ids(brief, 1)])
        sentences = {
            one: fading.key_sentences(texts[one]) for one in _ids(brief, 1) if one in texts
        }
        return texts | sentences | await self._summaries(brief)

    async def condensed(self, rows: Sequence[Any]) -> list[str]:
        """Return what each record's vector stands for: its summary, else its key sentences."""
        summaries = await self._summaries(rows)
        texts = await self.texts([one for one in _ids(rows) if one not in summaries])
        return [
            summaries.get(one) or fading.key_sentences(texts.get(one, "")) for one in _ids(rows)
        ]

    async def texts(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the entries' words, without secrets; of one that was erased, none."""
        found = await self.log.get_many(ids) if ids else {}
        return {one: replays.text_of(entry) for one, entry in found.items()}

    def key_of(self, row: Any) -> DataKey:
        """Return the entry's key, of a row of `hold_living`."""
        names = ("tenant", "unit", "key_id", "master_key_id", "wrapped")
        return self.keyring.unwrap(*(row[name] for name in names))

    async def _summaries(self, rows: Sequence[Any]) -> dict[str, str]:
        sealed = {row["original_entry_id"]: row for row in rows if row["summary"]}
        if not sealed:
            return {}
        async with database.pool.connection(self.pool) as connection:
            keys = await connection.fetch(_SQL["living"], self.tenant, [*sealed])
        return {key["id"]: _opened(self.key_of(key), sealed[key["id"]]) for key in keys}


def seal(key: DataKey, agent_id: str, entry_id: str, summary: str) -> bytes:
    """Return a summary as the database holds it."""
    return key.seal(summary.encode(), _binding(agent_id, entry_id))


def _opened(key: DataKey, row: Any) -> str:
    entry_id = row["original_entry_id"]
    bound_to = _binding(row["agent_id"], entry_id)
    return key.open(row["summary"], bound_to, f"the summary of {entry_id}").decode()


def _binding(agent_id: str, entry_id: str) -> bytes:
    return f"summary\0{agent_id}\0{entry_id}".encode()


def _ids(rows: Sequence[Any], rung: int | None = None) -> list[str]:
    return [row["original_entry_id"] for row in rows if rung is None or row["rung"] == rung]
