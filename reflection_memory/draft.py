"""Drafts: entries digested and sealed, all that can be done before the log is locked."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias

from reflection_memory import body, claims, links, moment, rows
from reflection_memory.entry import NewEntry
from reflection_memory.errors import EntryDiffers
from reflection_memory.sealing import data_key
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import NONCE

SLICE = 16
"""Entries that are drafted before everybody else in the process has a turn."""

DIGEST_SIZE = 16
"""Bytes of the keyed digest that tells a repeated entry from another one with its id."""


@dataclass(slots=True)
class Draft:
    """An entry on its way into the log: `seal` fills in the middle part, the lock the last."""

    entry: NewEntry
    name: bytes
    occurred_us: int
    body: bytes
    claims: bytes
    digest: bytes
    texts: bytes
    unit: str
    key: DataKey

    leaf: bytes = b""
    row: bytes = b""

    position: int = 0
    committed_us: int = 0
    sequence: int = 0


class _Voice(NamedTuple):
    """What the entries of one call share that say the same of themselves: made once for all."""

    claims: bytes
    texts: bytes
    unit: str
    key: DataKey


class Drafter:
    """Drafts the entries of one tenant."""

    def __init__(self, keyring: Keyring, tenant: str):
        self._keyring = keyring
        self._tenant = tenant
        self._digest_of_nothing = hashlib.blake2b(
            digest_size=DIGEST_SIZE, key=keyring.subkey("entry digest", tenant)
        )
        # One large call after the other: the first is on its way while the next is drafted.
        self._large = asyncio.Lock()

    async def draft(self, entries: Sequence[NewEntry]) -> dict[str, Draft]:
        """Return a sealed draft an id, in order; an id that comes twice must say the same twice.

        Between slices others have a turn: a large batch holds nobody up, and its sealing goes on
        while Postgres commits the one before it.

        Raises:
            InvalidEntry: A body cannot be kept.
            EntryDiffers: Two entries share an id and say different things.
        """
        if len(entries) <= SLICE:
            return await self._draft_all(entries)
        async with self._large:
            return await self._draft_all(entries)

    async def _draft_all(self, entries: Sequence[NewEntry]) -> dict[str, Draft]:
        now = moment.to_microseconds(datetime.now(UTC))
        voices: dict[_Shared, _Voice] = {}
        drafts: dict[str, Draft] = {}
        for start in range(0, len(entries), SLICE):
            if start:
                await asyncio.sleep(0)
            drawn = [self._draft(entry, now, voices) for entry in entries[start : start + SLICE]]
            seal(drawn)
            for draft in drawn:
                if drafts.setdefault(draft.entry.id, draft).digest != draft.digest:
                    raise EntryDiffers(draft.entry.id)
        return drafts

    def _draft(self, entry: NewEntry, now: int, voices: dict[_Shared, _Voice]) -> Draft:
        plain, canonical = body.encode(entry.content, entry.references, entry.metadata)
        given = entry.occurred_at
        occurred_us = now if given is None else moment.to_microseconds(given)
        day = occurred_us // data_key.DAY if entry.correlation_id is None else None
        shared = (entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id, day)
        voice = voices.get(shared)
        if voice is None:
            voice = voices[shared] = self._voice(entry, occurred_us)
        name = entry.id.encode()
        claimed, texts, unit, key = voice
        claimed, time = name + claimed, claims.time(occurred_us)
        # Who repeats an entry need not repeat a time that was made here: the digest is over what
        # was given, the seal over what is kept.
        digest = self._digest_of_nothing.copy()
        digest.update(claimed + (claims.UNTIMED if given is None else time) + canonical)
        return Draft(
            *(entry, name, occurred_us, plain, claimed + time, digest.digest(), texts, unit, key)
        )

    def _voice(self, entry: NewEntry, occurred_us: int) -> _Voice:
        said = (entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id)
        unit = _unit(entry, occurred_us)
        likely = self._keyring.likely(self._tenant, unit)
        key = likely or self._keyring.create(self._tenant, unit)
        return _Voice(claims.voice(*said), rows.texts(said), unit, key)


def seal(drafts: Collection[Draft]) -> None:
    """Seal each draft with its key, anew where it was sealed before."""
    nonces = os.urandom(NONCE * len(drafts))
    for start, draft in zip(range(0, len(nonces), NONCE), drafts, strict=True):
        nonce = nonces[start : start + NONCE]
        key = draft.key
        bound_to = draft.claims + key.id
        sealed = nonce + key.encrypt(nonce, draft.body, bound_to)
        draft.leaf = links.leaf(bound_to, draft.digest, sealed)
        draft.row = rows.settled(
            draft.occurred_us, key.id, draft.digest, sealed, draft.name, draft.texts
        )


def _unit(entry: NewEntry, occurred_us: int) -> str:
    if entry.correlation_id is None:
        return data_key.day(entry.source, occurred_us)
    return data_key.exchange(entry.correlation_id)


_Shared: TypeAlias = tuple[str, str, str, str, str | None, int | None]
"""Origin, lane, type, source and exchange; outside exchanges the day."""
