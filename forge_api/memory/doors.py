"""The doors: the only ways a belief changes status, and only a reviewer's key opens one.

What a door does stands in `belief_states`; here it is done, with its audit row, in one transaction.
Of several at one door at once the first wins and the others are told that it is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.embedding import Embedder
from forge_api.memory import anchors, belief_states, beliefs, closed_doors, taking_back
from forge_api.memory.audit import Action, Audit, Signature, Step
from forge_api.memory.belief_states import Passage
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import invalid
from forge_api.redaction import redact
from forge_client.beliefs import Belief, Door, DoorRequest, EditRequest
from forge_client.names import Op, Status

_SQL = queries.load("beliefs")

_DONE: Mapping[Op, Action] = {
    "strengthen": "strengthened",
    "weaken": "weakened",
    "forget": "forgotten",
    "supersede": "superseded",
}
"""What the audit says of a target once the change was kept."""


@dataclass(frozen=True, slots=True)
class Knock:
    """A person before a door."""

    caller: Caller
    agent_id: str
    belief_id: str
    door: Door
    request: DoorRequest
    expected: int | None = None
    """The version that the person saw; None: whatever it is."""

    among_others: bool = False
    """One decision of many at once: nobody looks at a flag then, so it keeps the door shut."""


@dataclass(frozen=True)
class Doors:
    """All doors of one installation."""

    pool: Pool
    audit: Audit
    embedder: Embedder
    clock: Callable[[], datetime]

    async def open(self, knock: Knock) -> Belief:
        """Let a person through and return the belief as it stands after.

        Raises:
            Refused: `forbidden` (no reviewer's key), `belief_not_found`, `version_required`,
                `version_moved`, `door_closed`, `stale_target`, `flagged`, `duplicate`, `erased`,
                `invalid`.
            EmbedderUnavailable: New words cannot be embedded; nothing changed.
        """
        if knock.caller.role != "reviewer":
            raise closed_doors.not_a_reviewer()
        if knock.door in ("restore", "undo"):
            return await self._take_back(knock)
        return await self._decide(knock)

    async def _decide(self, knock: Knock) -> Belief:
        words = _words(knock.request) if knock.door == "edit" else {}
        content = words.get("content")
        meant = await beliefs.meanings(self.embedder, [content] if content else [])
        async with database.pool.transaction(self.pool) as connection:
            head = await self.audit.lock(connection, knock.agent_id, self.clock())
            belief, target = await _locked(connection, knock)
            passage = _require_open(belief, target, knock)
            _refuse_flagged(belief, knock)
            steps = _steps(belief, target, passage, knock.door, words, head.at)
            await _refuse_active_double(connection, steps)
            meanings = {step.belief.id: meant[0] for step in steps if meant and _reworded(step)}
            end = await beliefs.write(
                connection, self.audit, head, _signature(knock), [steps], meanings
            )
        anchors.tell(end)
        return steps[0].belief

    async def _take_back(self, knock: Knock) -> Belief:
        tenant = knock.caller.tenant
        # One moment for all that is read: else it might plan to take back what somebody did after
        # the version that the person saw.
        async with (
            database.pool.connection(self.pool) as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            belief = await beliefs.get(connection, knock.agent_id, knock.belief_id)
            if knock.expected is None:
                raise closed_doors.version_required()
            _require_version(belief, knock)
            plan = await taking_back.plan(connection, self.audit, tenant, belief, knock.door)
            _refuse_flagged(belief, knock)
        meant = await plan.meanings(self.embedder)
        async with database.pool.transaction(self.pool) as connection:
            head = await self.audit.lock(connection, knock.agent_id, self.clock())
            steps = await plan.steps(connection, self.embedder.name, meant, head.at)
            end = await beliefs.write(
                connection, self.audit, head, _signature(knock), [steps], meant
            )
        anchors.tell(end)
        return next(step.belief for step in steps if step.belief.id == knock.belief_id)


def _words(request: DoorRequest) -> dict[str, Any]:
    """Return the fields that a person gave, without secrets."""
    named = ("content", "confidence", "kind", "scope")
    given = {name: getattr(request, name, None) for name in named}
    words = {name: value for name, value in given.items() if value is not None}
    if not isinstance(request, EditRequest) or not words:
        raise invalid("content", "an edit needs content, confidence, kind or scope")
    if "content" in words:
        words["content"] = redact(words["content"]).text
    return words


async def _locked(connection: Connection, knock: Knock) -> tuple[Belief, Belief | None]:
    """Return the belief and its target, both locked."""
    belief = await beliefs.get(connection, knock.agent_id, knock.belief_id)
    ids = [one for one in (belief.id, belief.target_belief_id) if one]
    found = await beliefs.lock(connection, knock.agent_id, ids)
    return found[belief.id], found.get(belief.target_belief_id or "")


def _require_version(belief: Belief, knock: Knock) -> None:
    if belief.erased_at is not None:
        raise closed_doors.erased()
    if knock.expected is not None and knock.expected != belief.version:
        raise closed_doors.version_moved(belief)


def _require_open(belief: Belief, target: Belief | None, knock: Knock) -> Passage:
    _require_version(belief, knock)
    passage = belief_states.passage(belief.op, belief.status, knock.door)
    if passage is None:
        raise closed_doors.closed(belief, knock.door)
    if passage.target and (target is None or target.version != belief.target_version):
        raise closed_doors.stale(target)
    return passage


def _refuse_flagged(belief: Belief, knock: Knock) -> None:
    if knock.among_others and belief.status == "pending" and belief.review_reasons:
        raise closed_doors.flagged()


def _steps(
    belief: Belief,
    target: Belief | None,
    passage: Passage,
    door: Door,
    words: Mapping[str, Any],
    at: datetime,
) -> list[Step]:
    """Return what the door makes of the belief and, of a change, of its target."""
    after = beliefs.next_version(belief, at, status=passage.status, **words)
    steps = [Step(after, door, belief.status)]
    if target is not None and passage.target is not None:
        done = _done_to_target(passage.target, after, words)
        changed = beliefs.next_version(target, at, **done)
        steps.append(Step(changed, _DONE[belief.op], target.status))
    return steps


def _done_to_target(status: Status, change: Belief, words: Mapping[str, Any]) -> dict[str, Any]:
    if status == "active":
        return {**words, "confidence": change.confidence}
    if status == "superseded":
        return {"status": status, "superseded_by": change.id}
    return {"status": status}


def _reworded(step: Step) -> bool:
    return step.belief.status in ("active", "applied")


async def _refuse_active_double(connection: Connection, steps: Sequence[Step]) -> None:
    """The index would refuse it too; this names the other belief."""
    active = [step.belief for step in steps if step.belief.status == "active"]
    digests = [beliefs.digest(belief.content) for belief in active]
    ids = [step.belief.id for step in steps]
    found = await connection.fetchval(_SQL["active_double"], steps[0].belief.agent_id, digests, ids)
    if found is not None:
        raise closed_doors.double(found)


def _signature(knock: Knock) -> Signature:
    said = {"actor": knock.request.actor, "reason": knock.request.reason}
    cleaned = {name: redact(text).text for name, text in said.items() if text}
    caller = knock.caller
    return Signature(caller.tenant, caller.key_id, caller.role, **cleaned)
