"""The proposer that asks a model through litellm: one call, no tools, no retries of its own.

The answer is held to a schema where litellm knows that the model can keep one.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from activities.proposers import errors, prompt
from activities.proposers.answer import UndecodableProposal, parse_diffs
from activities.proposers.answer_format import ANSWER_FORMAT
from activities.proposers.proposer import Proposed, ProposerInput
from forge_client.runs import ModelUse
from litellm_link.calls import open_litellm

DEFAULT_TIMEOUT_SECONDS = 120.0
MAX_ANSWER_TOKENS = 8_192

PASSING = frozenset({408, 409, 429})
"""The 4xx that a later call may not meet again."""

REMEDIES = {
    401: "set its provider's key where the worker runs",
    403: "the key may not use this model",
    404: "correct the model's name, or the address of its endpoint",
}

CUT_OFF = {
    "length": f"the answer was cut off at {MAX_ANSWER_TOKENS} tokens or sooner",
    "content_filter": "the answer was cut off by the provider's filter",
}
"""Why an answer ended early: such a one never counts, even where what is left of it decodes."""


@dataclass(frozen=True, slots=True)
class LitellmProposer:
    """Asks `model`, a litellm name; its provider's key comes from litellm's own environment.

    `timeout_seconds` bounds the whole call; `input_tokens` the question; `api_base` names another
    endpoint of the provider's kind.
    """

    model: str
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS
    input_tokens: int = prompt.DEFAULT_INPUT_TOKENS
    api_base: str | None = None

    async def propose(self, request: ProposerInput) -> Proposed:
        """Put the one question and decode the answer.

        Raises:
            EpisodesTooLarge: several episodes that do not fit whole into one question.
            ModelUnavailable: a fault that may pass.
            ModelRefused: a fault that will not.
            AnswerUndecodable: the answer is no list of diffs; tokens are counted.
        """
        self._refuse_too_many(request)
        text, use = await self.ask(
            prompt.write_prompt(request.episodes, request.beliefs, self.input_tokens),
            ANSWER_FORMAT,
        )
        try:
            return Proposed.within_limit(parse_diffs(text), use)
        except UndecodableProposal as error:
            raise errors.AnswerUndecodable(str(error), use) from error

    def _refuse_too_many(self, request: ProposerInput) -> None:
        """What is cut would be marked as read; only a single giant has no other way."""
        size = sum(map(prompt.size_of, request.episodes))
        if len(request.episodes) > 1 and size > prompt.room_for_episodes(self.input_tokens):
            raise errors.EpisodesTooLarge(
                f"episodes: {len(request.episodes)} do not fit into {self.input_tokens} tokens; "
                "give all workers the same MULE_INPUT_TOKENS",
                ModelUse(name=self.model),
            )

    async def ask(
        self, messages: list[dict[str, str]], answer_format: Mapping[str, Any]
    ) -> tuple[str, ModelUse]:
        """Return the model's answer to a question, and what it took.

        Raises:
            ModelUnavailable: a fault that may pass.
            ModelRefused: a fault that will not.
            AnswerUndecodable: the answer was cut off; tokens are counted.
        """
        async with open_litellm() as litellm:
            known = _what_is_known(litellm, self.model)
            try:
                # litellm's own timeout starts anew with each byte that arrives.
                async with asyncio.timeout(self.timeout_seconds):
                    answer = await litellm.acompletion(
                        model=self.model,
                        messages=messages,
                        api_base=self.api_base,
                        temperature=0,
                        max_tokens=_room_for_answer(known),
                        timeout=self.timeout_seconds,
                        num_retries=0,
                        max_retries=0,
                        drop_params=True,
                        **_format_for(known, answer_format),
                    )
            except Exception as error:  # noqa: BLE001 - litellm's tree has no root of its own
                fault = _sort_fault(error, self.model)
            else:
                use = _read_use(litellm, answer, self.model)
                return _read_text(answer.choices[0], use), use
        # Raised outside the handler, so that the provider's text hangs on it not even as context.
        raise fault


def _what_is_known(litellm: Any, model: str) -> Mapping[str, Any]:
    """Read litellm's map; its own look-ups ask some providers over the network."""
    provider, _, name = model.partition("/")
    whole, short = (litellm.model_cost.get(key) or {} for key in (model, name))
    return whole or (short if short.get("litellm_provider") == provider else {})


def _format_for(known: Mapping[str, Any], answer_format: Mapping[str, Any]) -> dict[str, Any]:
    return {"response_format": answer_format} if known.get("supports_response_schema") else {}


def _room_for_answer(known: Mapping[str, Any]) -> int:
    return min(int(known.get("max_output_tokens") or MAX_ANSWER_TOKENS), MAX_ANSWER_TOKENS)


def _read_text(choice: Any, use: ModelUse) -> str:
    if early := CUT_OFF.get(choice.finish_reason):
        raise errors.AnswerUndecodable(early, use)
    return choice.message.content or ""


def _sort_fault(error: Exception, model: str) -> errors.ProposerError:
    """Tell a passing fault from a lasting one; what has no status never reached an answer."""
    use = ModelUse(name=model, calls=1)
    status = getattr(error, "status_code", None)
    kind = type(error).__name__
    if isinstance(status, int) and 400 <= status < 500 and status not in PASSING:
        remedy = _remedy(kind, status)
        return errors.ModelRefused(f"{model}: refused with {status} ({kind}){remedy}", use, status)
    return errors.ModelUnavailable(
        f"{model}: unavailable, {status or 'no status'} ({kind})", use, status, _retry_after(error)
    )


def _remedy(kind: str, status: int) -> str:
    if kind == "ContextWindowExceededError":
        return "; set MULE_INPUT_TOKENS to what the model can read"
    return f"; {REMEDIES[status]}" if status in REMEDIES else ""


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
