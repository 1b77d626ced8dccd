"""Whether words say again what an agent already holds: exactly, or nearly by their vectors.

The gate decides, as it does for proposals: above a cosine of 0.92 two beliefs are taken for one,
but never two that contradict each other, however close they lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import gate
from forge_api.embedding import Vectors
from forge_client.names import Op
from gate.verdict import DUPLICATE_CODES

CONFIG = gate.GateConfig(sources_known=True)

SAYING: frozenset[Op] = frozenset({"add", "supersede"})
"""The ops whose words would become a belief of their own; the others only name their target."""


@dataclass(frozen=True, slots=True)
class Double:
    """What says it already: a belief, or an item of the same batch by its place before the gate."""

    belief_id: str | None
    place: int | None
    similarity: float
    """1.0 for the very words; else the cosine of the vectors."""


def double_in(verdict: gate.Verdict) -> Double | None:
    """Return what makes a proposal a mere repetition, by the gate's verdict on it.

    What the gate would rather have strengthen a belief is one too: who proposes decides on the op.
    """
    for reason in verdict.reasons:
        says_again = reason.code in DUPLICATE_CODES and verdict.diff.op in SAYING
        if says_again or reason.code in ("duplicate_in_batch", "near_duplicate_in_batch"):
            return Double(reason.belief_id, reason.diff_index, reason.score or 1.0)
    return None


def double_of(
    content: str, vector: Vectors | None, live: Sequence[Mapping[str, Any]], at: datetime
) -> Double | None:
    """Return which of `live` (rows of `beliefs.live`) says the same as these words."""
    vectors = vectors_of(live)
    if vector is not None:
        vectors[0] = vector
    diff = {"op": "add", "belief": content}
    return double_in(gate.check([diff], live, [], at, vectors=vectors, config=CONFIG).verdicts[0])


def vectors_of(live: Sequence[Mapping[str, Any]]) -> dict[Any, Any]:
    """Return the vectors that there are, by the ids of their beliefs."""
    return {row["id"]: row["embedding"] for row in live if row["embedding"] is not None}
