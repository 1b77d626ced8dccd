"""The cards of one sitting and where the person stands among them; plain data, no I/O.

Nothing moves under the person: a decided card stays in its place, a new one waits to be let in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from forge_client.beliefs import Belief
from forge_client.cards import Card


@dataclass
class Place:
    """One card where it stands. `outcome` is None while it is open."""

    card: Card
    outcome: str | None = None
    refusal: str | None = None
    """Why the last try at this card failed."""

    selected: bool = False

    @property
    def belief(self) -> Belief:
        """The belief as it was last seen."""
        return self.card.belief

    @property
    def batchable(self) -> bool:
        """Whether it may be kept with others at once: an open, unflagged add."""
        return self.outcome is None and not self.card.needs_review and self.belief.op == "add"

    def close(self, belief: Belief, outcome: str) -> None:
        """Let it be decided; the card stays readable."""
        self._see(belief)
        self.outcome, self.refusal, self.selected = outcome, None, False

    def reopen(self, card: Card) -> None:
        """Let it be open again, as it is now."""
        self.card, self.outcome, self.refusal = card, None, None

    def reopen_as(self, belief: Belief) -> None:
        """Let it be open again after an undo."""
        self._see(belief)
        self.outcome = self.refusal = None

    def _see(self, belief: Belief) -> None:
        self.card = self.card.model_copy(update={"belief": belief})


@dataclass
class Queue:
    """All places in order, the cursor, the filter, and what waits to be let in."""

    places: list[Place] = field(default_factory=list)
    at: int = 0
    words: str = ""
    waiting: list[Card] = field(default_factory=list)

    @property
    def shown(self) -> list[Place]:
        """The places that the filter lets through, in order."""
        wanted = self.words.casefold()
        return [one for one in self.places if wanted in one.belief.content.casefold()]

    @property
    def focused(self) -> Place | None:
        """The place under the cursor; None where nothing is shown."""
        shown = self.shown
        return shown[self.at] if shown else None

    @property
    def selected(self) -> list[Place]:
        """The selected places that can still be kept at once, hidden by a filter or not."""
        return [one for one in self.places if one.selected and one.batchable]

    @property
    def open_count(self) -> int:
        """How many cards wait for a decision, let in or not."""
        return sum(one.outcome is None for one in self.places) + len(self.waiting)

    def move(self, by: int) -> None:
        """Move the cursor, and stop at the ends."""
        self.at = max(0, min(self.at + by, len(self.shown) - 1))

    def advance(self) -> None:
        """Move to the next open card; where none follows, to the first; else stay."""
        shown = self.shown
        ahead = [*range(self.at + 1, len(shown)), *range(self.at)]
        self.at = next((n for n in ahead if shown[n].outcome is None), self.at)

    def go_to(self, place: Place) -> None:
        """Move to this place, out of the filter where that hides it."""
        if place not in self.shown:
            self.words = ""
        self.at = self.shown.index(place)

    def narrow(self, words: str) -> None:
        """Show only cards whose text holds `words`; all for none."""
        self.words, self.at = words, 0

    def select_all(self) -> None:
        """Select every shown unflagged add."""
        for one in self.shown:
            one.selected = one.batchable

    def let_in(self) -> None:
        """Put what waits before the rest; the cursor goes to the newest."""
        self.places = [*map(Place, self.waiting), *self.places]
        self.waiting, self.at = [], 0

    def notice(self, cards: Iterable[Card]) -> None:
        """Take in what forge shows now: new cards wait, known ones are brought up to date."""
        known = {one.belief.id: one for one in self.places}
        fresh = {one.belief.id: one for one in self.waiting}
        for card in cards:
            place = known.get(card.belief.id)
            if place is None:
                fresh[card.belief.id] = card
            elif card.belief.version > place.belief.version:
                place.reopen(card)
            elif place.outcome is None and card.belief.version == place.belief.version:
                place.card = card
        self.waiting = sorted(fresh.values(), key=lambda one: one.belief.created_at, reverse=True)
