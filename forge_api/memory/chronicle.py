"""What the system itself does, told to Reflection Memory: runs, verdicts, doors, changes of keys.

One correlation id ties a belief's whole story, `belief/<id>`: the turns that taught it, its run and
the gate's verdict, every door since. An entry holds ids, codes and statuses, never a text; so what
is erased elsewhere has left no words here. Each is written in the transaction that it tells of.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from database import queries
from database.pool import Connection
from forge_api.memory.audit import Head, Signature, Step
from forge_client.agents import Key
from forge_client.beliefs import Belief
from forge_client.erasures import Erasure
from forge_client.runs import DiffResult, Report
from reflection_memory.append import Appender
from reflection_memory.entry import MOST_REFERENCES, EntryType, Lane, NewEntry, Origin, new_entry_id
from reflection_memory.sealing.keyring import Keyring

SOURCE = "~forge"
"""Who writes what concerns a whole tenant; `~` begins no agent's id."""

STORIES = ("belief/", "run/", "key/", "erasure/", "replay/")
"""With what the correlation ids begin under which only the system writes."""

_SQL = queries.load("chronicle")


@dataclass(frozen=True, slots=True)
class Author:
    """The key that changes another one, and the keyring to seal what is told of it."""

    keyring: Keyring
    key_id: str


def source_of(agent_id: str) -> str:
    """Return who writes what the system does about one agent."""
    return f"{SOURCE}/{agent_id}"


def story_of(belief_id: str) -> str:
    """Return the correlation id of a belief's whole story."""
    return f"belief/{belief_id}"


def run_of(agent_id: str, run_id: str) -> str:
    """Return the correlation id of a run."""
    return f"run/{agent_id}/{run_id}"


async def tell(
    connection: Connection, keyring: Keyring, tenant: str, entries: Sequence[NewEntry]
) -> None:
    """Append in the caller's transaction, as the last thing it does.

    It takes the last lock of all, the log's head: behind an agent's audit, its beliefs and its
    episodes, and never before one of them.
    """
    await Appender(keyring, tenant).append(connection, entries)


async def of_acts(
    connection: Connection, head: Head, signature: Signature, acts: Sequence[Sequence[Step]]
) -> list[NewEntry]:
    """Return the entries of these acts, which were written behind `head`."""
    new = [step.belief for act in acts for step in act if step.from_status is None]
    taught_by = await _turns(connection, new)
    told: list[NewEntry] = []
    position = head.position
    for act in acts:
        decision = position + 1
        for step in act:
            position += 1
            place = {"audit_position": position, "decision": decision}
            told += _of_step(step, head, signature, place, taught_by)
    return told


def of_run(report: Report, signature: Signature) -> NewEntry:
    """Return a run's entry: its outcome, and the verdict on each item that it proposed."""
    failure = report.failure
    return _notice(
        "run.reported",
        {
            "agent_id": report.agent_id,
            "run_id": report.run_id,
            "outcome": report.outcome,
            "failure": failure and failure.type,
            "coverage": report.coverage.model_dump(),
            "verdicts": [_verdict(result) for result in report.results],
            **_by(signature),
        },
        entry_id=_run_entry_id(report.agent_id, report.run_id),
        source=source_of(report.agent_id),
        correlation_id=run_of(report.agent_id, report.run_id),
        occurred_at=report.finished_at,
    )


def of_rejections(agent_id: str, rejected: Sequence[DiffResult], signature: Signature) -> NewEntry:
    """Return the entry of items that somebody proposed without a run, and that were not taken."""
    verdicts = [_verdict(result) for result in rejected]
    facts = {"agent_id": agent_id, "verdicts": verdicts, **_by(signature)}
    return _notice("proposals.rejected", facts, source=source_of(agent_id))


def of_key(event: str, key: Key, by: str) -> NewEntry:
    """Return the entry of a key that was `created` or `revoked` by the key `by`."""
    return _notice(
        f"key.{event}",
        {"key": key.id, "role": key.role, "agents": key.agents, "key_id": by},
        entry_id=_entry_id("key", key.id, event),
        source=SOURCE,
        correlation_id=f"key/{key.id}",
    )


def of_master_key(old_id: str, new_id: str) -> NewEntry:
    """Return the entry that says: the master key was changed; told once however often it is."""
    return _notice(
        "master_key.changed",
        {"from": old_id, "to": new_id},
        entry_id=_entry_id("master-key", new_id, old_id),
        source=SOURCE,
        correlation_id=f"master-key/{new_id}",
    )


def of_erasure(agent_id: str, done: Erasure, signature: Signature) -> NewEntry:
    """Return the entry of an erasure: which turns, and what became of what rested on them."""
    told = {"turn_ids", "episode_ids", "erased_beliefs", "lessened_beliefs", "cleaned_runs"}
    entry_id = new_entry_id()
    return _notice(
        "memory.erased",
        {"agent_id": agent_id, **done.model_dump(include=told), **_by(signature)},
        entry_id=entry_id,
        source=source_of(agent_id),
        correlation_id=f"erasure/{agent_id}/{entry_id}",
        occurred_at=done.at,
    )


def of_narrative(after: int, end: int, by: str) -> NewEntry:
    """Return the entry that says: this part of the log was read as it came."""
    return _notice("log.read_verbatim", {"after": after, "end": end, "key_id": by}, source=SOURCE)


