"""The keys of one installation in one process: opened once with the master key, cached after.

Digest and chain keys derive from a secret that lies in the database wrapped under the master key,
never from the master key itself: so changing the master key rewraps, and alters no digest or root.
A data key is believed alive only as far as the database says so in the same transaction; the cache
saves unwrapping, never that question.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

import asyncpg

from database import queries
from database.pool import Connection, Pool, connection
from reflection_memory.errors import WrongMasterKey
from reflection_memory.sealing import derivation
from reflection_memory.sealing.chain import Chain
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.master_key import SIZE, MasterKey

_SQL = queries.load("data_keys")
SECRET = b"installation secret"
"""What the wrapped secret is bound to."""

_Name = TypeVar("_Name")

CACHED_KEYS = 10_000
"""Data keys that one process keeps unwrapped."""


class Keyring:
    """Creates, unwraps and remembers keys; `open` is the only way to one."""

    __slots__ = ("_by_id", "_by_unit", "_masters", "_secret")

    def __init__(self, masters: Sequence[MasterKey], secret: bytes):
        self._masters = {master.id: master for master in masters}
        self._secret = secret
        self._by_id: OrderedDict[bytes, DataKey] = OrderedDict()
        self._by_unit: OrderedDict[tuple[str, str], DataKey] = OrderedDict()

    @classmethod
    async def open(
        cls, pool: Pool, master: MasterKey, *, old_master: MasterKey | None = None
    ) -> Keyring:
        """Open the keyring of a migrated database; the first to open it makes its secret.

        Args:
            pool: The database.
            master: The master key.
            old_master: The one before it, from before a rotation begins until it has ended.

        Raises:
            WrongMasterKey: The database is sealed under another master key, its secret is lost, or
                a rotation is under way and the old key is not given.
        """
        async with connection(pool) as borrowed:
            fresh = master.wrap(os.urandom(SIZE), SECRET)
            await borrowed.execute(_SQL["create_secret"], master.id, fresh)
        return await cls._opened(pool, [master] if old_master is None else [master, old_master])

    async def check(self, pool: Pool) -> None:
        """See that the database is still sealed under the master keys of this keyring.

        Raises:
            WrongMasterKey: It is not.
        """
        await Keyring._opened(pool, list(self._masters.values()))

    @classmethod
    async def _opened(cls, pool: Pool, masters: Sequence[MasterKey]) -> Keyring:
        async with connection(pool) as borrowed:
            row = await borrowed.fetchrow(_SQL["read_secret"])
        if row is None:
            raise WrongMasterKey(
                "The database holds sealed entries but lost its wrapped secret (table "
                "sealing_secret); restore it from a backup"
            )
        return cls(masters, unwrap_secret(row, masters))

    def subkey(self, purpose: str, owner: str) -> bytes:
        """Return the 32-byte key for `purpose` (`entry digest`) of `owner` (a tenant)."""
        return derivation.derive(self._secret, f"{purpose}\0{owner}")

    def chain(self, purpose: str, owner: str) -> Chain:
        """Return the chain for `purpose` of `owner`."""
        return Chain(self.subkey(f"chain {purpose}", owner))

    def create(self, tenant: str, unit: str) -> DataKey:
        """Return a new key; it is worth something once `store` has committed."""
        return DataKey.create(tenant, unit)

    def likely(self, tenant: str, unit: str) -> DataKey | None:
        """Return the key that this process saw last for `unit`; it may be destroyed by now."""
        return self._by_unit.get((tenant, unit))

    def unwrap(
        self, tenant: str, unit: str, key_id: bytes, master_key_id: str, wrapped: bytes
    ) -> DataKey:
        """Return the living key that a row of `data_keys` holds wrapped.

        Raises:
            WrongMasterKey: It was wrapped under another master key.
            SealBroken: The row was altered.
        """
        key = self._by_id.get(key_id)
        row = (tenant, unit, master_key_id, wrapped)
        if key is None or (key.tenant, key.unit, key.master_key_id, key.wrapped) != row:
            master = _held(self._masters, master_key_id)
            key = DataKey.unwrap(master, tenant, unit, key_id, master_key_id, wrapped)
            self.remember(key)
        return key

    def remember(self, key: DataKey) -> None:
        """Keep `key` unwrapped; the oldest gives way."""
        _put(self._by_id, key.id, key)
        _put(self._by_unit, (key.tenant, key.unit), key)

    async def fetch(
        self, borrowed: Connection, tenant: str, units: Iterable[str]
    ) -> dict[str, DataKey]:
        """Return the living key of each of `units` that has one."""
        rows = await borrowed.fetch(_SQL["living_keys"], tenant, list(units))
        return {row["unit"]: self.unwrap(**row) for row in rows}

    async def store(self, borrowed: Connection, keys: Collection[DataKey]) -> None:
        """Write new keys, in the caller's transaction, under the database's master key of now.

        Raises:
            WrongMasterKey: A rotation has begun, to a master key that is not held here.
            DatabaseRefused: A unit already has a living key (mapped where the transaction ends).
        """
        if not keys:
            return
        masters = self._masters.values()
        wraps = [(key, master, key.wrap(master)) for key in keys for master in masters]
        stored = await borrowed.fetch(
            _SQL["insert_keys"],
            [key.id for key, _, _ in wraps],
            [key.tenant for key, _, _ in wraps],
            [key.unit for key, _, _ in wraps],
            [master.id for _, master, _ in wraps],
            [wrapped for _, _, wrapped in wraps],
        )
        if len(stored) < len(keys):
            raise WrongMasterKey(
                "The master key is being rotated; start this process anew with the new key as "
                "FORGE_MASTER_KEY and this one as FORGE_OLD_MASTER_KEY"
            )
        held = {row["key_id"]: (row["master_key_id"], row["wrapped"]) for row in stored}
        for key in keys:
            key.master_key_id, key.wrapped = held[key.id]
            self.remember(key)

    async def destroy(self, borrowed: Connection, tenant: str, units: Iterable[str]) -> list[str]:
        """Destroy the living keys of `units`, in the caller's transaction; return who had one.

        What they sealed is then unreadable for everybody. Hold the log's head lock, as an append
        does, so that no append can seal with a key that is being destroyed.
        """
        rows = await borrowed.fetch(_SQL["destroy_keys"], tenant, list(units))
        for row in rows:
            self._by_id.pop(row["key_id"], None)
            self._by_unit.pop((tenant, row["unit"]), None)
        return [row["unit"] for row in rows]


def unwrap_secret(row: asyncpg.Record, masters: Iterable[MasterKey]) -> bytes:
    """Return the installation's secret.

    Raises:
        WrongMasterKey: Not all master keys that the database needs are among `masters`.
        SealBroken: The row was altered.
    """
    held = {master.id: master for master in masters}
    master = _held(held, row["master_key_id"])
    if row["rotating_from"] is not None:
        _held(held, row["rotating_from"])
    wrapped: bytes = row["wrapped"]
    return master.unwrap(wrapped, SECRET, master.id, "the installation's secret")


def _held(masters: Mapping[str, MasterKey], master_key_id: str) -> MasterKey:
    found = masters.get(master_key_id)
    if found is None:
        raise WrongMasterKey(
            f"The database is sealed under master key {master_key_id}, and given is "
            f"{' and '.join(masters)}; set FORGE_MASTER_KEY to the key it was sealed under "
            "(and, while a rotation is under way, FORGE_OLD_MASTER_KEY to the one before)"
        )
    return found


def _put(cache: OrderedDict[_Name, DataKey], name: _Name, key: DataKey) -> None:
    cache[name] = key
    if len(cache) > CACHED_KEYS:
        # A plain dict would look for its first member past all that were removed before.
        cache.popitem(last=False)
