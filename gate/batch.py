"""What the diffs of one batch are to each other: the best of those that say the same is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from gate.difference import says_the_same
from gate.duplicate import cosine, is_duplicate
from gate.records import Diff
from gate.verdict import Reason, Verdict


class Twin(NamedTuple):
    """The diff that is kept in another's place."""

    kept: int
    similarity: float | None = None
    """Cosine; None where the words themselves are the same."""


def kept_instead(
    diffs: Sequence[Diff], vectors: Mapping[Any, Sequence[float]], above: float
) -> dict[int, Twin]:
    """Return for each diff that is dropped the one that says the same and is kept.

    Only diffs of one op and target can say the same. Kept is the one with the most distinct source
    episodes, then the highest confidence, then the first.
    """
    kept: list[int] = []
    dropped: dict[int, Twin] = {}
    for index in sorted(range(len(diffs)), key=lambda index: _rank(diffs[index], index)):
        twin = _twin(index, kept, diffs, vectors, above)
        if twin:
            dropped[index] = twin
        else:
            kept.append(index)
    return dropped


def one_strengthening_each(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts with one diff at most that comes to strengthen a belief: the best.

    What was proposed as such comes first; the rest say of what they are a duplicate.
    """
    kept: dict[str | None, int] = {}
    for verdict in sorted(verdicts, key=_strength):
        change = verdict.becomes or verdict.diff
        if change.op == "strengthen" and verdict.route == "needs_review":
            kept.setdefault(change.target_belief_id, verdict.index)
    return [
        _dropped(verdict, first)
        if verdict.becomes and (first := kept[verdict.becomes.target_belief_id]) != verdict.index
        else verdict
        for verdict in verdicts
    ]


def _strength(verdict: Verdict) -> tuple[bool, int, float, int]:
    return (verdict.becomes is not None, *_rank(verdict.diff, verdict.index))


def _dropped(verdict: Verdict, kept: int) -> Verdict:
    reason = Reason("near_duplicate_in_batch", diff_index=kept)
    return replace(verdict, route="duplicate", becomes=None, reasons=(*verdict.reasons, reason))


def _rank(diff: Diff, index: int) -> tuple[int, float, int]:
    return -len(set(diff.source_episodes)), -diff.confidence, index


def _twin(
    index: int,
    kept: Sequence[int],
    diffs: Sequence[Diff],
    vectors: Mapping[Any, Sequence[float]],
    above: float,
) -> Twin | None:
    rivals = [other for other in kept if _same_change(diffs[index], diffs[other])]
    for other in rivals:
        if is_duplicate(diffs[index].belief, diffs[other].belief):
            return Twin(other)
    for other in rivals:
        if index in vectors and other in vectors:
            similarity = cosine(vectors[index], vectors[other])
            if similarity > above and says_the_same(diffs[index].belief, diffs[other].belief):
                return Twin(other, similarity)
    return None


def _same_change(one: Diff, other: Diff) -> bool:
    return (one.op, one.target_belief_id) == (other.op, other.target_belief_id)
