"""What an operator may set about the gate."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GateConfig:
    """The gate's thresholds; the defaults are the contract's."""

    lambda_per_day: float = 0.02
    """Decay a day; 0 or less turns the report of decay off."""

    min_decay: float = 0.05
    """Drop in confidence from which a belief is reported."""

    lasting_kinds: frozenset[str] = frozenset()
    """Kinds of beliefs that never fade, such as `constraint`: a rule is no memory of a day."""

    near_duplicate: float = 0.92
    """Cosine above which two texts say the same, where vectors are given."""

    min_grounding: float = 0.34
    """Share of a belief's topics that its cited episodes must name."""

    min_own_words: float = 0.5
    """Share of its topics that the user must have said himself, where others say as much of it."""

    max_conflicts: int = 20
    """Contradictions told of one diff, nearest first."""

    sources_known: bool = False
    """`episodes` is the whole truth even when it is empty: any other id was invented.

    Without it, an empty `episodes` means that the caller knows none, and ids go unchecked.
    """
