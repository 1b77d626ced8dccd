"""One batch before the gate: each item checked by itself, then judged against all that is held.

No clock and no I/O: what is held, what was cited and what time it is come in from outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, get_args

from pydantic import ValidationError

import gate
from forge_api.memory import beliefs, review_reasons
from forge_api.memory.beliefs import Meaning
from forge_api.memory.near_duplicate import CONFIG, Double, double_in, vectors_of
from forge_api.redaction import redact
from forge_client import field_faults
from forge_client.beliefs import Belief, ReviewReason
from forge_client.names import MAX_CONTENT, Op
from forge_client.proposals import ProposalResult, ProposedBelief
from forge_client.runs import DiffResult


@dataclass(frozen=True, slots=True)
class Fault:
    """An item that was rejected before it was judged: a stable code, and what to mend."""

    code: str
    reason: str
    op: Op = "add"
    content: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the right shape, without secrets, and its vector."""

    proposed: ProposedBelief
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of one item; `belief` is what now waits for a person, if anything does."""

    op: Op
    content: str
    result: ProposalResult
    source_episodes: Sequence[str] = ()
    belief: Belief | None = None
    meaning: Meaning | None = None

    def as_ruled(self) -> DiffResult:
        """Return the same for the run's report."""
        result = self.result
        return DiffResult(
            op=self.op,
            belief=self.content,
            route=result.route or "needs_review",
            reasons=result.reasons,
            accepted=result.accepted,
            belief_id=result.belief_id,
            rejected_code=result.rejected_code,
            rejected_reason=result.rejected_reason,
            duplicate_of=result.duplicate_of,
            new_episodes=result.new_episodes,
            source_episodes=list(self.source_episodes),
        )


def checked(raw: object) -> ProposedBelief | Fault:
    """Return one item without secrets, or what is wrong with it; its fault is its own alone."""
    if not isinstance(raw, dict):
        return Fault("invalid", 'item: must be an object, such as {"content": "…"}')
    try:
        proposed = ProposedBelief.model_validate(raw)
    except ValidationError as error:
        return _fault(raw, field_faults.sentence(error))
    if (proposed.op == "add") != (proposed.target_belief_id is None):
        needs = "takes none" if proposed.op == "add" else "needs the belief that it changes"
        return _fault(raw, f"target_belief_id: op {proposed.op} {needs}")
    return proposed.model_copy(
        update={
            "content": redact(proposed.content).text,
            "rationale": redact(proposed.rationale).text,
            "review_reasons": [redact(text).text for text in proposed.review_reasons],
            "source_episodes": list(dict.fromkeys(proposed.source_episodes)),
        }
    )


@dataclass(frozen=True, slots=True)
class Held:
    """What the batch is judged against, as it stands under the lock.

    `live` are rows of `beliefs.live`; `episodes` those that are cited and exist.
    """

    agent_id: str
    run_id: str | None
    live: Sequence[Mapping[str, Any]]
    episodes: Sequence[Mapping[str, Any]]
    at: datetime
    forgotten: Sequence[Mapping[str, Any]] = ()
    """Rows of `beliefs.forgotten`."""


