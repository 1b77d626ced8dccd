"""What every proposer is: one question put to the episodes, answered with belief diffs.

The activity that asks has already read memory; a proposer reads nothing from forge, changes
nothing, and knows nothing of Temporal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from forge_client.beliefs import Belief
from forge_client.episodes import Episode
from forge_client.names import MAX_DIFFS
from forge_client.proposals import BeliefDiff
from forge_client.runs import ModelUse

Vectors = NDArray[np.float32]

Embed = Callable[[list[str]], Awaitable[Vectors]]
"""Any number of texts to one vector of length 1 each, in order: shape (texts, width)."""


Earlier = Callable[[], Awaitable[Sequence[Episode]]]
"""Episodes that other runs have reflected on, not long before."""


async def nothing_earlier() -> Sequence[Episode]:
    """Return no episode."""
    return ()


@dataclass(frozen=True, slots=True)
class ProposerInput:
    """What a proposer may look at.

    `beliefs` are the agent's active ones, `pending` those that wait for a person; `episodes` are
    the un-reflected ones of this run. Whoever needs more to see what recurs asks for `earlier`.
    """

    episodes: Sequence[Episode]
    embed: Embed
    beliefs: Sequence[Belief] = field(default_factory=tuple)
    pending: Sequence[Belief] = field(default_factory=tuple)
    earlier: Earlier = nothing_earlier


@dataclass(frozen=True, slots=True)
class Proposed:
    """At most `MAX_DIFFS` diffs, how many more there were, and what was asked of a model."""

    diffs: list[BeliefDiff]
    over_limit: int
    model: ModelUse

    @classmethod
    def within_limit(cls, diffs: Sequence[BeliefDiff], model: ModelUse) -> Proposed:
        """Keep the first `MAX_DIFFS` of `diffs`, count the rest."""
        taken = list(diffs[:MAX_DIFFS])
        return cls(diffs=taken, over_limit=len(diffs) - len(taken), model=model)


class Proposer(Protocol):
    """Turns episodes into belief diffs; raises only `errors.ProposerError`."""

    async def propose(self, request: ProposerInput) -> Proposed:
        """Ask once; retries belong to the caller."""
        ...
