"""Restore and undo: a belief, with whatever its last door changed besides, back as it was before.

History only grows: what is taken back gets a next version that reads like the one before the door.
The words come from the audit, so what was erased cannot come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from database.pool import Connection
from forge_api.embedding import Embedder
from forge_api.memory import belief_states, beliefs, closed_doors
from forge_api.memory.audit import Audit, Past, Step
from forge_api.memory.belief_states import LIVE
from forge_api.memory.beliefs import Meaning
from forge_api.memory.near_duplicate import SAYING, double_of
from forge_client.beliefs import Belief, Door

_NO_DOORS = frozenset({"propose", "undo", "erase"})
"""What the audit calls acts that cannot be undone."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be put back: made from what a reader saw, held against what the lock shows."""

    door: Door
    agent_id: str
    asked: str
    """The belief at whose door the person stands."""

    seen: Mapping[str, Belief]
    """Every belief that the act changed, as it stands."""

    past: Mapping[str, Past]
    """The version before the act, of each."""

    async def meanings(self, embedder: Embedder) -> dict[str, Meaning]:
        """Embed the words that change back.

        Raises:
            EmbedderUnavailable: Then nothing may be put back.
        """
        changed = [one for one in self.past if self.past[one].content != self.seen[one].content]
        meant = await beliefs.meanings(embedder, [self.past[one].content for one in changed])
        return dict(zip(changed, meant, strict=True))

    async def steps(
        self, connection: Connection, model: str, meant: Mapping[str, Meaning], at: datetime
    ) -> list[Step]:
        """Return the steps back, under the lock.

        Raises:
            Refused: `version_moved`, when somebody was faster; `stale_target`, when a later version
                of another one of them or of a target exists; `duplicate`, when the agent holds the
                words by now.
        """
        targets = {one.target_belief_id for one in self.seen.values() if one.target_belief_id}
        now = await beliefs.lock(connection, self.agent_id, sorted({*self.seen, *targets}))
        for one, seen in self.seen.items():
            if now[one].version != seen.version:
                moved = closed_doors.version_moved if one == self.asked else closed_doors.stale
                raise moved(now[one])
        steps = [self._step_back(now[one], at, now) for one in self.seen]
        await self._refuse_doubles(connection, model, steps, meant)
        return steps

    def _step_back(self, belief: Belief, at: datetime, now: Mapping[str, Belief]) -> Step:
        past = self.past[belief.id]
        fields = {**past.fields, "status": past.status, "content": past.content}
        if past.status == "pending" and belief.target_belief_id:
            fields["target_version"] = self._version_of_target(belief, past, now)
        return Step(beliefs.next_version(belief, at, **fields), self.door, belief.status)

    def _version_of_target(self, belief: Belief, past: Past, now: Mapping[str, Belief]) -> int:
        """Of a target that goes back too, the version that it gets: it reads as it was proposed."""
        target = now[belief.target_belief_id or ""]
        if target.id in self.seen:
            return target.version + 1
        if target.version != past.fields["target_version"]:
            raise closed_doors.stale(target)
        return target.version

    async def _refuse_doubles(
        self,
        connection: Connection,
        model: str,
        steps: Sequence[Step],
        meant: Mapping[str, Meaning],
    ) -> None:
        said_anew = [step.belief for step in steps if self._is_said_anew(step)]
        if not said_anew:
            return
        live = await beliefs.live(connection, self.agent_id, model)
        vectors = await beliefs.vectors(connection, [one.id for one in said_anew], model)
        vectors |= {one: meaning.vector for one, meaning in meant.items()}
        for belief in said_anew:
            apart = {belief.id, belief.target_belief_id, *self.seen} - {None}
            # A pending change of this belief quotes it, and says nothing of its own.
            others = [row for row in live if apart.isdisjoint((row["id"], row["target_belief_id"]))]
            double = await asyncio.to_thread(
                double_of, belief.content, vectors.get(belief.id), others, belief.updated_at
            )
            if double is not None and double.belief_id is not None:
                raise closed_doors.double(double.belief_id, double.similarity)

    def _is_said_anew(self, step: Step) -> bool:
        """Tell whether the belief's words come back into what the agent holds."""
        seen = self.seen[step.belief.id]
        return (
            step.belief.op in SAYING
            and step.belief.status in LIVE
            and (seen.status not in LIVE or seen.content != step.belief.content)
        )


async def plan(
    connection: Connection, audit: Audit, tenant: str, belief: Belief, door: Door
) -> Plan:
    """Return what `door` (restore or undo) would put back.

    Raises:
        Refused: `door_closed`, when the state or what happened last does not allow it; `erased`;
            `stale_target`, when another belief of the same act has moved on.
    """
    if belief_states.passage(belief.op, belief.status, door) is None:
        raise closed_doors.closed(belief, door)
    rows = await audit.last_act(connection, belief.agent_id, belief.id)
    own = next(row for row in rows if row["belief_id"] == belief.id)
    if door == "restore":
        rows = [own]
    elif own["action"] in _NO_DOORS:
        raise closed_doors.nothing_to_undo(belief)
    seen = await beliefs.by_id(connection, [row["belief_id"] for row in rows])
    for row in rows:
        _require_last(seen[row["belief_id"]], row["version"])
    before = {row["belief_id"]: row["version"] - 1 for row in rows}
    past = await audit.past(connection, tenant, belief.agent_id, before)
    return Plan(door, belief.agent_id, belief.id, seen, past)


def _require_last(belief: Belief, version: int) -> None:
    if belief.erased_at is not None:
        raise closed_doors.erased()
    if belief.version != version:
        raise closed_doors.stale(belief)
