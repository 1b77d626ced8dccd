"""Drafts: entries digested and sealed, all that can be done before the log is locked."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias, TypeVar

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
    """An entry on its way into the log: sealed, and once the log is locked, placed.

    It keeps what the log will hold and no other bytes: a batch that outgrows the processor's cache
    costs half as much again.
    """

    entry: NewEntry
    occurred_us: int
    digest: bytes
    unit: str
    key: DataKey
    leaf: bytes
    row: bytes

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
            for entry, nonce in _with_nonces(entries[start : start + SLICE]):
                draft = self._draft(entry, now, voices, nonce)
                if drafts.setdefault(entry.id, draft).digest != draft.digest:
                    raise EntryDiffers(entry.id)
        return drafts

    def _draft(
        self, entry: NewEntry, now: int, voices: dict[_Shared, _Voice], nonce: bytes
    ) -> Draft:
        plain, canonical = body.encode(entry.content, entry.references, entry.metadata)
        given = entry.occurred_at
        occurred_us = now if given is None else moment.to_microseconds(given)
        day = occurred_us // data_key.DAY if entry.correlation_id is None else None
        shared = (entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id, day)
        voice = voices.get(shared)
        if voice is None:
            voice = voices[shared] = self._voice(entry, occurred_us)
        said, texts, unit, key = voice
        name = entry.id.encode()
        claimed, time = name + said, claims.time(occurred_us)
        # Who repeats an entry need not repeat a time that was made here: the digest is over what
        # was given, the seal over what is kept.
        keyed = self._digest_of_nothing.copy()
        keyed.update(claimed + (claims.UNTIMED if given is None else time) + canonical)
        digest = keyed.digest()
        sealed = _seal(key, nonce, plain, claimed + time, occurred_us, digest, name, texts)
        return Draft(entry, occurred_us, digest, unit, key, *sealed)

    def _voice(self, entry: NewEntry, occurred_us: int) -> _Voice:
        said = (entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id)
        unit = _unit(entry, occurred_us)
        likely = self._keyring.likely(self._tenant, unit)
        key = likely or self._keyring.create(self._tenant, unit)
        return _Voice(claims.voice(*said), rows.texts(said), unit, key)


def reseal(drafts: Collection[Draft]) -> None:
    """Seal drafts anew, each with the key that it has now."""
    for draft, nonce in _with_nonces(drafts):
        entry = draft.entry
        said = (entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id)
        plain, _ = body.encode(entry.content, entry.references, entry.metadata)
        bound_to = claims.encode(entry.id, *said) + claims.time(draft.occurred_us)
        kept = (draft.occurred_us, draft.digest, entry.id.encode(), rows.texts(said))
        draft.leaf, draft.row = _seal(draft.key, nonce, plain, bound_to, *kept)


def _with_nonces(drawn: Collection[_Sealable]) -> Iterator[tuple[_Sealable, bytes]]:
    """Return each with a nonce; drawn one by one, these would cost as much as sealing does."""
    nonces = os.urandom(NONCE * len(drawn))
    starts = range(0, len(nonces), NONCE)
    return zip(drawn, [nonces[start : start + NONCE] for start in starts], strict=True)


def _seal(
    key: DataKey,
    nonce: bytes,
    plain: bytes,
    claimed: bytes,
    occurred_us: int,
    digest: bytes,
    name: bytes,
    texts: bytes,
) -> tuple[bytes, bytes]:
    """Return the leaf of an entry, and its row so far."""
    bound_to = claimed + key.id
    sealed = nonce + key.encrypt(nonce, plain, bound_to)
    row = rows.settled(occurred_us, key.id, digest, sealed, name, texts)
    return links.leaf(bound_to, digest, sealed), row


def _unit(entry: NewEntry, occurred_us: int) -> str:
    if entry.correlation_id is None:
        return data_key.day(entry.source, occurred_us)
    return data_key.exchange(entry.correlation_id)


_Shared: TypeAlias = tuple[str, str, str, str, str | None, int | None]
"""Origin, lane, type, source and exchange; outside exchanges the day."""

_Sealable = TypeVar("_Sealable", NewEntry, Draft)
