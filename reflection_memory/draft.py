"""Drafts: entries digested and sealed, all that can be done before the log is locked."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from reflection_memory import body, claims, links, moment
from reflection_memory.entry import NewEntry
from reflection_memory.errors import EntryDiffers
from reflection_memory.sealing import data_key
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import NONCE

SLICE = 64
"""Entries that are drafted before everybody else in the process has a turn."""

DIGEST_SIZE = 16
"""Bytes of the keyed digest that tells a repeated entry from another one with its id."""


@dataclass(slots=True)
class Draft:
    """An entry on its way into the log: `seal` fills in the middle part, the lock the last."""

    entry: NewEntry
    occurred_us: int
    body: bytes
    claims: bytes
    digest: bytes
    unit: str
    key: DataKey

    sealed: bytes = b""
    leaf: bytes = b""

    position: int = 0
    committed_us: int = 0
    sequence: int = 0


class Drafter:
    """Drafts the entries of one tenant."""

    def __init__(self, keyring: Keyring, tenant: str):
        self._keyring = keyring
        self._tenant = tenant
        self._digest_of_nothing = hashlib.blake2b(
            digest_size=DIGEST_SIZE, key=keyring.subkey("entry digest", tenant)
        )

    async def draft(self, entries: Sequence[NewEntry]) -> dict[str, Draft]:
        """Return a sealed draft an id, in order; an id that comes twice must say the same twice.

        Between slices others have a turn: a large batch holds nobody up, and its sealing goes on
        while Postgres commits the one before it.

        Raises:
            InvalidEntry: A body cannot be kept.
            EntryDiffers: Two entries share an id and say different things.
        """
        now = moment.to_microseconds(datetime.now(UTC))
        keys: dict[str, DataKey] = {}
        drafts: dict[str, Draft] = {}
        for start in range(0, len(entries), SLICE):
            if start:
                await asyncio.sleep(0)
            drawn = [self._draft(entry, now, keys) for entry in entries[start : start + SLICE]]
            seal(drawn)
            for draft in drawn:
                if drafts.setdefault(draft.entry.id, draft).digest != draft.digest:
                    raise EntryDiffers(draft.entry.id)
        return drafts

    def _draft(self, entry: NewEntry, now: int, keys: dict[str, DataKey]) -> Draft:
        plain, canonical = body.encode(entry.content, entry.references, entry.metadata)
        claimed = claims.encode(
            entry.id, entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id
        )
        given = moment.to_microseconds(entry.occurred_at) if entry.occurred_at else None
        occurred_us = now if given is None else given
        unit = _unit(entry, occurred_us)
        key = keys.get(unit)
        if key is None:
            key = keys[unit] = self._key_for(unit)
        # Who repeats an entry need not repeat a time that was made here: the digest is over what
        # was given, the seal over what is kept.
        digest = self._digest(claims.timed(claimed, given) + canonical)
        kept = claims.timed(claimed, occurred_us)
        return Draft(entry, occurred_us, plain, kept, digest, unit, key)

    def _digest(self, said: bytes) -> bytes:
        """Return a keyed digest; a bare hash would let a short secret be guessed."""
        digest = self._digest_of_nothing.copy()
        digest.update(said)
        return digest.digest()

    def _key_for(self, unit: str) -> DataKey:
        return self._keyring.likely(self._tenant, unit) or self._keyring.create(self._tenant, unit)


def seal(drafts: Collection[Draft]) -> None:
    """Seal each draft with its key, anew where it was sealed before."""
    nonces = os.urandom(NONCE * len(drafts))
    for start, draft in zip(range(0, len(nonces), NONCE), drafts, strict=True):
        nonce = nonces[start : start + NONCE]
        bound_to = draft.claims + draft.key.id
        draft.sealed = nonce + draft.key.encrypt(nonce, draft.body, bound_to)
        draft.leaf = links.leaf(bound_to, draft.digest, draft.sealed)


def _unit(entry: NewEntry, occurred_us: int) -> str:
    if entry.correlation_id is None:
        return data_key.day(entry.source, occurred_us)
    return data_key.exchange(entry.correlation_id)
