"""Verification: recompute a log's chain from its first entry, and name where it breaks.

Only ciphertext is read, so erased entries verify like all others. What it cannot see by itself is a
tail that was cut together with the head: for that it needs an anchor that was kept elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import asyncpg

from database import queries
from database.pool import Pool, connection
from reflection_memory import claims, links, stretches
from reflection_memory.errors import InvalidEntry, SealBroken, SealingError
from reflection_memory.links import FINGERPRINT_SIZE
from reflection_memory.sealing.chain import Chain
from reflection_memory.sealing.keyring import Keyring

PAGE = 200
"""Rows that are held at once."""

_SQL = queries.load("log_verify")
_ANCHOR = re.compile(r"(\d{1,18}):([0-9a-f]{64})")
_ROOT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A root and the position that it stands behind; `str` of it is what `parse` reads."""

    position: int
    root: bytes

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read an anchor.

        Raises:
            InvalidEntry: It is not `position:root`, the root in hexadecimal.
        """
        found = _ANCHOR.fullmatch(text.strip())
        if not found:
            raise InvalidEntry("anchor", "is not of the form position:root, as verify prints it")
        return cls(int(found[1]), bytes.fromhex(found[2]))

    def __str__(self) -> str:
        return f"{self.position}:{self.root.hex()}"


def kept(text: str) -> Anchor | bytes:
    """Read what was kept outside: an anchor, or a root alone, which may stand anywhere.

    Raises:
        InvalidEntry: It is neither.
    """
    return bytes.fromhex(text) if _ROOT.fullmatch(text) else Anchor.parse(text)


@dataclass(frozen=True, slots=True)
class Verification:
    """What a verification found.

    Attributes:
        checked: How many entries hold, from the first on.
        first_bad: The first position that does not; None: all hold.
        reason: What is wrong there.
        anchor: Where the log ended when it was read; worth keeping when all holds.
    """

    ok: bool
    checked: int
    first_bad: int | None
    reason: str | None
    anchor: Anchor


async def anchors(pool: Pool) -> dict[str, Anchor]:
    """Return where each tenant's log ends now: lines worth keeping outside of the database."""
    async with connection(pool) as borrowed:
        rows = await borrowed.fetch(_SQL["all_heads"])
    return {row["tenant"]: Anchor(row["position"], row["root"]) for row in rows}


class Verifier:
    """Verifies one tenant's log."""

    def __init__(self, pool: Pool, keyring: Keyring, tenant: str):
        self._pool = pool
        self._keyring = keyring
        self._chain = keyring.chain("log", tenant)
        self._tenant = tenant

    async def anchor(self) -> Anchor:
        """Return where the log ends now."""
        return self._end_of(await self._head())

    async def verify(self, kept: Sequence[Anchor | bytes]) -> Verification:
        """Walk the chain up to where the log ends now, and past each anchor and root."""
        head = await self._head()
        end = self._end_of(head)
        walk = _Walk(self._keyring, self._chain, self._chain.start(self._tenant), kept)
        try:
            if head is not None:
                await self._follow(walk, head)
            walk.arrive(head)
        except _Broken as broken:
            return Verification(False, walk.position, broken.position, broken.reason, end)
        return Verification(True, walk.position, None, None, end)

    async def _follow(self, walk: _Walk, head: asyncpg.Record) -> None:
        entries = self._pages("page_entries", "position", head)
        async for batch in self._pages("page_batches", "first_position", head):
            walk.begin(batch)
            for _ in range(batch["first_position"], batch["last_position"] + 1):
                walk.check(await anext(entries, None))
            walk.close()

    async def _pages(
        self, query: str, order: str, head: asyncpg.Record
    ) -> AsyncIterator[asyncpg.Record]:
        after = 0
        while True:
            async with connection(self._pool) as borrowed:
                rows = await borrowed.fetch(_SQL[query], head["log"], after, head["position"], PAGE)
            for row in rows:
                yield row
            if len(rows) < PAGE:
                return
            after = rows[-1][order]

    async def _head(self) -> asyncpg.Record | None:
        async with connection(self._pool) as borrowed:
            return await borrowed.fetchrow(_SQL["read_head"], self._tenant)

    def _end_of(self, head: asyncpg.Record | None) -> Anchor:
        if head is None:
            return Anchor(0, self._chain.start(self._tenant))
        return Anchor(head["position"], head["root"])


class _Broken(Exception):
    """The chain breaks at a position."""

    def __init__(self, position: int, reason: str):
        super().__init__(reason)
        self.position = position
        self.reason = reason


class _Said(NamedTuple):
    """By what an entry is found, and what its row says of its stretches."""

    source: str
    correlation_id: str | None
    source_reach: int | None
    correlation_reach: int | None


