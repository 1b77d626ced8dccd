"""Taking a narrative into a log: what is new is appended, what is there stays as it is.

Safe to repeat, and to go on with after it was cut off: an entry is known by its id. Erasure wins in
both directions: an entry that was erased here stays so, and one that arrives erased takes its id,
so that no older copy can bring its words back under it.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from database.pool import Pool, transaction
from reflection_memory.append import Appender
from reflection_memory.draft import reseal
from reflection_memory.entry import NewEntry, ReflectionEntry
from reflection_memory.errors import EntryDiffers
from reflection_memory.log import ReflectionMemory
from reflection_memory.sameness import says_the_same
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.wire.told import Told

BATCH = 1_000
"""Entries that are held, and written at once."""

MOST_NAMED = 100
"""Ids of entries that differ which an account names."""


@dataclass
class Account:
    """What became of a narrative's entries.

    Attributes:
        new: Appended, husks of erased ones included.
        known: There already, with the same content.
        erased_here: There already and erased: what arrived was left out.
        erased_there: Arrived erased, though this log still holds the words: nothing was changed.
        differing: Their ids are taken by other content: what arrived was left out.
        named: The first ids of those.
    """

    new: int = 0
    known: int = 0
    erased_here: int = 0
    erased_there: int = 0
    differing: int = 0
    named: list[str] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Return how many entries were dealt with."""
        return self.new + self.known + self.erased_here + self.erased_there + self.differing


class Importer:
    """Imports into the log of `tenant`."""

    def __init__(self, pool: Pool, keyring: Keyring, tenant: str):
        self._pool = pool
        self._keyring = keyring
        self._tenant = tenant
        self._log = ReflectionMemory(pool, keyring, tenant)
        self._appender = Appender(keyring, tenant)

    async def take(self, narrative: AsyncIterable[Told], account: Account) -> None:
        """Take every entry in its order, and keep `account`; what was taken stays, whatever comes.

        Raises:
            InvalidEntry: The narrative, or a content in it, cannot be kept.
        """
        batch: list[Told] = []
        async for told in narrative:
            batch.append(told)
            if len(batch) == BATCH:
                await self._take(batch, account)
                batch = []
        await self._take(batch, account)

    async def _take(self, batch: Sequence[Told], account: Account) -> None:
        found = await self._log.get_many([told.entry.id for told in batch])
        for told in batch:
            if (kept := found.get(told.entry.id)) is not None:
                _tell_known(told, kept, account)
        fresh = [told for told in batch if told.entry.id not in found]
        for erased, run in groupby(fresh, key=lambda told: told.erased):
            entries = [told.entry for told in run]
            await (self._bury if erased else self._record)(entries, account)

    async def _record(self, entries: Sequence[NewEntry], account: Account) -> None:
        recorded = await self._log.record_many(entries)
        account.new += len({one.id for one in recorded if one.fresh})
        account.known += sum(not one.fresh for one in recorded)

    async def _bury(self, entries: Sequence[NewEntry], account: Account) -> None:
        """Append husks: sealed with a key that is destroyed before anybody can use it."""
        drafts = await self._appender.draft(entries)
        unit = f"erased/{next(iter(drafts))}"
        key = self._keyring.create(self._tenant, unit)
        for draft in drafts.values():
            draft.unit, draft.key = unit, key
        reseal(drafts.values())
        async with transaction(self._pool) as connection:
            [answer] = await self._appender.append_each(connection, [drafts])
            if isinstance(answer, EntryDiffers):
                raise answer
            await self._keyring.destroy(connection, self._tenant, [unit])
        account.new += sum(answer[name].fresh for name in drafts)


def _tell_known(told: Told, kept: ReflectionEntry, account: Account) -> None:
    if kept.erased:
        account.erased_here += 1
    elif told.erased:
        account.erased_there += 1
    elif says_the_same(told.entry, kept):
        account.known += 1
    else:
        account.differing += 1
        account.named = [*account.named, kept.id][:MOST_NAMED]
