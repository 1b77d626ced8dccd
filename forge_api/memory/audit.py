"""The audit of an agent's beliefs: one row a version, sealed, chained, append-only.

Each belief's words lie under a data key of its own, so that they can be erased while the row, and
the chain over it, stays. Whoever changes an agent's beliefs holds the lock on the chain's head
from before it reads until it commits; nothing else orders them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from database import queries
from database.pool import Connection
from forge_api.memory import audit_chain, closed_doors
from forge_client.beliefs import AuditRow, Belief
from forge_client.names import Status
from reflection_memory.sealing import data_key
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.keyring import Keyring

Action = Literal[
    "propose",
    "keep",
    "forget",
    "edit",
    "restore",
    "undo",
    "erase",
    "strengthened",
    "weakened",
    "forgotten",
    "superseded",
]
"""What made a version: a door, or, as a participle, a kept change of which it was the target."""

_SQL = queries.load("audit")


@dataclass(frozen=True, slots=True)
class Signature:
    """Who acts: the key that counts, and what its holder says."""

    tenant: str
    key_id: str
    role: str
    actor: str | None = None
    reason: str | None = None
    run_id: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A belief's way to its next version: `belief` is as it stands after."""

    belief: Belief
    action: Action
    from_status: Status | None


@dataclass(frozen=True, slots=True)
class Head:
    """The locked end of an agent's chain, and the moment of the act that will be written there.

    Moments strictly increase from act to act, so that "as of" never sees half of one.
    """

    agent_id: str
    position: int
    root: bytes
    at: datetime


@dataclass(frozen=True, slots=True)
class Past:
    """A version that a belief once had, read back from the audit."""

    belief_id: str
    version: int
    status: Status
    content: str
    fields: Mapping[str, Any]
    """The columns `kind`, `scope`, `confidence`, `target_version`, `superseded_by`."""


