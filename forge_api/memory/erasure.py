"""Erasure: the keys of turns are destroyed, and every text that was derived from them is cleared.

All of it is one transaction under the agent's audit lock and the log's head lock. What is left are
husks with ids, so that the chains still verify, that readers are told, and that nothing brings the
words back. `docs/erasure.md` says where copies may lie that no transaction reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.memory import (
    anchors,
    beliefs,
    chronicle,
    erased_reports,
    replays,
    review_reasons,
    turn_entries,
)
from forge_api.memory.audit import Audit, Head, Signature, Step
from forge_api.memory.erased_reports import Left
from forge_api.memory.keys import Caller
from forge_api.memory.outside import NOWHERE, Outside
from forge_api.memory.refusals import Refused
from forge_client.beliefs import Belief, ReviewReason
from forge_client.erasures import Erasure, ErasureRequest
from reflection_memory.sealing import data_key

SLICE = 200
"""Turns of one transaction: it bounds how long nobody else can append."""

ERASED_BY = "~erasure"
"""Who reflected on an episode that was erased before any run did."""

_SQL = queries.load("erasures")
_TIERS_SQL = queries.load("tiers")


@dataclass(frozen=True)
class Eraser:
    """Erases from the memory of one installation's agents."""

    pool: Pool
    audit: Audit
    clock: Callable[[], datetime]
    outside: Outside = NOWHERE

    async def erase(self, caller: Caller, agent_id: str, request: ErasureRequest) -> Erasure:
        """Erase the named turns; safe to repeat.

        Raises:
            Refused: `turn_not_found`, when one that is named is not this agent's; nothing is
                erased then.
        """
        async with database.pool.connection(self.pool) as connection:
            rows = await _named(connection, agent_id, request)
        done = Erasure(already_erased=[row["turn_id"] for row in rows if row["erased_at"]])
        left = [row["turn_id"] for row in rows if not row["erased_at"]]
        for start in range(0, len(left), SLICE):
            piece = await self._erase(caller, agent_id, left[start : start + SLICE])
            done = _together(done, piece)
        return done

    async def erase_again(self, tenant: str, agent_id: str, turn_ids: Sequence[str]) -> int:
        """Erase in a restored database what was erased before; return how many turns.

        A turn that the backup does not know came after it, and is not there.
        """
        async with database.pool.connection(self.pool) as connection:
            rows = await connection.fetch(_SQL["turns_of_tenant"], tenant, agent_id, turn_ids)
        left = [row["turn_id"] for row in rows]
        for start in range(0, len(left), SLICE):
            await self._erase(_restorer(tenant), agent_id, left[start : start + SLICE])
        return len(left)

    async def _erase(self, caller: Caller, agent_id: str, turn_ids: Sequence[str]) -> Erasure:
        signature = Signature(caller.tenant, caller.key_id, caller.role)
        async with database.pool.transaction(self.pool) as connection:
            head = await self.audit.lock(connection, agent_id, self.clock())
            rows = await connection.fetch(_SQL["turns_by_id"], agent_id, turn_ids)
            case = _Case(head, [row for row in rows if row["erased_at"] is None])
            await case.find(connection)
            end = await case.clear(connection, self.audit, signature)
            done = await case.close(connection, self.audit, signature)
            await self.outside.erasing(head.at, caller.tenant, agent_id, case.turn_ids)
        anchors.tell(end)
        return done


