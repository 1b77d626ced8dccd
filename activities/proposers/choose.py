"""From the operator's model setting to the proposer that answers it."""

from __future__ import annotations

from pathlib import Path

from activities.proposers.litellm_model import DEFAULT_TIMEOUT_SECONDS, LitellmProposer
from activities.proposers.prompt import DEFAULT_INPUT_TOKENS
from activities.proposers.proposer import Proposer
from activities.proposers.recurring import RecurringStatements
from activities.proposers.stub import StubProposer

STUB = "stub:"


def choose_proposer(
    model: str | None,
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
    input_tokens: int = DEFAULT_INPUT_TOKENS,
) -> Proposer:
    """Return the proposer for `model`; the bounds are those of one question to a litellm model.

    None or blank: the built-in one, which needs no model. `stub:FILE`: a fixed answer from a file.
    Anything else: a litellm model name such as `openai/gpt-5-mini`.
    """
    if model is None or not model.strip():
        return RecurringStatements()
    if model.startswith(STUB):
        return StubProposer(Path(model.removeprefix(STUB)))
    return LitellmProposer(model, timeout_seconds, input_tokens)
