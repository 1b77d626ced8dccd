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
    found = (
        _faded(belief, anchor, now, config)
        for belief in active
        if (anchor := _anchor(belief)) is not None
    )
    return tuple(decayed for decayed in found if decayed)


def _anchor(belief: Belief) -> datetime | None:
    """Return when a belief that can fade last changed; None for every other."""
    if belief.status not in (None, "active") or belief.confidence is None:
        return None
    created, updated = belief.created_at, belief.updated_at
    if created is None or updated is None:
        return created or updated
    return max(created, updated)


def _faded(belief: Belief, anchor: datetime, now: datetime, config: GateConfig) -> Decayed | None:
    confidence = belief.confidence or 0.0
    age = (now - anchor).total_seconds() / _SECONDS_A_DAY
    decayed = decayed_confidence(confidence, age, config.lambda_per_day)
    if confidence - decayed < config.min_decay:
        return None
    # Mathematical libraries differ in the last digit; the report must not.
    return Decayed(belief.id, confidence, round(decayed, 12), round(age, 9))
