"""A card as a page shows it: its words in pieces, its doors with their labels, its evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from forge_api.memory.belief_states import percent
from forge_api.web import addresses, decay_curve, marked_text, wording
from forge_api.web.decay_curve import DecayCurve
from forge_api.web.marked_text import Piece, pieces
from forge_client import word_diff
from forge_client.beliefs import Belief
from forge_client.cards import BESIDE, THIS, Card, Conflict
from forge_client.names import Kind

KEYS: dict[str, str] = {"keep": "a", "forget": "d", "edit": "e", "undo": "z"}
"""Door → the key that opens it."""


@dataclass(frozen=True, slots=True)
class DoorView:
    """One door's button."""

    door: str
    label: str
    key: str


@dataclass(frozen=True, slots=True)
class EditView:
    """What the form of the edit door begins with."""

    what: Literal["words", "percent"]
    label: str
    content: str
    percent: int
    kind: Kind
    hidden: Sequence[Sequence[Piece]]
    """Each place with unseen characters; the form begins without them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts against each other, with what differs marked."""

    title: str
    new_called: str
    new: Sequence[Piece]
    new_note: str
    old_called: str
    old: Sequence[Piece]
    old_note: str
    address: str
    """Of the belief that `old` belongs to."""


@dataclass(frozen=True, slots=True)
class CardView:
    """One open card."""

    agent_id: str
    id: str
    version: int
    address: str
    heading: str
    text: Sequence[Piece]
    kind: Kind
    scope: str
    confidence: str
    curve: DecayCurve
    sources: int
    age: str
    created: str
    run_id: str | None
    run_address: str | None
    needs_review: bool
    stale: bool
    selectable: bool
    """An addition that nothing speaks against: many of them may be decided at once."""

    pairs: Sequence[Pair]
    reasons: Sequence[str]
    why: Sequence[Piece]
    doors: Sequence[DoorView]
    edit: EditView | None


@dataclass(frozen=True, slots=True)
class Seen:
    """When a card is looked at, and how fast what it says fades."""

    now: datetime
    fades: Callable[[str], float]
    """Kind → lambda a day."""

    past: Belief | None = None
    """Of a stale card: its target as it was when the change was proposed."""


def of(card: Card, seen: Seen) -> CardView:
    """Return the card as a page shows it."""
    belief = card.belief
    return CardView(
        agent_id=card.agent_id,
        id=belief.id,
        version=belief.version,
        address=addresses.belief(card.agent_id, belief.id),
        heading=card.heading,
        text=pieces(belief.content),
        kind=belief.kind,
        scope=belief.scope,
        confidence=percent(belief.confidence),
        curve=decay_curve.drawn(belief.confidence, seen.fades(belief.kind)),
        sources=len(belief.source_episodes),
        age=wording.ago(belief.created_at, seen.now),
        created=wording.when(belief.created_at),
        run_id=belief.run_id,
        run_address=belief.run_id and addresses.run(card.agent_id, belief.run_id),
        needs_review=card.needs_review,
        stale=card.stale,
        selectable=belief.op == "add" and not card.needs_review,
        pairs=_pairs(card, seen),
        reasons=_reasons(card),
        why=pieces(belief.why),
        doors=[
            DoorView(door, label, KEYS[door])
            for door, label in card.doors.items()
            if door != "edit"
        ],
        edit=edit_of(belief, card.doors["edit"]) if "edit" in card.doors else None,
    )


def _pairs(card: Card, seen: Seen) -> list[Pair]:
    pairs = []
    if card.conflict is not None:
        pairs.append(_conflict(card.belief, card.conflict, seen))
    if card.target is not None and seen.past is not None:
        pairs.append(_moved(seen.past, card.target))
    if card.target is not None and card.belief.op == "supersede":
        pairs.append(_replaced(card.belief, card.target, card.target_decayed, seen))
    return pairs


def _conflict(belief: Belief, conflict: Conflict, seen: Seen) -> Pair:
    other = conflict.belief
    ours, theirs = word_diff.clashing(belief.content, conflict)
    held = "an active belief" if other.status == "active" else "another card"
    rule = conflict.rule.replace("_", " ")
    return Pair(
        title=f"Contradicts {held} (rule: {rule})",
        new_called=THIS,
        new=pieces(belief.content, marked_text.all_of(ours, "new")),
        new_note=wording.ago(belief.created_at, seen.now),
        old_called=conflict.called,
        old=pieces(other.content, marked_text.all_of(theirs, "old")),
        old_note=_fading(other, conflict.decayed, seen),
        address=addresses.belief(other.agent_id, other.id),
    )


def _replaced(belief: Belief, target: Belief, decayed: float | None, seen: Seen) -> Pair:
    old, new = marked_text.compared(target.content, belief.content)
    return Pair(
        title="What it would replace",
        new_called=THIS,
        new=new,
        new_note=wording.ago(belief.created_at, seen.now),
        old_called=BESIDE[target.status],
        old=old,
        old_note=_fading(target, decayed, seen),
        address=addresses.belief(target.agent_id, target.id),
    )


def _moved(past: Belief, target: Belief) -> Pair:
    old, new = marked_text.compared(past.content, target.content)
    return Pair(
        title="The belief that it is about has changed since",
        new_called="NOW",
        new=new,
        new_note=f"{target.status}, {percent(target.confidence)}, version {target.version}",
        old_called="THEN",
        old=old,
        old_note=f"{past.status}, {percent(past.confidence)}, version {past.version}",
        address=addresses.belief(target.agent_id, target.id),
    )


def _fading(belief: Belief, decayed: float | None, seen: Seen) -> str:
    stored, left = percent(belief.confidence), percent(decayed)
    days = max((seen.now - belief.updated_at).days, 0)
    if decayed is None or stored == left:
        return stored
    return f"{stored} → {left} after {wording.count(days, 'day')}"


def _reasons(card: Card) -> list[str]:
    """Return why a person must look, but what the card shows anyway."""
    shown = {"op_needs_review", "hidden_characters"}
    if card.conflict is not None:
        shown |= {"contradicts", "contradicts_in_batch"}
    told = [wording.reason(one) for one in card.review_reasons if one.code not in shown]
    return list(dict.fromkeys(told))


def edit_of(belief: Belief, label: str) -> EditView:
    """Return what the form of the edit door begins with."""
    content = belief.content
    return EditView(
        what="percent" if belief.op in ("strengthen", "weaken") else "words",
        label=label,
        content=marked_text.without_unseen(content),
        percent=round(belief.confidence * 100),
        kind=belief.kind,
        hidden=[_around(content, start, end) for start, end in marked_text.unseen_in(content)],
    )


def _around(text: str, start: int, end: int, reach: int = 12) -> list[Piece]:
    """Return the word in which something unseen stands."""
    left = max((text.rfind(" ", 0, start) + 1), start - reach)
    right = text.find(" ", end)
    return pieces(text[left : min(right if right >= 0 else len(text), end + reach)])
