"""Which model a run may ask, how long it may take, and how much one question to it holds.

It is the worker's configured one, or another that the operator allows.
"""

from __future__ import annotations

from dataclasses import dataclass

from activities.faults import permanent
from activities.proposers import prompt
from activities.proposers.choose import STUB, choose_proposer
from activities.proposers.litellm_model import DEFAULT_TIMEOUT_SECONDS, LitellmProposer
from activities.proposers.proposer import Proposer
from forge_client import failures


@dataclass(frozen=True, slots=True)
class Models:
    """`configured` None: the built-in proposer; a run may ask for one of `allowed` instead."""

    configured: str | None
    allowed: frozenset[str]
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS
    input_tokens: int = prompt.DEFAULT_INPUT_TOKENS

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

    def proposer(self, model: str | None) -> Proposer:
        """Return what asks `model`, within these bounds."""
        return choose_proposer(model, self.timeout_seconds, self.input_tokens)

    def summariser(self) -> LitellmProposer | None:
        """Return what asks the configured model; None where there is none that can summarise."""
        found = self.proposer(self.configured)
        return found if isinstance(found, LitellmProposer) else None

    def room_for_episodes(self, model: str | None) -> int | None:
        """Return how many bytes of episodes, as `prompt.size_of` tells them, one question holds.

        None: all of them, since what needs no model reads everything.
        """
        if model is None or model.startswith(STUB):
            return None
        return prompt.room_for_episodes(self.input_tokens)
