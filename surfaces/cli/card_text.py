"""A card as a person reads it in a terminal: the words of every surface, the text never cut."""

from __future__ import annotations

from collections.abc import Iterator

from forge_client import word_diff
from forge_client.beliefs import Belief, ReviewReason
from forge_client.cards import BESIDE, THIS, Card, Conflict
from forge_client.wording import counted
from surfaces.cli.screen import indented, marked, visible

STALE = "⚠ The target has changed since the proposal: only forget still works."


def lines(card: Card) -> Iterator[str]:
    """Yield what to print for one card."""
    yield f"{card.belief.id}  {facts(card)}"
    yield card.heading
    yield indented(card.belief.content)
    for warning in warnings(card):
        yield indented(warning)
    pairs = side_by_side(card)
    width = max((len(called) for called, _ in pairs), default=0)
    for called, words in pairs:
        yield indented(f"{called:{width}}  {words}", "    ")
    if card.belief.why:
        yield indented(f"Why: {card.belief.why}")
    yield f"  {visible(_doors(card.doors))}"


def facts(card: Card) -> str:
    """Return whose card it is, of what kind, how sure, on what it rests, and its marks."""
    parts = [
        card.agent_id,
        card.belief.kind,
        percent(card.confidence),
        counted(len(card.source_episodes), "episode"),
        *(["needs review"] if card.needs_review else []),
        *(["stale"] if card.stale else []),
    ]
    return visible(" · ".join(parts))


def warnings(card: Card) -> Iterator[str]:
    """Yield what to look at twice, a sentence each."""
    for reason in card.review_reasons:
        yield f"⚠ {_review(reason)}"
    if card.stale:
        yield STALE


def side_by_side(card: Card) -> list[tuple[str, str]]:
    """Return the texts to compare, what each is called first; where they clash is marked."""
    pairs = _conflict(card.belief, card.conflict) if card.conflict else []
    shown = {card.belief.content, card.conflict and card.conflict.belief.content}
    if card.target and card.target.content not in shown:
        pairs += _compared(card.belief, card.target)
    return pairs


def door_line(belief: Belief) -> str:
    """Return what a belief has become, in one line."""
    told = f"{belief.id} is {belief.status} (version {belief.version})"
    if belief.erased_at is None:
        return told
    return f"{told}; its words were erased for good at {belief.erased_at:%Y-%m-%d %H:%M}"


def active_beside(other: Belief) -> Iterator[str]:
    """Yield the warning after a door: this other belief is active too, and says the opposite."""
    yield f"  ⚠ {BESIDE[other.status]} too, and says the opposite: {other.id}"
    yield indented(other.content, "    ")
    yield f"    If it is no longer true: reflection forget {other.id}"


def percent(share: float) -> str:
    """Return a confidence as people read it."""
    return f"{share:.0%}".replace("%", " %")


def _conflict(belief: Belief, conflict: Conflict) -> list[tuple[str, str]]:
    ours, theirs = word_diff.clashing(belief.content, conflict)
    return [
        (THIS, marked(belief.content, ours)),
        (conflict.called, marked(conflict.belief.content, theirs)),
    ]


def _compared(belief: Belief, other: Belief) -> list[tuple[str, str]]:
    old, new = word_diff.changed(other.content, belief.content)
    return [
        (THIS, marked(belief.content, new)),
        (BESIDE[other.status], marked(other.content, old)),
    ]


def _review(reason: ReviewReason) -> str:
    named = not reason.belief_id or reason.belief_id in reason.text
    about = "" if named else f" ({reason.belief_id})"
    return f"{reason.code}: {reason.text}{about}"


def _doors(doors: dict[str, str]) -> str:
    return " / ".join(label for label in doors.values() if label)