@dataclass
class _Case:
    """One slice of an erasure, from what it finds to what it has done."""

    head: Head
    turns: Sequence[Any]
    fallen: dict[str, Belief] = field(default_factory=dict)
    """Beliefs that rest on nothing else."""

    lessened: dict[str, Belief] = field(default_factory=dict)
    runs: list[str] = field(default_factory=list)

    @property
    def agent_id(self) -> str:
        return self.head.agent_id

    @property
    def episode_ids(self) -> list[str]:
        return [row["episode_id"] for row in self.turns]

    @property
    def turn_ids(self) -> list[str]:
        return [row["turn_id"] for row in self.turns]

    @property
    def exchanges(self) -> list[str]:
        """Return the correlation ids under which the turns lie in the log."""
        return [turn_entries.correlation_id(self.agent_id, one) for one in self.turn_ids]

    async def find(self, connection: Connection) -> None:
        """Find and lock the beliefs that the turns taught."""
        rows = await connection.fetch(_SQL["beliefs_that_cite"], self.agent_id, self.episode_ids)
        fallen = [row["id"] for row in rows if not row["stands"]]
        quoting = await connection.fetch(
            _SQL["changes_that_quote"], self.agent_id, fallen, self.episode_ids
        )
        fallen = sorted({*fallen, *(row["id"] for row in quoting)})
        lessened = [row["id"] for row in rows if row["id"] not in fallen]
        found = await beliefs.lock(connection, self.agent_id, [*fallen, *lessened])
        self.fallen = {one: found[one] for one in fallen}
        self.lessened = {one: found[one] for one in lessened}

    async def clear(self, connection: Connection, audit: Audit, signature: Signature) -> Head:
        """Clear every derived text; return the end of the agent's audit."""
        at = self.head.at
        acts = [[_last_step(belief, at)] for belief in self.fallen.values()]
        # The audit's last row is sealed with the belief's key, before that is destroyed.
        end = await audit.append(connection, self.head, signature, acts)
        for [step] in acts:
            await _erase_belief(connection, step.belief)
        for belief in self.lessened.values():
            reasons = [_unquoted(reason) for reason in belief.review_reasons]
            await connection.execute(
                _SQL["forget_why"],
                self.agent_id,
                belief.id,
                review_reasons.marked("", reasons),
                [reason.model_dump() for reason in reasons],
            )
        await connection.execute(_SQL["erase_turns"], self.agent_id, self.turn_ids, at)
        reflected = await connection.fetch(
            _SQL["erase_episodes"], self.agent_id, self.episode_ids, at, ERASED_BY
        )
        await self._clean_runs(connection, {row["reflected_by"] for row in reflected})
        return end

    async def close(self, connection: Connection, audit: Audit, signature: Signature) -> Erasure:
        """Destroy the keys under the log's lock, which the entry that tells of it takes."""
        done = Erasure(
            turn_ids=self.turn_ids,
            episode_ids=self.episode_ids,
            entries=sum(len(row["entries"]) for row in self.turns),
            erased_beliefs=list(self.fallen),
            lessened_beliefs=list(self.lessened),
            cleaned_runs=self.runs,
            at=self.head.at,
        )
        acts = [[_last_step(belief, self.head.at)] for belief in self.fallen.values()]
        told = chronicle.of_erasure(self.agent_id, done, signature)
        entries = [told, *await chronicle.of_acts(connection, self.head, signature, acts)]
        await chronicle.tell(connection, audit.keyring, signature.tenant, entries)
        # Under the log's lock: no replay that has read these words is still on its way.
        retold = await replays.erase(connection, signature.tenant, self.exchanges, self.head.at)
        units = [*self._units(), *retold]
        await audit.keyring.destroy(connection, signature.tenant, units)
        # Behind the keys: a fade that has read these words has written what it made of them.
        await connection.execute(_TIERS_SQL["erase"], signature.tenant, self.exchanges)
        done.entry_id = told.id
        return done

    def _units(self) -> Iterable[str]:
        for exchange in self.exchanges:
            yield data_key.exchange(exchange)
        for belief_id in self.fallen:
            yield data_key.belief(belief_id)

    async def _clean_runs(self, connection: Connection, reflected_by: set[str]) -> None:
        rows = await connection.fetch(
            _SQL["runs_that_tell"],
            self.agent_id,
            sorted(reflected_by),
            self.episode_ids,
            list(self.fallen),
        )
        cited = {one for row in rows for one in erased_reports.cited(row["report"])}
        living = await connection.fetch(_SQL["living_episodes"], self.agent_id, sorted(cited))
        left = Left(frozenset(self.fallen), frozenset(row["id"] for row in living))
        for row in rows:
            cleaned = erased_reports.cleaned(row["report"], row["results"], left)
            if cleaned != (row["report"], row["results"]):
                await connection.execute(_SQL["clean_run"], self.agent_id, row["run_id"], *cleaned)
                self.runs.append(row["run_id"])


def _restorer(tenant: str) -> Caller:
    """Return who erases again: nobody's key, but the one who restores."""
    return Caller(tenant, "restore", "admin", None)


async def _named(connection: Connection, agent_id: str, request: ErasureRequest) -> list[Any]:
    """Return the rows of the turns that a request names."""
    if request.conversation_id is not None:
        rows = await connection.fetch(
            _SQL["turns_of_conversation"], agent_id, request.conversation_id
        )
        if not rows:
            raise Refused("turn_not_found", "This agent has no turn of such a conversation")
        return list(rows)
    wanted = set(request.turn_ids)
    rows = await connection.fetch(_SQL["turns_by_id"], agent_id, sorted(wanted))
    if len(rows) < len(wanted):
        missing = len(wanted) - len(rows)
        raise Refused(
            "turn_not_found",
            f"{missing} of the {len(wanted)} turns are not this agent's; nothing was erased",
        )
    return list(rows)


def _last_step(belief: Belief, at: datetime) -> Step:
    """Return the belief's way out: erasure takes it out of memory, never into it."""
    status = "forgotten" if belief.status in ("pending", "active") else belief.status
    after = beliefs.next_version(
        belief, at, status=status, content="", rationale="", review_reasons=[], erased_at=at
    )
    return Step(after, "erase", belief.status)


async def _erase_belief(connection: Connection, belief: Belief) -> None:
    await connection.execute(
        _SQL["erase_belief"],
        belief.agent_id,
        belief.id,
        beliefs.digest(""),
        belief.status,
        belief.version,
        belief.updated_at,
    )


def _unquoted(reason: ReviewReason) -> ReviewReason:
    """A caller's own words may quote; that somebody gave a reason stays."""
    if reason.code != review_reasons.CALLERS_OWN:
        return reason
    return ReviewReason(
        code=review_reasons.CALLERS_OWN, text="(given by the caller; erased with a source)"
    )


def _together(one: Erasure, other: Erasure) -> Erasure:
    """Return what two slices have done; each has an entry of its own, and the last is named."""
    lists = ("turn_ids", "already_erased", "episode_ids", "erased_beliefs", "lessened_beliefs")
    return Erasure(
        **{name: [*getattr(one, name), *getattr(other, name)] for name in lists},
        cleaned_runs=sorted({*one.cleaned_runs, *other.cleaned_runs}),
        entries=one.entries + other.entries,
        entry_id=other.entry_id,
        at=other.at,
    )
