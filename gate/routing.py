"""The judge: every diff gets one route, and every reason for it.

`safe` has no reasons. `duplicate` is reported and never submitted. All else is for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from gate import batch, border
from gate.config import GateConfig
from gate.conflict import Contradiction
from gate.decay import decay_report
from gate.difference import says_the_same
from gate.duplicate import Nearness
from gate.forgotten import Forgotten
from gate.records import Beliefs, Diff, Episode, ForgottenBelief
from gate.repetition import Evidence
from gate.shelf import Shelf
from gate.suspicion import suspicions
from gate.verdict import DUPLICATE_CODES, GateResult, Reason, Route, Verdict, conflict_reason
from gate.wording import normalize

_ASSERTING_OPS = frozenset({"add", "strengthen", "supersede"})
"""Ops that claim their text; `weaken` and `forget` only name what they are about."""


def check(
    diffs: Sequence[Any],
    pending: Sequence[Any],
    active: Sequence[Any],
    now: datetime | str,
    episodes: Sequence[Any] = (),
    vectors: Mapping[Any, Sequence[float]] | None = None,
    config: GateConfig = GateConfig(),  # noqa: B008  It is frozen.
    forgotten: Sequence[Any] = (),
) -> GateResult:
    """Judge `diffs` against each other, and against the beliefs that exist.

    Args:
        diffs: dataclasses, pydantic objects or mappings with the contract's fields; of a diff
            `op` and `belief` must be there.
        pending: beliefs that wait for a person; `id` and `content` must be there.
        active: beliefs that hold; the same. With `source_episodes` they tell new evidence from
            old.
        now: the moment for which decay is told; text is RFC 3339.
        episodes: what is known of the turns that diffs cite: `id`, and `summary`, `statements`,
            `text` where there are any. Empty: ids go unchecked, unless `config.sources_known`.
        vectors: of a belief under its id, of a diff under its index in `diffs`; where a vector
            is missing, only words are compared.
        config: the thresholds.
        forgotten: beliefs that a person forgot: `id`, `content`, and `forgotten_at` and
            `forgotten_by` where that is known.

    Raises:
        GateInputError: a field is missing or of the wrong shape; it names item and field.
    """
    moment = border.read_instant(now, "now")
    read = border.read_diffs(diffs)
    held = border.read_beliefs(active, "active")
    judge = _Judge(
        diffs=read,
        beliefs=(border.read_beliefs(pending, "pending"), held),
        episodes=border.read_episodes(episodes),
        forgotten=border.read_forgotten(forgotten),
        vectors=vectors or {},
        config=config,
    )
    verdicts = batch.one_strengthening_each([judge.verdict(index) for index in range(len(read))])
    return GateResult(
        safe=_of("safe", verdicts),
        needs_review=_of("needs_review", verdicts),
        duplicates=_of("duplicate", verdicts),
        decayed=decay_report(held, moment, config),
    )


class _Judge:
    """One batch before the beliefs that exist; each group of reasons in a method."""

    def __init__(
        self,
        diffs: Sequence[Diff],
        beliefs: tuple[Beliefs, Beliefs],
        episodes: Mapping[str, Episode],
        forgotten: Sequence[ForgottenBelief],
        vectors: Mapping[Any, Sequence[float]],
        config: GateConfig,
    ) -> None:
        self._diffs = diffs
        pending, active = beliefs
        self._belief_ids = [*pending.ids, *active.ids]
        self._episodes = episodes
        self._vectors = vectors
        self._config = config
        self._belief_contents = [*pending.contents, *active.contents]
        # Beliefs first, then the diffs: one look finds what clashes among both.
        self._shelf = Shelf([*self._belief_contents, *(diff.belief for diff in diffs)])
        self._near_beliefs = Nearness(vectors, sorted(self._contents) if vectors else [])
        self._twins = batch.kept_instead(diffs, vectors, config.near_duplicate)
        known = episodes if episodes or config.sources_known else None
        self._evidence = Evidence(*beliefs, known)
        self._forgotten = Forgotten(forgotten, vectors, config.near_duplicate)

    @cached_property
    def _contents(self) -> dict[str, str]:
        """What each belief says, by its id."""
        return dict(zip(self._belief_ids, self._belief_contents, strict=True))

    def verdict(self, index: int) -> Verdict:
        diff = self._diffs[index]
        compared = tuple(self._comparisons(index, diff))
        becomes = None if index in self._twins else self._evidence.strengthened(diff, compared)
        reasons = (
            *self._op_reasons(becomes or diff),
            *suspicions(diff, self._episodes, self._config),
            *compared,
        )
        if becomes is not None:
            new = self._evidence.new_in(diff, becomes.target_belief_id or "") or ()
            return Verdict(index, diff, "needs_review", reasons, becomes, new)
        return self._evidence.told(Verdict(index, diff, _route(diff, reasons), reasons))

    def _op_reasons(self, diff: Diff) -> Iterable[Reason]:
        if diff.op == "add":
            return
        yield Reason("op_needs_review", detail=diff.op)
        if diff.target_belief_id is None:
            yield Reason("missing_target")
        elif diff.target_belief_id not in self._contents:
            yield Reason("unknown_target", belief_id=diff.target_belief_id)

    def _comparisons(self, index: int, diff: Diff) -> Iterable[Reason]:
        if index in self._twins:
            yield _twin_reason(self._twins[index])
        if diff.op not in _ASSERTING_OPS or not normalize(diff.belief):
            return
        same = self._same_beliefs(diff)
        yield from (Reason("duplicate", belief_id=belief_id) for belief_id in same)
        found = self._shelf.clashing(diff.belief)
        clashes = self._clashes(diff, found)
        yield from clashes
        if not same:
            clashing = {reason.belief_id for reason in clashes}
            yield from self._near_duplicates(index, diff, clashing)
            yield from self._forgotten.reasons(diff.belief, self._vectors.get(index))
        if index not in self._twins:
            yield from self._clashes_in_batch(index, found)

    def _same_beliefs(self, diff: Diff) -> list[str]:
        places = self._shelf.same_text(normalize(diff.belief))
        held = {self._belief_ids[place] for place in places if place < len(self._belief_ids)}
        return sorted(held - {_own_target(diff)})

    def _clashes(self, diff: Diff, found: Mapping[int, Contradiction]) -> list[Reason]:
        own_target, held = _own_target(diff), len(self._belief_ids)
        reasons = [
            conflict_reason(conflict, belief_id=self._belief_ids[place])
            for place, conflict in found.items()
            if place < held and self._belief_ids[place] != own_target
        ]
        reasons.sort(key=lambda reason: (-(reason.score or 0), reason.belief_id or ""))
        return reasons[: self._config.max_conflicts]

    def _near_duplicates(self, index: int, diff: Diff, clashing: set[str | None]) -> list[Reason]:
        """What contradicts or differs is no repetition, however near the vectors are."""
        if index not in self._vectors:
            return []
        near = self._near_beliefs.near(self._vectors[index], self._config.near_duplicate)
        told = [
            Reason("near_duplicate", belief_id=belief_id, detail=f"{value:.2f}", score=value)
            for belief_id, value in near.items()
            if belief_id not in clashing
            and belief_id != _own_target(diff)
            and says_the_same(diff.belief, self._contents[belief_id])
        ]
        return sorted(told, key=lambda reason: (-(reason.score or 0), reason.belief_id or ""))

    def _clashes_in_batch(self, index: int, found: Mapping[int, Contradiction]) -> Iterable[Reason]:
        for place in sorted(found):
            other = place - len(self._belief_ids)
            is_rival = other >= 0 and other != index and other not in self._twins
            if is_rival and self._diffs[other].op in _ASSERTING_OPS:
                yield conflict_reason(found[place], diff_index=other)


def _own_target(diff: Diff) -> str | None:
    """An `add` has no target, whatever it names: else naming one would hide a contradiction."""
    return diff.target_belief_id if diff.op != "add" else None


def _twin_reason(twin: batch.Twin) -> Reason:
    if twin.similarity is None:
        return Reason("duplicate_in_batch", diff_index=twin.kept)
    return Reason(
        "near_duplicate_in_batch",
        diff_index=twin.kept,
        detail=f"{twin.similarity:.2f}",
        score=twin.similarity,
    )


def _route(diff: Diff, reasons: Sequence[Reason]) -> Route:
    """A repetition within the batch is dropped whatever its op; of memory, only an `add` is one."""
    codes = {reason.code for reason in reasons}
    in_batch = {"duplicate_in_batch", "near_duplicate_in_batch"}
    if codes & (DUPLICATE_CODES if diff.op == "add" else in_batch):
        return "duplicate"
    return "needs_review" if reasons else "safe"


def _of(route: Route, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    return tuple(verdict for verdict in verdicts if verdict.route == route)
