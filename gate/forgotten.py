"""What a person forgot never comes back unflagged: its words, or nearly its words, told again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gate.difference import says_the_same
from gate.duplicate import Nearness
from gate.records import ForgottenBelief
from gate.verdict import Reason
from gate.wording import normalize


class Forgotten:
    """The beliefs that a person forgot, found again by their words or by their vectors."""

    def __init__(
        self,
        beliefs: Sequence[ForgottenBelief],
        vectors: Mapping[Any, Sequence[float]],
        above: float,
    ) -> None:
        self._by_id = {belief.id: belief for belief in _in_order(beliefs)}
        self._by_words = {normalize(belief.content): belief for belief in _in_order(beliefs)}
        self._near = Nearness(vectors, list(self._by_id) if vectors else [])
        self._above = above

    def reasons(self, text: str, vector: Sequence[float] | None) -> Iterable[Reason]:
        """Yield at most one reason: the very words first, else the nearest that says the same."""
        same = self._by_words.get(normalize(text))
        if same is not None:
            yield _reason(same)
        elif vector is not None and (nearest := self._nearest(text, vector)):
            yield _reason(*nearest)

    def _nearest(self, text: str, vector: Sequence[float]) -> tuple[ForgottenBelief, float] | None:
        near = self._near.near(vector, self._above)
        alike = [
            (similarity, belief_id)
            for belief_id, similarity in near.items()
            if says_the_same(text, self._by_id[belief_id].content)
        ]
        if not alike:
            return None
        similarity, belief_id = max(alike)
        return self._by_id[belief_id], similarity


def _in_order(beliefs: Iterable[ForgottenBelief]) -> list[ForgottenBelief]:
    return sorted(beliefs, key=lambda belief: belief.id)


def _reason(belief: ForgottenBelief, similarity: float | None = None) -> Reason:
    on = f"on {belief.at:%Y-%m-%d}" if belief.at else ""
    by = f"by {belief.by}" if belief.by else ""
    return Reason(
        "forgotten_before",
        belief_id=belief.id,
        detail=" ".join(filter(None, (on, by))) or None,
        score=similarity,
    )
