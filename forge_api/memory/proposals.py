"""Proposals: what becomes of each item that somebody wants an agent to believe.

Nothing here makes a belief active. Forge's own gate judges every item, whoever sent it; a caller
can add reasons for a person to look, and clear none. With a run, its proposals, the mark on its
episodes and its report are stored in one transaction, or none of them is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import database.pool
from database import queries
from database.pool import Connection, Pool
from forge_api.embedding import Embedder
from forge_api.memory import anchors, beliefs, chronicle, closed_doors, hearing, runs
from forge_api.memory.audit import Audit, Head, Signature, Step
from forge_api.memory.hearing import Fault, Heard, Hearing, Held, Item
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused, invalid, refuse_credential
from forge_api.memory.runs import StoredRun
from forge_api.redaction import redact
from forge_client.beliefs import Belief, NewBelief
from forge_client.proposals import ProposalAnswer, ProposalBatch
from forge_client.runs import ModelUse, Report
from reflection_memory.entry import NewEntry
from reflection_memory.sealing.keyring import Keyring

_SQL = queries.load("proposals")

_OF_A_RUN = ("run_id", "reflected_episodes", "report")


@dataclass(frozen=True)
class Proposals:
    """Takes proposals for one installation."""

    pool: Pool
    keyring: Keyring
    audit: Audit
    embedder: Embedder
    clock: Callable[[], datetime]

    async def submit(self, caller: Caller, agent_id: str, batch: ProposalBatch) -> ProposalAnswer:
        """Judge and store a batch; one answer an item, in order.

        The same `run_id` again gives the same answer and writes nothing.

        Raises:
            Refused: `forbidden` (a run's fields without a worker's key), `invalid`,
                `run_differs` (it stored nothing, and said so), `overtaken`; then nothing is
                stored.
            EmbedderUnavailable: Nothing is stored.
        """
        _check_run(caller, agent_id, batch)
        async with database.pool.connection(self.pool) as connection:
            if known := await _replayed(connection, agent_id, batch):
                return known
        items = await self._items(batch)
        async with database.pool.transaction(self.pool) as connection:
            head = await self.audit.lock(connection, agent_id, self.clock())
            # Whoever held the lock before may have been this very call, sent twice.
            if known := await _replayed(connection, agent_id, batch):
                return known
            await _mark_reflected(connection, agent_id, batch, head.at)
            heard = await self._heard(connection, caller.tenant, batch.run_id, items, head)
            answer = _concluded(agent_id, batch, heard, head.at)
            if answer.report is not None:
                digest = runs.request_digest(
                    self.keyring, caller.tenant, batch.model_dump(mode="json")
                )
                await runs.insert(connection, StoredRun(answer.report, answer.results, digest))
            end = await self._store(connection, caller, head, batch, heard, answer.report)
        if end.position > head.position:
            anchors.tell(end)
        return answer

    async def submit_one(self, caller: Caller, agent_id: str, new: NewBelief) -> Belief:
        """Store one new belief as pending.

        Raises:
            Refused: `duplicate`, when the agent holds it already.
            EmbedderUnavailable: Nothing is stored.
        """
        return await self.submit_only(caller, agent_id, new.model_dump())

    async def submit_only(
        self, caller: Caller, agent_id: str, proposed: dict[str, object]
    ) -> Belief:
        """Store one proposal of any op as pending; `proposed` as in `ProposalBatch.beliefs`.

        Raises:
            Refused: `duplicate`, `invalid`.
            EmbedderUnavailable: Nothing is stored.
        """
        batch = ProposalBatch(beliefs=[proposed])
        [result] = (await self.submit(caller, agent_id, batch)).results
        if result.belief_id is None:
            if result.duplicate_of is not None:
                raise closed_doors.double(result.duplicate_of, result.similarity or 1.0)
            raise invalid("content", result.rejected_reason or "was rejected")
        async with database.pool.connection(self.pool) as connection:
            return await beliefs.get(connection, agent_id, result.belief_id)

    async def _items(self, batch: ProposalBatch) -> list[Item | Fault]:
        """Return each item checked, without secrets, and with its vector."""
        checked = [hearing.checked(raw) for raw in batch.beliefs]
        good = [one for one in checked if not isinstance(one, Fault)]
        meant = await beliefs.meanings(self.embedder, [one.content for one in good])
        meanings = iter(meant)
        return [one if isinstance(one, Fault) else Item(one, next(meanings)) for one in checked]

    async def _heard(
        self,
        connection: Connection,
        tenant: str,
        run_id: str | None,
        items: Sequence[Item | Fault],
        head: Head,
    ) -> list[Heard]:
        agent_id = head.agent_id
        good = [one.proposed for one in items if isinstance(one, Item)]
        cited = {episode for one in good for episode in one.source_episodes}
        rows = await connection.fetch(_SQL["cited_episodes"], agent_id, sorted(cited))
        episodes = [dict(row) for row in rows]
        made_by = self.embedder.name, self.embedder.dimension
        live = await beliefs.live(connection, agent_id, *made_by)
        forgotten = await beliefs.forgotten(connection, self.audit, tenant, agent_id, *made_by)
        case = Hearing(Held(agent_id, run_id, live, episodes, head.at, forgotten))
        # Pure, but over all that an agent holds: not on the thread that serves everybody else.
        return await asyncio.to_thread(case.hear, items)

    async def _store(
        self,
        connection: Connection,
        caller: Caller,
        head: Head,
        batch: ProposalBatch,
        heard: Sequence[Heard],
        report: Report | None,
    ) -> Head:
        actor = redact(batch.actor).text if batch.actor else None
        signature = Signature(
            caller.tenant, caller.key_id, caller.role, actor=actor, run_id=batch.run_id
        )
        acts = [[Step(one.belief, "propose", None)] for one in heard if one.belief]
        meant = {one.belief.id: one.meaning for one in heard if one.belief and one.meaning}
        told = _told(signature, head.agent_id, heard, report)
        return await beliefs.write(connection, self.audit, head, signature, acts, meant, told)


def _check_run(caller: Caller, agent_id: str, batch: ProposalBatch) -> None:
    told = [name for name in _OF_A_RUN if getattr(batch, name)]
    if told and caller.role != "worker":
        raise Refused("forbidden", f"{', '.join(told)}: only a worker's key reports a run")
    if told and batch.run_id is None:
        raise invalid("run_id", "is missing; a run that reports its episodes must name itself")
    refuse_credential("run_id", batch.run_id)
    if batch.report and batch.report.run_id != batch.run_id:
        raise invalid("report.run_id", "is not the run_id of this call")
    if batch.report and batch.report.agent_id != agent_id:
        raise invalid("report.agent_id", "is not the agent of this address")


async def _replayed(
    connection: Connection, agent_id: str, batch: ProposalBatch
) -> ProposalAnswer | None:
    """Return what this run was answered before, whatever it sends now; None when it is new.

    Raises:
        Refused: `run_differs`, when it reported that it stored nothing.
    """
    run = await runs.find(connection, agent_id, batch.run_id) if batch.run_id else None
    if run is None:
        return None
    if run.report.outcome not in ("proposed", "nothing_new"):
        raise runs.differs()
    return ProposalAnswer(results=run.results, report=run.report)


async def _mark_reflected(
    connection: Connection, agent_id: str, batch: ProposalBatch, at: datetime
) -> None:
    """Compare and set: all episodes of the run, or none and no run."""
    ids = sorted(set(batch.reflected_episodes))
    if not ids:
        return
    marked = await connection.fetch(_SQL["mark_reflected"], agent_id, ids, batch.run_id, at)
    if len(marked) < len(ids):
        raise Refused(
            "overtaken",
            "Another run reflected on some of these episodes first; nothing was stored",
            overtaken=len(ids) - len(marked),
        )


def _told(
    signature: Signature, agent_id: str, heard: Sequence[Heard], report: Report | None
) -> list[NewEntry]:
    """Return what the log is told besides what became of each belief."""
    if report is not None:
        return [chronicle.of_run(report, signature)]
    rejected = [one.as_ruled() for one in heard if not one.result.accepted]
    return [chronicle.of_rejections(agent_id, rejected, signature)] if rejected else []


def _concluded(
    agent_id: str, batch: ProposalBatch, heard: Sequence[Heard], at: datetime
) -> ProposalAnswer:
    results = [one.result for one in heard]
    if batch.run_id is None:
        return ProposalAnswer(results=results)
    draft = batch.report or _unreported(agent_id, batch.run_id, at)
    ruled = [one.as_ruled() for one in heard]
    report = runs.cleaned(runs.concluded(draft, ruled))
    return ProposalAnswer(results=results, report=report)


def _unreported(agent_id: str, run_id: str, at: datetime) -> Report:
    """Stand in for a worker that sent no report of its run."""
    return Report(
        run_id=run_id,
        agent_id=agent_id,
        outcome="nothing_new",
        model=ModelUse(name="not reported"),
        started_at=at,
        finished_at=at,
    )
