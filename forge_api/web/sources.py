"""Where a belief came from: episodes, and under each the turn in which it was said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response

from forge_api.memory.provenance import Walk
from forge_api.services import CurrentServices
from forge_api.web import addresses, marked_text, wording
from forge_api.web.frame import Frame, Reviewer, around
from forge_api.web.marked_text import Piece
from forge_api.web.page_route import PageRoute, wants_fragment
from forge_api.web.rendering import Page
from forge_client.entries import Entry, EntryType
from forge_client.recall import SourceEpisode
from reflection_memory.log import ReflectionMemory

SPEAKERS: Mapping[EntryType, str] = {
    "MESSAGE": "User",
    "AGENT_RESPONSE": "Agent",
    "AGENT_COMMAND": "Instructions to the agent",
    "TOOL_USE": "Tool call",
    "TOOL_RESULT": "Tool result",
}

FOLDED: frozenset[EntryType] = frozenset({"TOOL_USE", "TOOL_RESULT", "AGENT_COMMAND"})
"""What stands closed at first: seldom what taught a belief, and long."""

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Said:
    """One entry of a turn."""

    speaker: str
    text: Sequence[Piece]
    folded: bool
    erased: bool
    size: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """One episode and its turn."""

    title: str
    when: str
    conversation: str
    redactions: str | None
    """How many secrets are masked in the episode, by type."""

    said: Sequence[Said]
    erased: bool


@dataclass(frozen=True, slots=True)
class SourcesPage:
    """The sources of one belief."""

    frame: Frame
    text: Sequence[Piece]
    address: str
    turns: Sequence[TurnView]
    missing: Sequence[str]
    verbatim: bool
    other: str
    """The same, masked or as the words came."""

    run_address: str | None
    model: str | None


@router.get("/beliefs/{agent_id}/{belief_id}/sources")
async def show_sources(
    agent_id: str,
    belief_id: str,
    caller: Reviewer,
    request: Request,
    services: CurrentServices,
    verbatim: bool = False,
) -> Response:
    """Show the turns behind a belief; as the words came only where that is asked for."""
    log = ReflectionMemory(services.pool, services.keyring, caller.tenant)
    walk = Walk(services.pool, log, caller)
    found = await walk.from_belief(agent_id, belief_id, verbatim=verbatim)
    belief, run = found.belief, found.run
    page = SourcesPage(
        frame=await around(request, services, caller, "Sources", "beliefs", agent_id),
        text=marked_text.pieces(belief.content),
        address=addresses.belief(agent_id, belief_id),
        turns=[_turn(one, belief.content) for one in found.episodes],
        missing=found.missing_episodes,
        verbatim=verbatim,
        other=addresses.belief(
            agent_id, belief_id, "sources", verbatim=None if verbatim else "true"
        ),
        run_address=addresses.run(agent_id, run.run_id) if run else None,
        model=run.model.name if run else None,
    )
    return Page("parts/sources.html" if wants_fragment(request) else "sources.html", page)


def _turn(source: SourceEpisode, sought: str) -> TurnView:
    episode = source.episode
    masked = [wording.count(number, kind) for kind, number in episode.redactions.items()]
    return TurnView(
        title=f"Turn {episode.turn_id}",
        when=wording.when(episode.occurred_at),
        conversation=episode.conversation_id,
        redactions=", ".join(masked) or None,
        said=[_said(entry, sought) for entry in source.entries],
        erased=bool(source.entries) and all(entry.erased for entry in source.entries),
    )


def _said(entry: Entry, sought: str) -> Said:
    text = readable(entry.content)
    return Said(
        speaker=SPEAKERS.get(entry.type, entry.type.replace("_", " ").lower()),
        text=marked_text.found_words(text, sought),
        folded=entry.type in FOLDED,
        erased=entry.erased,
        size=wording.count(len(text), "character"),
    )


def readable(content: Any) -> str:
    """Return recorded content as text: a message's own, anything else as JSON."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict) and set(content) == {"text"} and isinstance(content["text"], str):
        return content["text"]
    return json.dumps(content, indent=2, ensure_ascii=False)
