"""What models cost, added up, and held against a cap."""

from __future__ import annotations

from typing import TypeVar

from pydantic import Field

from forge_client.runs import ModelUse
from forge_client.wire import Answer

Number = TypeVar("Number", int, float)


class SpendCap(Answer):
    """What may be spent at most; None: no cap."""

    usd: float | None = Field(default=None, gt=0)
    tokens: int | None = Field(default=None, gt=0)
    """Both ways together."""

    def reached_by(self, use: ModelUse) -> str | None:
        """Return why nothing more may be asked of a model after `use`; None: it may."""
        tokens = (use.input_tokens or 0) + (use.output_tokens or 0)
        if self.tokens is not None and tokens >= self.tokens:
            return f"{tokens} tokens were used, the cap is {self.tokens}"
        if self.usd is None:
            return None
        if use.cost_usd is None and tokens:
            return f"no price is known, so a cap of {self.usd} USD cannot hold; cap tokens"
        spent = use.cost_usd or 0.0
        return f"{spent:.4f} USD were spent, the cap is {self.usd}" if spent >= self.usd else None


def added(before: ModelUse, now: ModelUse) -> ModelUse:
    """Return both together, under the later name; what is not known adds nothing to what is."""
    return ModelUse(
        name=now.name,
        calls=before.calls + now.calls,
        input_tokens=_sum(before.input_tokens, now.input_tokens),
        output_tokens=_sum(before.output_tokens, now.output_tokens),
        cost_usd=_sum(before.cost_usd, now.cost_usd),
    )


def _sum(before: Number | None, now: Number | None) -> Number | None:
    if before is None or now is None:
        return before if now is None else now
    return before + now