class _Walk:
    """The walk along one chain: `position` and `root` are as far as everything holds."""

    def __init__(
        self, keyring: Keyring, chain: Chain, start: bytes, kept: Iterable[Anchor | bytes]
    ):
        self.position = 0
        self._root = start
        self._committed_us = 0
        self._keyring = keyring
        self._chain = chain
        placed = {one for one in kept if isinstance(one, Anchor) and one.position}
        # The last one first; position 0 is before every log.
        self._anchors = sorted(placed, key=_reversed)
        self._roots = {one for one in kept if isinstance(one, bytes)} - {start}
        self._batch: asyncpg.Record
        self._links: list[bytes] = []
        self._said: list[_Said] = []
        self._sequences: dict[str, int] = {}
        self._sound_keys: set[bytes] = set()

    def begin(self, batch: asyncpg.Record) -> None:
        """Enter the next batch."""
        first, last = batch["first_position"], batch["last_position"]
        if first != self.position + 1:
            raise _Broken(self.position + 1, "the batch that begins here is missing")
        if len(batch["fingerprints"]) != (last - first + 1) * FINGERPRINT_SIZE:
            raise _Broken(first, "the batch that begins here was altered")
        self._batch, self._links, self._said = batch, [], []

    def check(self, row: asyncpg.Record | None) -> None:
        """Check the batch's next entry."""
        index = len(self._links)
        position = self._batch["first_position"] + index
        if row is None or row["position"] != position:
            raise _Broken(position, "the entry is missing")
        if row["committed_us"] != self._batch["committed_us"] + index:
            raise _Broken(position, "its time was altered")
        if row["sequence"] != self._sequences.get(row["source"], 0) + 1:
            raise _Broken(position, "its source or sequence was altered")
        self._sequences[row["source"]] = row["sequence"]
        self._links.append(self._link(row, index))
        self._said.append(_Said(*(row[name] for name in _Said._fields)))
        self._check_key(row)

    def close(self) -> None:
        """Leave the batch, and see that its root follows."""
        first, last = self._batch["first_position"], self._batch["last_position"]
        root = self._chain.extend(self._root, self._links)
        if root != self._batch["root"]:
            raise _Broken(first, "the root of the batch that begins here does not follow")
        self._check_reaches(first)
        self._roots.discard(root)
        while self._anchors and self._anchors[-1].position <= last:
            if self._anchors.pop() != Anchor(last, root):
                raise _Broken(first, "the log is not the one that the anchor was taken of")
        self.position, self._root = last, root
        self._committed_us = self._batch["committed_us"] + last - first

    def arrive(self, head: asyncpg.Record | None) -> None:
        """See that the log's head and the anchor agree with what was walked."""
        if head is not None:
            self._compare_head(head)
        if self._anchors:
            raise _Broken(
                self.position + 1,
                f"the log ends before here, but its anchor stands at {self._anchors[0].position}: "
                "its tail was cut",
            )
        if self._roots:
            raise _Broken(
                self.position + 1,
                f"the log never stood at the root {min(self._roots).hex()}: its tail was cut, or "
                "it is another log's",
            )

    def _compare_head(self, head: asyncpg.Record) -> None:
        if head["position"] != self.position:
            raise _Broken(self.position + 1, "the entries from here to the log's head are missing")
        if (head["root"], head["committed_us"]) != (self._root, self._committed_us):
            raise _Broken(self.position, "the log's head was altered")

    def _check_reaches(self, first: int) -> None:
        """See that every entry of the batch is found by its source and by its exchange."""
        if all(said.source_reach == said.correlation_reach == 0 for said in self._said):
            return  # Each is found by itself, as all were before there were stretches.
        sources = stretches.reaches(said.source for said in self._said)
        exchanges = stretches.reaches(said.correlation_id for said in self._said)
        for place, (said, *reaches) in enumerate(zip(self._said, sources, exchanges, strict=True)):
            if [said.source_reach, said.correlation_reach] != reaches:
                raise _Broken(first + place, "what it is found by was altered")

    def _link(self, row: asyncpg.Record, index: int) -> bytes:
        leaf = links.leaf(claims.of(row) + row["key_id"], row["digest"], row["sealed"])
        start = index * FINGERPRINT_SIZE
        if leaf[:FINGERPRINT_SIZE] != self._batch["fingerprints"][start : start + FINGERPRINT_SIZE]:
            raise _Broken(row["position"], "the entry was altered")
        return links.link(leaf, row["position"], row["committed_us"], row["sequence"])

    def _check_key(self, row: asyncpg.Record) -> None:
        """See that the entry could be opened, unless it was erased."""
        if row["destroyed_at"] is not None or row["key_id"] in self._sound_keys:
            return
        try:
            if row["wrapped"] is None:
                raise SealBroken("the missing key")
            self._keyring.unwrap(
                row["tenant"], row["unit"], row["key_id"], row["master_key_id"], row["wrapped"]
            )
        except SealingError:
            raise _Broken(row["position"], "its data key was altered or is missing") from None
        self._sound_keys.add(row["key_id"])


def _reversed(anchor: Anchor) -> int:
    return -anchor.position