def of_import(counts: Mapping[str, int], by: str, at: datetime) -> NewEntry:
    """Return the entry of an import that brought something new."""
    return _notice("log.imported", {**counts, "key_id": by}, source=SOURCE, occurred_at=at)


def of_reading(belief: Belief, by: str) -> NewEntry:
    """Return the entry that says: the words behind a belief were read as they came."""
    return _notice(
        "belief.read_verbatim",
        {"agent_id": belief.agent_id, "belief_id": belief.id, "key_id": by},
        source=source_of(belief.agent_id),
        correlation_id=story_of(belief.id),
    )


def _of_step(
    step: Step,
    head: Head,
    signature: Signature,
    place: Mapping[str, int],
    taught_by: Mapping[str, Any],
) -> Iterator[NewEntry]:
    belief = step.belief
    fixed: dict[str, Any] = {
        "source": source_of(belief.agent_id),
        "correlation_id": story_of(belief.id),
        "occurred_at": head.at,
    }
    if step.from_status is not None:
        yield _notice(
            f"belief.{step.action}",
            _change(step, signature, place),
            entry_id=_version_entry_id(belief.id, belief.version),
            references=[_version_entry_id(belief.id, belief.version - 1)],
            **fixed,
        )
        return
    turns = [taught_by[one] for one in belief.source_episodes if one in taught_by]
    if turns:
        yield _taught(belief, turns, fixed)
    yield _notice(
        "belief.proposed",
        _proposal(belief, signature, place),
        entry_id=_version_entry_id(belief.id, belief.version),
        references=list(_came_from(belief)),
        **fixed,
    )


def _taught(belief: Belief, turns: Sequence[Mapping[str, Any]], fixed: dict[str, Any]) -> NewEntry:
    names = ("turn_id", "conversation_id", "episode_id")
    entries = [one for turn in turns for one in turn["entry_ids"]]
    return _notice(
        "belief.taught",
        {
            "agent_id": belief.agent_id,
            "belief_id": belief.id,
            "turns": [{name: turn[name] for name in names} for turn in turns],
        },
        entry_id=_entry_id("taught", belief.id),
        references=entries[:MOST_REFERENCES],
        **fixed,
    )


def _proposal(belief: Belief, signature: Signature, place: Mapping[str, int]) -> dict[str, Any]:
    return {
        "agent_id": belief.agent_id,
        "belief_id": belief.id,
        "version": belief.version,
        "op": belief.op,
        "target_belief_id": belief.target_belief_id,
        "target_version": belief.target_version,
        "run_id": belief.run_id,
        "status": belief.status,
        "route": "needs_review" if belief.review_reasons else "safe",
        "reasons": [
            reason.model_dump(include={"code", "rule", "belief_id"}, exclude_none=True)
            for reason in belief.review_reasons
        ],
        **place,
        **_by(signature),
    }


def _change(step: Step, signature: Signature, place: Mapping[str, int]) -> dict[str, Any]:
    belief = step.belief
    return {
        "agent_id": belief.agent_id,
        "belief_id": belief.id,
        "version": belief.version,
        "from_status": step.from_status,
        "to_status": belief.status,
        "superseded_by": belief.superseded_by,
        **place,
        **_by(signature),
    }


def _came_from(belief: Belief) -> Iterator[str]:
    if belief.run_id is not None:
        yield _run_entry_id(belief.agent_id, belief.run_id)
    if belief.target_belief_id is not None and belief.target_version is not None:
        yield _version_entry_id(belief.target_belief_id, belief.target_version)


def _verdict(result: DiffResult) -> dict[str, Any]:
    names = {"op", "route", "accepted", "belief_id", "rejected_code", "duplicate_of"}
    return result.model_dump(include=names, exclude_none=True)


def _by(signature: Signature) -> dict[str, str]:
    """Name who acted, by what counts; what its holder calls itself is a text."""
    return {"key_id": signature.key_id, "role": signature.role}


def _notice(
    event: str, facts: Mapping[str, Any], entry_id: str | None = None, **fields: Any
) -> NewEntry:
    known = {name: fact for name, fact in facts.items() if fact is not None}
    return NewEntry(
        id=entry_id or new_entry_id(),
        origin=Origin.SYSTEM,
        lane=Lane.TECHNICAL,
        type=EntryType.SYSTEM_NOTICE,
        content={"event": event, **known},
        **fields,
    )


async def _turns(connection: Connection, new: Sequence[Belief]) -> dict[str, Mapping[str, Any]]:
    """Return, by episode, the turn behind it and its entries."""
    cited = sorted({one for belief in new for one in belief.source_episodes})
    if not cited:
        return {}
    rows = await connection.fetch(_SQL["turns_of_episodes"], new[0].agent_id, cited)
    return {row["episode_id"]: dict(row) for row in rows}


def _version_entry_id(belief_id: str, version: int) -> str:
    return _entry_id("belief", belief_id, str(version))


def _run_entry_id(agent_id: str, run_id: str) -> str:
    return _entry_id("run", agent_id, run_id)


def _entry_id(*parts: str) -> str:
    """Return an id that others can refer to without looking it up."""
    return f"ent_{hashlib.sha256('~'.join(parts).encode()).hexdigest()[:32]}"
