"""A card's sources as a person reads them: episode after episode, entry after entry, verbatim."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from forge_client.entries import Entry
from forge_client.recall import Provenance, SourceEpisode
from forge_client.wording import counted
from surfaces.cli.screen import indented, visible

TOOLS = ("TOOL_USE", "TOOL_RESULT")
SAID_BY = {
    "MESSAGE": "The user said:",
    "AGENT_RESPONSE": "The agent said:",
    "AGENT_COMMAND": "The agent was told:",
    "TOOL_USE": "The agent called a tool:",
    "TOOL_RESULT": "The tool answered:",
}
"""Type of an entry → whose words they are."""


@dataclass(frozen=True)
class Source:
    """One piece of the drawer; a `folded` one shows its heading first, its words on demand."""

    heading: str
    words: str = ""
    folded: bool = False


def sources(found: Provenance) -> Iterator[Source]:
    """Yield the pieces, fit for the terminal and never cut."""
    if found.run:
        yield Source(visible(f"Proposed by run {found.run.run_id}, model {found.run.model.name}"))
    for one in found.episodes:
        yield Source(_episode(one))
        yield from map(_entry, one.entries)
    for missing in found.missing_episodes:
        yield Source(visible(f"Episode {missing} is no longer there."))
    if not (found.episodes or found.missing_episodes):
        yield Source("It names no sources.")


def lines(source: Source) -> Iterator[str]:
    """Yield one piece for line output; of a folded one the heading alone."""
    yield source.heading
    if source.words and not source.folded:
        yield source.words


def _episode(source: SourceEpisode) -> str:
    episode = source.episode
    masked = [counted(count, kind) for kind, count in sorted(episode.redactions.items())]
    parts = [
        f"Turn {episode.turn_id}",
        f"conversation {episode.conversation_id}",
        f"{episode.occurred_at:%Y-%m-%d %H:%M}",
        *([f"masked in memory: {', '.join(masked)}"] if masked else []),
        *(["its words were erased"] if episode.erased_at else []),
    ]
    return visible(" · ".join(parts))


def _entry(entry: Entry) -> Source:
    heading = SAID_BY.get(entry.type, f"{entry.type}:")
    if entry.erased:
        return Source(f"  {heading} (erased)")
    words = _written(entry.content)
    folded = entry.type in TOOLS
    size = f" {counted(len(words), 'character')}" if folded else ""
    return Source(f"  {heading}{size}", indented(words, "    "), folded)


def _written(content: object) -> str:
    return content if isinstance(content, str) else json.dumps(content, indent=2)
