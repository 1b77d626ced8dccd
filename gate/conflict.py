"""What a rule says when two texts clash."""

from __future__ import annotations

from dataclasses import dataclass

from gate.wording import Span


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Which rule found it, the clashing words in each text, and how near the rest is (0 to 1)."""

    rule: str
    span: Span
    other_span: Span
    score: float

    def mirrored(self) -> Contradiction:
        """Return the same finding, seen from the other text."""
        return Contradiction(self.rule, self.other_span, self.span, self.score)
