"""How confidence fades while nothing confirms it. Computed from the stored value; a report only."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from gate.config import GateConfig
from gate.records import Beliefs
from gate.verdict import Decayed

_SECONDS_A_DAY = 86_400
_MANY_DAYS = 36_500
_A_LITTLE_LESS = 0.999


def decayed_confidence(confidence: float, age_days: float, lambda_per_day: float = 0.02) -> float:
    """Return `confidence` after `age_days`: `confidence * exp(-lambda * age)`.

    An age or a lambda of 0 or less changes nothing, so that a clock that runs ahead raises nobody.
    """
    if age_days <= 0 or lambda_per_day <= 0:
        return confidence
    return confidence * math.exp(-lambda_per_day * age_days)


def decay_report(active: Beliefs, now: datetime, config: GateConfig) -> tuple[Decayed, ...]:
    """Return the active beliefs that lost at least `min_decay` since they last changed."""
    if config.lambda_per_day <= 0:
        return ()
    youngest = now - _least_age(active, config)
    found = (
        _faded(active, place, now, config)
        for place, created in enumerate(active.created_at)
        if created is None or created <= youngest
    )
    return tuple(decayed for decayed in found if decayed)


def _least_age(active: Beliefs, config: GateConfig) -> timedelta:
    """Return an age below which not even the surest belief can have lost `min_decay`."""
    surest = max(filter(None, active.confidences), default=0.0)
    if config.min_decay <= 0:
        return timedelta(days=-_MANY_DAYS)
    if surest <= config.min_decay:
        return timedelta(0)
    days = -math.log(1 - config.min_decay / surest) / config.lambda_per_day
    return timedelta(days=min(days * _A_LITTLE_LESS, _MANY_DAYS))


def _faded(active: Beliefs, place: int, now: datetime, config: GateConfig) -> Decayed | None:
    changes = filter(None, (active.created_at[place], active.updated_at[place]))
    changed, confidence = max(changes, default=None), active.confidences[place]
    if changed is None or confidence is None or active.statuses[place] not in (None, "active"):
        return None
    age = (now - changed).total_seconds() / _SECONDS_A_DAY
    decayed = decayed_confidence(confidence, age, config.lambda_per_day)
    if confidence - decayed < config.min_decay or active.kinds[place] in config.lasting_kinds:
        return None
    # Mathematical libraries differ in the last digit; the report must not.
    return Decayed(active.ids[place], confidence, round(decayed, 12), round(age, 9))
