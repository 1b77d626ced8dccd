"""The one question that a model is asked: the rules of `prompt.md`, then memory as data.

Memory goes in as JSON lines between tags, with `<` escaped, so that no text in it can close its
tag. What a tool said is left out: it is never the user's word. The question is bounded in
characters.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from forge_client.beliefs import Belief
from forge_client.episodes import Episode

MAX_CHARACTERS = 240_000
"""Of one question without its rules: about 60,000 tokens."""

BELIEFS_SHARE = MAX_CHARACTERS // 4
MIN_EPISODE = 300
"""No episode gets less room than this; a run with more than fit is refused, not half read."""

MAX_SENTENCE = 160
"""Longer sentences are cut where room is short; they were redacted long before."""

MAX_EPISODES = (MAX_CHARACTERS - BELIEFS_SHARE) // MIN_EPISODE

RULES = resources.files(__package__).joinpath("prompt.md").read_text(encoding="utf-8")


def write_prompt(episodes: Sequence[Episode], beliefs: Sequence[Belief]) -> list[dict[str, str]]:
    """Return the chat messages of one question over at most `MAX_EPISODES` episodes."""
    share = (MAX_CHARACTERS - BELIEFS_SHARE) // max(len(episodes), 1)
    memory = "\n".join(
        [
            "<active_beliefs>",
            *_fitting(BELIEFS_SHARE, [_belief_line(belief) for belief in beliefs]),
            "</active_beliefs>",
            "<episodes>",
            *(_episode_line(episode, share) for episode in episodes),
            "</episodes>",
        ]
    )
    return [{"role": "system", "content": RULES}, {"role": "user", "content": memory}]


def _belief_line(belief: Belief) -> str:
    return _data({"id": belief.id, "kind": belief.kind, "belief": belief.content})


def _episode_line(episode: Episode, share: int) -> str:
    """Say the episode in at most `share` characters: the sentences that fit, in order."""
    head: dict[str, Any] = {"id": episode.id, "at": episode.occurred_at.isoformat(), "said": []}
    longest = max(MAX_SENTENCE, share // 4)
    said = [
        {"by": statement.said_by, "text": statement.text[:longest]}
        for statement in episode.statements
        if statement.said_by != "tool"
    ]
    room = share - len(_data(head))
    fitting = _fitting(room, [_data(sentence) for sentence in said])
    return _data({**head, "said": [json.loads(line) for line in fitting]})


def _fitting(room: int, lines: list[str]) -> list[str]:
    """Return the lines that fit into `room` characters, first come first served."""
    kept = []
    for line in lines:
        cost = len(line) + len(", ")
        if cost <= room:
            room -= cost
            kept.append(line)
    return kept


def _data(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
