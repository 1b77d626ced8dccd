"""The keys of one installation in one process: opened once with the master key, cached after.

Digest and chain keys derive from a secret that lies in the database wrapped under the master key,
never from the master key itself: so changing the master key rewraps, and alters no digest or root.
A data key is believed alive only as far as the database says so in the same transaction; the cache
saves unwrapping, never that question.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

from database import queries
from database.pool import Connection, Pool, connection
from reflection_memory.errors import WrongMasterKey
from reflection_memory.sealing import derivation
from reflection_memory.sealing.chain import Chain
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.master_key import SIZE, MasterKey

_SQL = queries.load("data_keys")
_SECRET = b"installation secret"
_Name = TypeVar("_Name")

CACHED_KEYS = 10_000
"""Data keys that one process keeps unwrapped."""


class Keyring:
    """Creates, unwraps and remembers keys; `open` is the only way to one."""

    __slots__ = ("_by_id", "_by_unit", "_master", "_secret")

    def __init__(self, master: MasterKey, secret: bytes):
        self._master = master
        self._secret = secret
        self._by_id: dict[bytes, DataKey] = {}
        self._by_unit: dict[tuple[str, str], DataKey] = {}

    @classmethod
    async def open(cls, pool: Pool, master: MasterKey) -> Keyring:
        """Open the keyring of a migrated database; the first to open it makes its secret.

        Raises:
            WrongMasterKey: The database is sealed under another master key, or its secret is lost.
        """
        async with connection(pool) as borrowed:
            fresh = master.wrap(os.urandom(SIZE), _SECRET)
            await borrowed.execute(_SQL["create_secret"], master.id, fresh)
            row = await borrowed.fetchrow(_SQL["read_secret"])
        if row is None:
            raise WrongMasterKey(
                "The database holds sealed entries but lost its wrapped secret (table "
                "sealing_secret); restore it from a backup"
            )
        subject = "the installation's secret"
        return cls(master, master.unwrap(row["wrapped"], _SECRET, row["master_key_id"], subject))

    def subkey(self, purpose: str, owner: str) -> bytes:
        """Return the 32-byte key for `purpose` (`entry digest`) of `owner` (a tenant)."""
        return derivation.derive(self._secret, f"{purpose}\0{owner}")

    def chain(self, purpose: str, owner: str) -> Chain:
        """Return the chain for `purpose` of `owner`."""
        return Chain(self.subkey(f"chain {purpose}", owner))

    def create(self, tenant: str, unit: str) -> DataKey:
        """Return a new key; it is worth something once `store` has committed."""
        return DataKey.create(self._master, tenant, unit)

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
            key = DataKey.unwrap(self._master, tenant, unit, key_id, master_key_id, wrapped)
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

    async def store(self, borrowed: Connection, keys: Iterable[DataKey]) -> None:
        """Write new keys, in the caller's transaction.

        Raises:
            DatabaseRefused: A unit already has a living key (mapped where the transaction ends).
        """
        for key in keys:
            await borrowed.execute(
                _SQL["insert_key"], key.id, key.tenant, key.unit, key.master_key_id, key.wrapped
            )
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


def _put(cache: dict[_Name, DataKey], name: _Name, key: DataKey) -> None:
    cache[name] = key
    if len(cache) > CACHED_KEYS:
        del cache[next(iter(cache))]
