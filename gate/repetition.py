"""What becomes of a diff that says again what is held: with new evidence it is no mere repetition.

Evidence is new where an episode is cited that is known, and did not teach the belief. Then a near
repetition of an active belief strengthens it, for a person to sign; every other is dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from gate.records import Beliefs, Diff
from gate.verdict import Code, Reason, Verdict

MOST_NAMED = 5
"""Episodes that one reason names; of more it tells the number."""

_WEIGHT = 0.5
"""How far a second, equally sure source takes what is missing to certainty."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is held, as far as a repetition needs to know it; `episodes` None: none is checked."""

    pending: Beliefs
    active: Beliefs
    episodes: Collection[str] | None

    def new_in(self, diff: Diff, belief_id: str) -> tuple[str, ...] | None:
        """Return the cited episodes that did not teach the belief; None where nobody knows."""
        taught = self._sources(belief_id)
        if taught is None:
            return None
        return tuple(
            one
            for one in dict.fromkeys(diff.source_episodes)
            if one not in taught and (self.episodes is None or one in self.episodes)
        )

    def strengthened(self, diff: Diff, compared: Sequence[Reason]) -> Diff | None:
        """Return the change that `diff` makes of the belief it nearly repeats, if it makes one.

        What waits for a person already is not asked again, whatever it would change.
        """
        near = [reason.belief_id for reason in compared if reason.code == "near_duplicate"]
        held = {belief_id: place for place, belief_id in enumerate(self.active.ids)} if near else {}
        if diff.op != "add" or not near or any(self._waits(one) for one in near if one):
            return None
        target = next((one for one in near if one in held), None)
        if target is None or not self.new_in(diff, target):
            return None
        confidence = self.active.confidences[held[target]]
        raised = raised_confidence(confidence, diff.confidence)
        if confidence is not None and raised <= confidence:
            return None
        return diff._replace(op="strengthen", target_belief_id=target, confidence=raised)

    def told(self, verdict: Verdict) -> Verdict:
        """Return a verdict that drops a repetition with what is new in it, or that nothing is."""
        if verdict.route != "duplicate":
            return verdict
        said = (r for r in verdict.reasons if r.code in ("duplicate", "near_duplicate"))
        repeated = next((one for one in said if one.belief_id), None)
        new = self.new_in(verdict.diff, repeated.belief_id or "") if repeated else None
        if repeated is None or new is None or (repeated.code == "duplicate" and not new):
            return verdict
        code: Code = "seen_again" if new else "no_new_evidence"
        reason = Reason(code, repeated.belief_id, detail=named(new) or None)
        return replace(verdict, reasons=(*verdict.reasons, reason), new_episodes=new)

    def _sources(self, belief_id: str) -> Collection[str] | None:
        for some in (self.active, self.pending):
            if belief_id in some.ids:
                return some.sources[some.ids.index(belief_id)]
        return None

    def _waits(self, belief_id: str) -> bool:
        """Whether this is a card that claims its words, or the target of one that strengthens."""
        changes = zip(self.pending.ids, self.pending.ops, self.pending.targets, strict=True)
        return any(
            (one == belief_id and op not in ("weaken", "forget"))
            or (target == belief_id and op == "strengthen")
            for one, op, target in changes
        )


def raised_confidence(held: float | None, seen: float) -> float:
    """Return how sure one may be of what was held and was seen again, from 0 to 1."""
    if held is None:
        return seen
    return round(held + (1 - held) * seen * _WEIGHT, 2)


def named(episodes: Sequence[str]) -> str:
    """Return the first few ids, and how many more there are."""
    rest = len(episodes) - MOST_NAMED
    return " ".join([*episodes[:MOST_NAMED], *([f"+{rest}"] if rest > 0 else [])])
