"""The proposer that asks a model through litellm: one call, no tools, no retries of its own."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from activities.proposers import errors, prompt
from activities.proposers.answer import UndecodableProposal, parse_diffs
from activities.proposers.proposer import Proposed, ProposerInput
from activities.proposers.transports import open_litellm
from forge_client.runs import ModelUse

MAX_ANSWER_TOKENS = 8_192
PASSING = frozenset({408, 409, 429})
"""The 4xx that a later call may not meet again."""


@dataclass(frozen=True, slots=True)
class LitellmProposer:
    """Asks `model`, a litellm name; its provider's key comes from litellm's own environment.

    `timeout_seconds` bounds the call; `api_base` names another endpoint of the provider's kind.
    """

    model: str
    timeout_seconds: float = 120.0
    api_base: str | None = None

    async def propose(self, request: ProposerInput) -> Proposed:
        """Put the one question and decode the answer.

        Raises:
            EpisodesTooLarge: more than `prompt.MAX_EPISODES` episodes.
            ModelUnavailable: a fault that may pass.
            ModelRefused: a fault that will not.
            AnswerUndecodable: the answer is no list of diffs; tokens are counted.
        """
        if len(request.episodes) > prompt.MAX_EPISODES:
            raise errors.EpisodesTooLarge(
                f"episodes: {len(request.episodes)} do not fit into one question to a model; "
                f"set max_episodes to {prompt.MAX_EPISODES} or less",
                ModelUse(name=self.model),
            )
        text, use = await self._ask(prompt.write_prompt(request.episodes, request.beliefs))
        try:
            return Proposed.within_limit(parse_diffs(text), use)
        except UndecodableProposal as error:
            raise errors.AnswerUndecodable(str(error), use) from error

    async def _ask(self, messages: list[dict[str, str]]) -> tuple[str, ModelUse]:
        async with open_litellm() as litellm:
            try:
                answer = await litellm.acompletion(
                    model=self.model,
                    messages=messages,
                    api_base=self.api_base,
                    temperature=0,
                    max_tokens=MAX_ANSWER_TOKENS,
                    timeout=self.timeout_seconds,
                    num_retries=0,
                    max_retries=0,
                    drop_params=True,
                )
            except Exception as error:  # noqa: BLE001 - litellm's tree has no root of its own
                fault = _sort_fault(error, self.model)
            else:
                return answer.choices[0].message.content or "", _read_use(
                    litellm, answer, self.model
                )
        # Raised outside the handler, so that the provider's text hangs on it not even as context.
        raise fault


def _sort_fault(error: Exception, model: str) -> errors.ProposerError:
    """Tell a passing fault from a lasting one; what has no status never reached an answer."""
    use = ModelUse(name=model, calls=1)
    status = getattr(error, "status_code", None)
    kind = type(error).__name__
    if isinstance(status, int) and 400 <= status < 500 and status not in PASSING:
        return errors.ModelRefused(f"{model}: refused with {status} ({kind})", use, status)
    return errors.ModelUnavailable(
        f"{model}: unavailable, {status or 'no status'} ({kind})", use, status, _retry_after(error)
    )


def _retry_after(error: Exception) -> float | None:
    """Read the seconds of `Retry-After`; a date there is left to the caller's backoff."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _read_use(litellm: Any, answer: Any, model: str) -> ModelUse:
    """Read what the answer reports; litellm shows missing usage as 0, as no prompt is."""
    usage = getattr(answer, "usage", None)
    input_tokens = getattr(usage, "prompt_tokens", None) or None
    output_tokens = getattr(usage, "completion_tokens", None) if input_tokens else None
    return ModelUse(
        name=model,
        calls=1,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost_usd=_price(litellm, answer) if input_tokens else None,
    )


def _price(litellm: Any, answer: Any) -> float | None:
    try:
        return float(litellm.completion_cost(completion_response=answer))
    except Exception:  # noqa: BLE001 - a model without a price raises a bare Exception
        return None
