"""Changing the master key: data keys and the installation's secret are wrapped anew, nothing else.

No entry, digest or root is touched. It goes on while forge runs, if forge holds both keys, and each
page is a transaction of its own: killed anywhere, the same call again goes on where it was.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from database import queries
from database.pool import Connection, Pool, connection, transaction
from reflection_memory.errors import InvalidMasterKey, SealBroken
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.keyring import SECRET, unwrap_secret
from reflection_memory.sealing.master_key import MasterKey

PAGE = 1_000
"""Keys that one transaction wraps anew."""

_SQL = queries.load("data_keys")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rotation has come in this call.

    Attributes:
        rewrapped: Keys that were wrapped anew.
        left: Keys that are still to come.
        broken: Keys that do not open and were left as they are; the log's verify names them.
        done: The old master key is needed no more.
    """

    rewrapped: int
    left: int
    broken: int = 0
    done: bool = False


async def rotate(owner: Pool, old: MasterKey, new: MasterKey) -> AsyncIterator[Progress]:
    """Change the master key from `old` to `new`, a page a step; safe to repeat.

    Args:
        owner: A pool of the role that owns the tables; the API's own may not do this.
        old: The master key until now.
        new: The one from now on.

    Raises:
        InvalidMasterKey: Both are the same.
        WrongMasterKey: The database is sealed under neither, or under a third one.
        SealBroken: The installation's secret does not open.
    """
    if old.id == new.id:
        raise InvalidMasterKey("The new master key is the old one; make another")
    if not await _begin(owner, old, new):
        yield Progress(0, 0, done=True)
        return
    rewrapped = 0
    while True:
        page = _Pages(owner, old, new)
        async for count in page.rewrap():
            rewrapped += count
            yield Progress(rewrapped, await _count(owner, old), page.broken)
        if await _end(owner, old, page.broken):
            yield Progress(rewrapped, 0, page.broken, done=True)
            return


async def _begin(owner: Pool, old: MasterKey, new: MasterKey) -> bool:
    """Seal the secret under the new key; False: there is nothing (more) to rotate."""
    async with transaction(owner) as borrowed:
        row = await borrowed.fetchrow(_SQL["lock_secret"])
        if row is None:
            return False
        secret = unwrap_secret(row, [new, old])
        if row["master_key_id"] == old.id:
            wrapped = new.wrap(secret, SECRET)
            await borrowed.execute(_SQL["begin_rotation"], old.id, new.id, wrapped)
            return True
        return row["rotating_from"] is not None


class _Pages:
    """One walk over all keys that are under the old master key."""

    def __init__(self, owner: Pool, old: MasterKey, new: MasterKey):
        self.broken = 0
        self._owner = owner
        self._old = old
        self._new = new
        self._after = b""

    async def rewrap(self) -> AsyncIterator[int]:
        """Wrap a page of keys anew, and say how many."""
        while True:
            async with transaction(self._owner) as borrowed:
                count = await self._page(borrowed)
            if count is None:
                return
            yield count

    async def _page(self, borrowed: Connection) -> int | None:
        rows = await borrowed.fetch(_SQL["keys_to_rewrap"], self._after, self._old.id, PAGE)
        if not rows:
            return None
        self._after = rows[-1]["key_id"]
        wrapped: dict[bytes, bytes] = {}
        for row in rows:
            try:
                key = DataKey.unwrap(self._old, **row, master_key_id=self._old.id)
            except SealBroken:
                self.broken += 1
            else:
                wrapped[key.id] = key.wrap(self._new)
        await borrowed.execute(
            _SQL["rewrap_keys"], self._new.id, list(wrapped), list(wrapped.values())
        )
        return len(wrapped)


async def _end(owner: Pool, old: MasterKey, broken: int) -> bool:
    """End the rotation, unless a key was made under the old master key since it was looked for."""
    async with transaction(owner) as borrowed:
        await borrowed.execute(_SQL["hold_keys"])
        if await borrowed.fetchval(_SQL["count_keys_under"], old.id) > broken:
            return False
        await borrowed.execute(_SQL["end_rotation"])
        return True


async def _count(owner: Pool, old: MasterKey) -> int:
    async with connection(owner) as borrowed:
        return int(await borrowed.fetchval(_SQL["count_keys_under"], old.id))