class Audit:
    """Writes and reads the audit with the installation's keys."""

    def __init__(self, keyring: Keyring) -> None:
        self.keyring = keyring

    async def lock(self, connection: Connection, agent_id: str, now: datetime) -> Head:
        """Take the lock under which this agent's beliefs change, until the transaction ends.

        It is the first lock of every such transaction, before any row of beliefs or episodes:
        one fixed order, so none waits for another in a circle, and what was read under it (which
        beliefs are live, whether one is a duplicate, which version a target has) still holds at
        commit. Turns do not take it; an agent goes on remembering while a person decides.
        """
        start = audit_chain.of(self.keyring, agent_id).start(agent_id)
        await connection.execute(_SQL["ensure_head"], agent_id, start)
        [row] = await _rows(connection, "lock_head", agent_id)
        at = max(now, row["at"] + timedelta(microseconds=1))
        return Head(agent_id, row["position"], row["root"], at)

    async def append(
        self,
        connection: Connection,
        head: Head,
        signature: Signature,
        acts: Sequence[Sequence[Step]],
    ) -> Head:
        """Write one row a step, and move the head; steps of one act can only be undone together.

        Returns:
            The new end of the chain, which stands once the transaction has committed.

        Raises:
            Refused: `erased`, when a belief's key was destroyed.
        """
        keys = await self._keys(connection, signature.tenant, _flat(acts))
        chain = audit_chain.of(self.keyring, head.agent_id)
        position, root = head.position, head.root
        rows = []
        for act in acts:
            decision = position + 1
            for step in act:
                position += 1
                row = _row(head, position, decision, step, signature, keys[step.belief.id])
                root = chain.extend(root, [audit_chain.link(row)])
                rows.append((*(row[name] for name in audit_chain.COLUMNS), root))
        if rows:
            await connection.executemany(_SQL["insert_audit"], rows)
            await connection.execute(_SQL["move_head"], head.agent_id, position, root, head.at)
        return Head(head.agent_id, position, root, head.at)

    async def of_belief(
        self, connection: Connection, tenant: str, agent_id: str, belief_id: str
    ) -> list[AuditRow]:
        """Return everything that ever happened to a belief, newest first."""
        rows = await _rows(connection, "audit_of_belief", agent_id, belief_id)
        words = await self._opened(connection, tenant, rows)
        return [AuditRow(**_served(row), **said) for row, said in zip(rows, words, strict=True)]

    async def last_act(
        self, connection: Connection, agent_id: str, belief_id: str
    ) -> list[dict[str, Any]]:
        """Return the rows of the act that made a belief's present version, without their words."""
        return await _rows(connection, "last_decision", agent_id, belief_id)

    async def past(
        self, connection: Connection, tenant: str, agent_id: str, versions: Mapping[str, int]
    ) -> dict[str, Past]:
        """Return one version each of several beliefs.

        Raises:
            Refused: `erased`, when the words of one are gone.
        """
        rows = await _rows(
            connection, "audit_of_versions", agent_id, list(versions), list(versions.values())
        )
        words = await self._opened(connection, tenant, rows)
        return {row["belief_id"]: _past(row, said) for row, said in zip(rows, words, strict=True)}

    async def beliefs_as_of(
        self, connection: Connection, tenant: str, agent_id: str, moment: datetime, *page: Any
    ) -> list[Belief]:
        """Return a page of what stood at `moment`, each belief as it read then."""
        rows = await _rows(connection, "beliefs_as_of", agent_id, moment, *page)
        words = await self._opened(connection, tenant, rows)
        return [_as_it_was(row, said) for row, said in zip(rows, words, strict=True)]

    async def contents(
        self, connection: Connection, tenant: str, rows: Sequence[Mapping[str, Any]]
    ) -> list[str | None]:
        """Return the words in each of these rows of the audit; None where they were erased."""
        return [said["content"] for said in await self._opened(connection, tenant, rows)]

    async def actors(
        self, connection: Connection, tenant: str, rows: Sequence[Mapping[str, Any]]
    ) -> list[str | None]:
        """Return how each row's writer called himself; None where he did not, or it is gone."""
        return [said["actor"] for said in await self._opened(connection, tenant, rows)]

    async def count_as_of(
        self, connection: Connection, agent_id: str, moment: datetime, *filters: Any
    ) -> int:
        """Return how many beliefs the filters let through at `moment`."""
        return int(
            await connection.fetchval(_SQL["count_beliefs_as_of"], agent_id, moment, *filters)
        )

    async def _keys(
        self, connection: Connection, tenant: str, steps: Iterable[Step]
    ) -> dict[str, DataKey]:
        """Return each belief's data key; a first version gets a new one."""
        ids = {step.belief.id: step.belief.version == 1 for step in steps}
        fresh = [
            self.keyring.create(tenant, data_key.belief(one)) for one, new in ids.items() if new
        ]
        await self.keyring.store(connection, fresh)
        old = [data_key.belief(one) for one, new in ids.items() if not new]
        found = await self.keyring.fetch(connection, tenant, old) if old else {}
        by_unit = found | {key.unit: key for key in fresh}
        if len(by_unit) < len(ids):
            raise closed_doors.erased()
        return {one: by_unit[data_key.belief(one)] for one in ids}

    async def _opened(
        self, connection: Connection, tenant: str, rows: Sequence[Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """Return the sealed part of each row; all None where its key is destroyed."""
        units = {data_key.belief(row["belief_id"]) for row in rows}
        keys = await self.keyring.fetch(connection, tenant, units) if units else {}
        return [_open(row, keys.get(data_key.belief(row["belief_id"]))) for row in rows]


async def _rows(connection: Connection, query: str, *arguments: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in await connection.fetch(_SQL[query], *arguments)]


def _flat(acts: Sequence[Sequence[Step]]) -> list[Step]:
    return [step for act in acts for step in act]


def _row(
    head: Head, position: int, decision: int, step: Step, signature: Signature, key: DataKey
) -> dict[str, Any]:
    belief = step.belief
    said = {
        "content": belief.content,
        "reason": signature.reason,
        "actor": signature.actor,
    }
    bound_to = _bound_to(belief.agent_id, belief.id, belief.version)
    return {
        "agent_id": belief.agent_id,
        "position": position,
        "decision": decision,
        "belief_id": belief.id,
        "version": belief.version,
        "action": step.action,
        "from_status": step.from_status,
        "to_status": belief.status,
        "kind": belief.kind,
        "scope": belief.scope,
        "confidence": belief.confidence,
        "target_version": belief.target_version,
        "superseded_by": belief.superseded_by,
        "sealed": key.seal(json.dumps(said).encode("ascii"), bound_to),
        "data_key_id": key.id,
        "key_id": signature.key_id,
        "role": signature.role,
        "run_id": signature.run_id,
        "at": head.at,
    }


def _bound_to(agent_id: str, belief_id: str, version: int) -> bytes:
    return json.dumps([agent_id, belief_id, version]).encode("ascii")


def _open(row: Mapping[str, Any], key: DataKey | None) -> dict[str, Any]:
    if key is None or key.id != row["data_key_id"]:
        return {"content": None, "reason": None, "actor": None}
    bound_to = _bound_to(row["agent_id"], row["belief_id"], row["version"])
    subject = f"audit row {row['position']} of agent {row['agent_id']}"
    said: dict[str, Any] = json.loads(key.open(row["sealed"], bound_to, subject))
    return said


def _served(row: Mapping[str, Any]) -> dict[str, Any]:
    hidden = {"sealed", "data_key_id", "root"}
    return {name: value for name, value in row.items() if name not in hidden}


def _past(row: Mapping[str, Any], said: Mapping[str, Any]) -> Past:
    if said["content"] is None:
        raise closed_doors.erased()
    names = ("kind", "scope", "confidence", "target_version", "superseded_by")
    return Past(
        belief_id=row["belief_id"],
        version=row["version"],
        status=row["to_status"],
        content=said["content"],
        fields={name: row[name] for name in names},
    )


def _as_it_was(row: Mapping[str, Any], said: Mapping[str, Any]) -> Belief:
    known = {name: row[name] for name in Belief.model_fields if name in row}
    return Belief(
        **known,
        id=row["belief_id"],
        status=row["to_status"],
        content=said["content"] or "",
        updated_at=row["at"],
    )
