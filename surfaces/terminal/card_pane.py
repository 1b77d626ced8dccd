"""The card under the cursor, whole: it scrolls, and nothing of it is cut.

What is not ours stands in a frame of its own, so that no wrapped line passes for one of ours.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from forge_client.cards import Card
from surfaces.cli import card_text
from surfaces.cli.screen import unbroken, visible
from surfaces.terminal.queue import Place

_BESIDE = (("called", "called"), ("beside", "framed"))

PARTS = {
    "outcome": "",
    "facts": "",
    "heading": "",
    "words": "framed",
    "warnings": "framed",
    **{f"{part}_{place}": shape for place in range(4) for part, shape in _BESIDE},
    "why": "framed",
    "refusal": "framed",
}
"""Part of a card, from the top → its class."""


class CardPane(VerticalScroll):
    """Shows one place, or the sentence of an empty inbox."""

    def compose(self) -> ComposeResult:
        for part, shape in PARTS.items():
            yield Static(id=part, markup=False, classes=shape)

    def show(self, place: Place | None, empty: str) -> None:
        """Show `place` as it stands; `empty` where there is none."""
        texts = _texts(place) if place else {"heading": empty}
        for one in self.query(Static):
            text = texts.get(one.id or "", "")
            one.update(text)
            one.display = bool(text)
        self.set_class(place is not None and place.outcome is not None, "decided")
        self.set_class(place is not None and place.selected, "selected")


def _texts(place: Place) -> dict[str, str]:
    card = place.card
    return {
        "outcome": f"✓ {visible(place.outcome)}" if place.outcome else _selected(place),
        "facts": card_text.facts(card),
        "heading": visible(card.heading),
        "words": unbroken(card.belief.content),
        "warnings": "\n".join(map(unbroken, card_text.warnings(card))),
        **_side_by_side(card),
        "why": unbroken(f"Why: {card.belief.why}") if card.belief.why else "",
        "refusal": unbroken(f"⚠ {place.refusal}") if place.refusal else "",
    }


def _selected(place: Place) -> str:
    return "☑ selected" if place.selected else ""


def _side_by_side(card: Card) -> dict[str, str]:
    texts: dict[str, str] = {}
    for place, (called, words) in enumerate(card_text.side_by_side(card)):
        texts |= {f"called_{place}": visible(called), f"beside_{place}": unbroken(words)}
    return texts
