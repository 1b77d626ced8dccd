"""Why a door does not open: each reason once, with what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from forge_api.memory import belief_states
from forge_api.memory.refusals import Refused
from forge_client.beliefs import Belief, Door
from forge_client.names import Status

_LEADS_TO: Mapping[Door, tuple[Status, ...]] = {
    "keep": ("active", "applied"),
    "forget": ("forgotten",),
}
"""Door → what a belief has become once it was passed."""


def not_a_reviewer() -> Refused:
    """No other role's key opens any door."""
    return Refused("forbidden", "Only a reviewer's key opens a door")


def erased() -> Refused:
    """The words are gone."""
    return Refused("erased", "The words of this belief were erased; nothing can bring them back")


def version_required() -> Refused:
    """Taking something back needs to say what."""
    return Refused("version_required", 'Send If-Match: "<version>" with the version that you saw')


def version_moved(belief: Belief) -> Refused:
    """Somebody changed the belief since the caller looked."""
    return Refused(
        "version_moved",
        f"The belief is at version {belief.version} by now; look at it again",
        version=belief.version,
    )


def closed(belief: Belief, door: Door) -> Refused:
    """The state does not allow this door."""
    already = "already " if belief.status in _LEADS_TO.get(door, ()) else ""
    doors = belief_states.open_doors(belief.op, belief.status)
    left = f"What can be done: {', '.join(doors)}" if doors else "Nothing can be done to it"
    return Refused(
        "door_closed",
        f"This belief is {already}{belief.status}, so there is nothing to {door}. {left}",
        status_now=belief.status,
        version=belief.version,
        doors=list(doors),
    )


def nothing_to_undo(belief: Belief) -> Refused:
    """The last thing that happened was no door, or was itself an undo."""
    return Refused(
        "door_closed",
        "Nothing can be taken back: the last thing that happened to this belief was no door",
        status_now=belief.status,
        version=belief.version,
    )


def stale(other: Belief | None) -> Refused:
    """The target or successor has a later version than the one this is about."""
    return Refused(
        "stale_target",
        "The other belief of this change has moved on since; forget the change, or propose it anew",
        target=other and other.id,
        version=other and other.version,
    )


def flagged() -> Refused:
    """A person must look twice at what the gate flagged, so not at many at once."""
    return Refused("flagged", "The gate flagged this card; read why, and decide it singly")


def double(belief_id: str, similarity: float = 1.0) -> Refused:
    """The agent holds these words already."""
    return Refused(
        "duplicate",
        f"The agent already holds this: {belief_id}; change or forget that one first",
        duplicate_of=belief_id,
        similarity=similarity,
    )
