"""How a confidence fades: a line to look at, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass

import gate
from forge_api.memory.belief_states import percent

DAYS = 90
WIDTH, HEIGHT = 120, 32
_STEP = 6


@dataclass(frozen=True, slots=True)
class DecayCurve:
    """A polyline in a box of `WIDTH` by `HEIGHT`, and a sentence that says what it shows."""

    points: str
    text: str
    width: int = WIDTH
    height: int = HEIGHT


def drawn(confidence: float, lambda_per_day: float) -> DecayCurve:
    """Return the fading of a confidence over the next 90 days, untouched."""
    left = {
        day: gate.decayed_confidence(confidence, day, lambda_per_day)
        for day in range(0, DAYS + 1, _STEP)
    }
    points = " ".join(
        f"{day / DAYS * WIDTH:.1f},{HEIGHT - 1 - value * (HEIGHT - 2):.1f}"
        for day, value in left.items()
    )
    text = (
        f"{percent(confidence)} now, {percent(left[30])} after 30 days, "
        f"{percent(left[DAYS])} after {DAYS} days unless it is said again"
    )
    return DecayCurve(points, text)
