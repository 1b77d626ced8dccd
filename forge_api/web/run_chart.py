"""Coverage and acceptance of the last runs, as two lines to look at and as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forge_api.memory.belief_states import percent

WIDTH, HEIGHT = 640, 140
MARGIN = 8


@dataclass(frozen=True, slots=True)
class Shares:
    """Of one run: which share of the episodes it read, and which of its cards a person kept."""

    coverage: float | None
    acceptance: float | None
    """None: nobody has decided any yet."""


@dataclass(frozen=True, slots=True)
class Line:
    """One share over the runs."""

    points: str
    dots: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class RunChart:
    """A chart in a box of `WIDTH` by `HEIGHT`; `text` says what it shows."""

    coverage: Line
    acceptance: Line
    text: str
    width: int = WIDTH
    height: int = HEIGHT


def drawn(runs: Sequence[Shares]) -> RunChart:
    """Return the chart of these runs, oldest first."""
    coverage = [run.coverage for run in runs]
    acceptance = [run.acceptance for run in runs]
    text = (
        f"The last {len(runs)} runs. Episodes read: {_said(coverage)}. "
        f"Cards kept of those decided: {_said(acceptance)}."
    )
    return RunChart(_line(coverage), _line(acceptance), text)


def share(part: int, whole: int) -> float | None:
    """Return part of whole; None where there is no whole."""
    return part / whole if whole else None


def _line(shares: Sequence[float | None]) -> Line:
    step = (WIDTH - 2 * MARGIN) / max(len(shares) - 1, 1)
    dots = [
        (round(MARGIN + place * step, 1), round(MARGIN + (1 - value) * (HEIGHT - 2 * MARGIN), 1))
        for place, value in enumerate(shares)
        if value is not None
    ]
    return Line(" ".join(f"{x},{y}" for x, y in dots), dots)


def _said(shares: Sequence[float | None]) -> str:
    known = [one for one in shares if one is not None]
    if not known:
        return "nothing yet"
    mean = sum(known) / len(known)
    return f"{percent(mean)} on average, {percent(known[-1])} at last"
