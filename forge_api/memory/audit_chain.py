"""The chain over an agent's audit: how a row enters it, and whether all of them still fit.

Roots are keyed, so that only forge can make one. The chain is over sealed words: it verifies after
an erasure as it did before.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory.refusals import invalid
from forge_client.beliefs import AuditVerdict
from reflection_memory.sealing.chain import Chain
from reflection_memory.sealing.keyring import Keyring

SLICE = 500
"""Rows read at a time when the chain is verified."""

COLUMNS = (
    "agent_id",
    "position",
    "decision",
    "belief_id",
    "version",
    "action",
    "from_status",
    "to_status",
    "kind",
    "scope",
    "confidence",
    "target_version",
    "superseded_by",
    "sealed",
    "data_key_id",
    "key_id",
    "role",
    "run_id",
    "at",
)
"""Everything of a row but its root. The order is part of every root: only ever append to it."""

_ANCHOR = re.compile(r"([0-9]{1,18}):([0-9a-f]{64})")

_SQL = queries.load("audit")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place of the chain that was kept outside of the database."""

    position: int
    root: bytes

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read `<position>:<root in hex>`.

        Raises:
            Refused: `invalid`.
        """
        match = _ANCHOR.fullmatch(text)
        if match is None:
            raise invalid("anchor", "must be <position>:<root in hex>, as verify gave it")
        return cls(int(match[1]), bytes.fromhex(match[2]))

    def __str__(self) -> str:
        """Return what `parse` reads."""
        return f"{self.position}:{self.root.hex()}"


def of(keyring: Keyring, agent_id: str) -> Chain:
    """Return the chain of one agent."""
    return keyring.chain("audit", agent_id)


def link(row: Mapping[str, Any]) -> bytes:
    """Return the fixed-width digest by which a row enters the chain."""
    plain = [_plain(row[name]) for name in COLUMNS]
    return hashlib.sha256(json.dumps(plain, separators=(",", ":")).encode("ascii")).digest()


async def verify(
    pool: Pool, keyring: Keyring, agent_id: str, anchor: Anchor | None = None
) -> AuditVerdict:
    """Recompute an agent's whole chain as it stands at one moment.

    With an anchor kept outside, it also shows that the tail was cut off together with the head.
    """
    async with (
        database.pool.connection(pool) as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        return await walk(connection, keyring, agent_id, anchor)


async def walk(
    connection: Connection, keyring: Keyring, agent_id: str, anchor: Anchor | None = None
) -> AuditVerdict:
    """As `verify`, in the caller's transaction: what that sees is what is held to be so."""
    head = await connection.fetchrow(_SQL["head"], agent_id)
    end = (head["position"], head["root"]) if head else (0, None)
    return await _walk(connection, of(keyring, agent_id), agent_id, end, anchor)


async def _walk(
    connection: Connection,
    chain: Chain,
    agent_id: str,
    end: tuple[int, bytes | None],
    anchor: Anchor | None,
) -> AuditVerdict:
    last, last_root = end
    position, root = 0, chain.start(agent_id)
    while rows := await connection.fetch(_SQL["chain_after"], agent_id, position, SLICE):
        for row in rows:
            place, root = position + 1, chain.extend(root, [link(dict(row))])
            anchored = anchor is None or place != anchor.position or anchor.root == root
            if row["position"] != place or row["root"] != root or not anchored or place > last:
                return _broken(place)
            position = place
    if position < max(last, anchor.position if anchor else 0):
        return _broken(position + 1)
    if last_root not in (root, None):
        return _broken(position)
    return AuditVerdict(ok=True, checked=position, position=position, root=root.hex())


def _broken(position: int) -> AuditVerdict:
    return AuditVerdict(ok=False, checked=max(position - 1, 0), first_bad=position)


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return value
