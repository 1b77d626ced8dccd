"""How confidence fades while nothing confirms it. Computed from the stored value; a report only."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime

from gate.config import GateConfig
from gate.records import Belief
from gate.verdict import Decayed

_SECONDS_A_DAY = 86_400


def decayed_confidence(confidence: float, age_days: float, lambda_per_day: float = 0.02) -> float:
    """Return `confidence` after `age_days`: `confidence * exp(-lambda * age)`.

    An age or a lambda of 0 or less changes nothing, so that a clock that runs ahead raises nobody.
    """
    if age_days <= 0 or lambda_per_day <= 0:
        return confidence
    return confidence * math.exp(-lambda_per_day * age_days)


def decay_report(
    active: Iterable[Belief], now: datetime, config: GateConfig
) -> tuple[Decayed, ...]:
    """Return the active beliefs that lost at least `min_decay` since they last changed."""
    if config.lambda_per_day <= 0:
        return ()
    found = (_faded(belief, now, config) for belief in active if _can_fade(belief))
    return tuple(decayed for decayed in found if decayed)


def _can_fade(belief: Belief) -> bool:
    return belief.status in ("active", None) and belief.confidence is not None


def _faded(belief: Belief, now: datetime, config: GateConfig) -> Decayed | None:
    anchor = _anchor(belief)
    if anchor is None or belief.confidence is None:
        return None
    age = (now - anchor).total_seconds() / _SECONDS_A_DAY
    decayed = decayed_confidence(belief.confidence, age, config.lambda_per_day)
    if belief.confidence - decayed < config.min_decay:
        return None
    # Mathematical libraries differ in the last digit; the report must not.
    return Decayed(belief.id, belief.confidence, round(decayed, 12), round(age, 9))


def _anchor(belief: Belief) -> datetime | None:
    """Return when the belief last changed."""
    if belief.created_at is None or belief.updated_at is None:
        return belief.created_at or belief.updated_at
    return max(belief.created_at, belief.updated_at)
