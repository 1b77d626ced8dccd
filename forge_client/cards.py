"""A pending belief as a person sees it, with everything needed to decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, computed_field

from forge_client.beliefs import Belief, ReviewReason, Span
from forge_client.names import Status
from forge_client.wire import Answer

THIS = "THIS"
"""What a card's own words are called beside those of another belief."""

BESIDE: Mapping[Status, str] = {
    "pending": "ALSO PROPOSED",
    "active": "ACTIVE NOW",
    "applied": "APPLIED BY NOW",
    "forgotten": "FORGOTTEN BY NOW",
    "superseded": "REPLACED BY NOW",
}
"""What the other belief is called, by what it is at this moment: on every surface."""


CardFilter = Literal["needs_review", "adds", "changes", "stale"]


class Conflict(Answer):
    """The belief that this card contradicts, and the conflicting words in both."""

    belief: Belief
    rule: str
    span: Span | None = None
    other_span: Span | None = None
    decayed: float | None = None
    """What age has left of the other belief's confidence."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def called(self) -> str:
        """What every surface calls the other belief beside `THIS`, the card's own words."""
        return BESIDE[self.belief.status]


class Card(Answer):
    """One open card. `heading` and `doors` are the words that every surface shows."""

    belief: Belief
    agent_id: str
    heading: str
    doors: dict[str, str]
    """Door → the label of its button."""

    target: Belief | None = None
    """The target as it is now."""

    target_decayed: float | None = None
    """What age has left of the target's confidence."""

    stale: bool = False
    """The target moved since the proposal: only forget still works."""

    needs_review: bool = False
    review_reasons: list[ReviewReason] = Field(default_factory=list)
    conflict: Conflict | None = None
    hidden_characters: list[Span] = Field(default_factory=list)
    confidence: float
    decayed: float
    source_episodes: list[str] = Field(default_factory=list)
    conversation_ids: list[str] = Field(default_factory=list)
    run_id: str | None = None


class CardList(Answer):
    """`GET …/cards`: open cards, newest first."""

    cards: list[Card]
    total: int
    counts: dict[str, int] = Field(default_factory=dict)
    """`open`, and how many of them each filter shows."""

    next_cursor: str | None = None
    position: str | None = None
    """`…/cards/stream?after=` goes on from here, with nothing missed between."""