class Hearing:
    """Judges one agent's batch: every item against all that is held, and against each other."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._active = {row["id"]: row for row in held.live if row["status"] == "active"}
        self._known = {row["id"] for row in held.episodes}
        self._erased = {row["id"] for row in held.episodes if row.get("erased_at")}

    def hear(self, items: Sequence[Item | Fault]) -> list[Heard]:
        """Return what becomes of each item, in order."""
        fit = [self._fit(item) for item in items]
        judged = [one for one in fit if isinstance(one, Item)]
        # Named before they are judged, since each may point at any other.
        ids = [beliefs.new_id(self._held.at, place) for place in range(len(judged))]
        verdicts = self._verdicts(judged)
        doubles = [_settled(verdict, verdicts, ids) for verdict in verdicts]
        ruled = iter(zip(judged, verdicts, doubles, strict=True))
        return [
            _unheard(one) if isinstance(one, Fault) else self._rule(*next(ruled), ids)
            for one in fit
        ]

    def _fit(self, item: Item | Fault) -> Item | Fault:
        """Reject a change whose target is not an active belief of this agent."""
        if isinstance(item, Fault):
            return item
        if not self._erased.isdisjoint(item.proposed.source_episodes):
            # Whoever proposes read the words before they were erased; neither they nor what
            # quotes them comes back.
            return Fault("erased_source", "source_episodes: one was erased", item.proposed.op)
        target = item.proposed.target_belief_id
        if target is None or target in self._active:
            return replace(item, proposed=self._with_safe_sources(item.proposed))
        reason = "target_belief_id: names no active belief of this agent"
        return Fault("unknown_target", reason, item.proposed.op, item.proposed.content)

    def _with_safe_sources(self, proposed: ProposedBelief) -> ProposedBelief:
        """An id of no episode is any text that somebody sent: it is kept, but without secrets."""
        ids = [one if one in self._known else redact(one).text for one in proposed.source_episodes]
        return proposed.model_copy(update={"source_episodes": ids})

    def _verdicts(self, items: Sequence[Item]) -> Sequence[gate.Verdict]:
        held = self._held
        of_items = {place: item.meaning.vector for place, item in enumerate(items)}
        return gate.check(
            [_diff(item.proposed) for item in items],
            [row for row in held.live if row["status"] == "pending"],
            list(self._active.values()),
            held.at,
            episodes=held.episodes,
            vectors=vectors_of([*held.live, *held.forgotten]) | of_items,
            config=CONFIG,
            forgotten=held.forgotten,
        ).verdicts

    def _rule(
        self, item: Item, verdict: gate.Verdict, double: Double | None, ids: Sequence[str]
    ) -> Heard:
        if double is not None:
            return _doubled(item.proposed, double, verdict)
        reasons = review_reasons.from_gate(verdict.reasons, ids)
        if self._asks(item.proposed):
            reasons.append(review_reasons.still_true(item.proposed.target_belief_id))
        reasons = review_reasons.with_callers(reasons, item.proposed.review_reasons)
        return _accepted(self._pending(item.proposed, reasons, ids[verdict.index]), item.meaning)

    def _asks(self, proposed: ProposedBelief) -> bool:
        """A strengthening that neither raises nor rewords can only ask for a word of a person."""
        target = self._active.get(proposed.target_belief_id or "")
        return (
            proposed.op == "strengthen"
            and target is not None
            and (proposed.content, proposed.confidence) == (target["content"], target["confidence"])
        )

    def _pending(
        self, proposed: ProposedBelief, reasons: list[ReviewReason], belief_id: str
    ) -> Belief:
        held = self._held
        target = self._active.get(proposed.target_belief_id or "", {})
        return Belief(
            id=belief_id,
            agent_id=held.agent_id,
            content=proposed.content,
            kind=proposed.kind or target.get("kind", "fact"),
            scope=target.get("scope", "agent"),
            status="pending",
            op=proposed.op,
            target_belief_id=proposed.target_belief_id,
            target_version=target.get("version"),
            confidence=proposed.confidence,
            rationale=review_reasons.marked(proposed.rationale, reasons),
            source_episodes=proposed.source_episodes,
            review_reasons=reasons,
            version=1,
            run_id=held.run_id,
            created_at=held.at,
            updated_at=held.at,
        )


def _settled(
    verdict: gate.Verdict, verdicts: Sequence[gate.Verdict], ids: Sequence[str]
) -> Double | None:
    """Return the belief that a proposal repeats; of another item, that one's own double first."""
    double = double_in(verdict)
    if double is None or double.place is None:
        return double
    others = double_in(verdicts[double.place])
    if others is not None and others.belief_id is not None:
        return replace(double, belief_id=others.belief_id)
    return replace(double, belief_id=ids[double.place])


def _diff(proposed: ProposedBelief) -> dict[str, Any]:
    fields = proposed.model_dump(exclude={"content", "review_reasons"})
    return {**fields, "belief": proposed.content}


def _accepted(belief: Belief, meaning: Meaning) -> Heard:
    result = ProposalResult(
        accepted=True,
        belief_id=belief.id,
        route="needs_review" if belief.review_reasons else "safe",
        reasons=[review_reasons.line(reason) for reason in belief.review_reasons],
    )
    return Heard(belief.op, belief.content, result, belief.source_episodes, belief, meaning)


def _doubled(proposed: ProposedBelief, double: Double, verdict: gate.Verdict) -> Heard:
    exact = double.similarity == 1.0
    more = [str(one) for one in verdict.reasons if one.code in ("seen_again", "no_new_evidence")]
    reason = f"the agent already holds this: {double.belief_id}"
    if verdict.becomes is not None:
        reason += "; what is cited is new evidence for it: propose to strengthen that belief"
    result = ProposalResult(
        accepted=False,
        route="duplicate",
        reasons=[f"{'duplicate' if exact else 'near_duplicate'} {double.belief_id}", *more],
        rejected_code="duplicate" if exact else "near_duplicate",
        rejected_reason=reason,
        duplicate_of=double.belief_id,
        similarity=double.similarity,
        new_episodes=list(verdict.new_episodes),
    )
    return Heard(proposed.op, proposed.content, result, proposed.source_episodes)


def _unheard(fault: Fault) -> Heard:
    result = ProposalResult(
        accepted=False,
        route="needs_review",
        reasons=[fault.code],
        rejected_code=fault.code,
        rejected_reason=fault.reason,
    )
    return Heard(fault.op, fault.content, result)


def _fault(raw: Mapping[str, object], reason: str) -> Fault:
    """Name what is wrong; for the report, keep what can be told of the item without secrets."""
    op, content = raw.get("op"), raw.get("content")
    ops: tuple[Op, ...] = get_args(Op)
    known = next((name for name in ops if name == op), ops[0])
    text = content if isinstance(content, str) else ""
    storable = text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
    return Fault("invalid", reason, known, redact(storable[:MAX_CONTENT]).text)
