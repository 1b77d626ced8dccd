"""Which model a run may ask: the worker's configured one, or another that the operator allows."""

from __future__ import annotations

from dataclasses import dataclass

from activities.bounds import MAX_EPISODES_A_RUN
from activities.faults import permanent
from activities.proposers import prompt
from activities.proposers.choose import STUB
from forge_client import failures


@dataclass(frozen=True, slots=True)
class Models:
    """`configured` None: the built-in proposer; a run may ask for one of `allowed` instead."""

    configured: str | None
    allowed: frozenset[str]

    def choose(self, wished: str | None) -> str | None:
        """Return the model to ask.

        Raises:
            ApplicationError: `ModelNotAllowed`, non-retryable.
        """
        if wished is None or wished in self.allowed:
            return wished or self.configured
        raise permanent(
            failures.MODEL_NOT_ALLOWED,
            "model: not among those that the operator allows (MULE_ALLOWED_MODELS)",
        )


def episodes_for(model: str | None) -> int:
    """Return how many episodes one question to `model` holds; the built-in proposer reads all."""
    reads_all = model is None or model.startswith(STUB)
    return MAX_EPISODES_A_RUN if reads_all else prompt.MAX_EPISODES
