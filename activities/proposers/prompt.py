"""The one question that a model is asked: the rules of `prompt.md`, then memory as data.

Memory goes in as JSON lines between tags, with `<` escaped, so that no text in it can close its
tag. What a tool said is left out: it is never the user's word. The question is bounded in tokens,
counted without a tokenizer: as two bytes each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from forge_client.beliefs import Belief
from forge_client.episodes import Episode

BYTES_A_TOKEN = 2
"""Fewer were never measured: 2.1 for indented code, 2.7 for our lines, 3 to 8 for prose."""

DEFAULT_INPUT_TOKENS = 64_000

RULES = resources.files(__package__).joinpath("prompt.md").read_text(encoding="utf-8")

_TAGS = 100
_SEPARATOR = len(", ")


def room_for_episodes(input_tokens: int) -> int:
    """Return how many bytes a question of `input_tokens` holds for episodes: three quarters."""
    return _room_for_memory(input_tokens) * 3 // 4


def size_of(episode: Episode) -> int:
    """Return how many bytes the whole episode takes up."""
    return _size(_episode_line(episode))


def write_prompt(
    episodes: Sequence[Episode],
    beliefs: Sequence[Belief],
    input_tokens: int = DEFAULT_INPUT_TOKENS,
) -> list[dict[str, str]]:
    """Return the chat messages of one question of at most `input_tokens`.

    Episodes that together exceed `room_for_episodes` are cut, each to its share.
    """
    room = room_for_episodes(input_tokens)
    whole = [_episode_line(episode) for episode in episodes]
    if sum(map(_size, whole)) > room:
        whole = [_episode_line(episode, room // len(episodes)) for episode in episodes]
    left = _room_for_memory(input_tokens) - sum(map(_size, whole))
    memory = "\n".join(
        [
            "<active_beliefs>",
            *_fitting(left, [_belief_line(belief) for belief in beliefs]),
            "</active_beliefs>",
            "<episodes>",
            *whole,
            "</episodes>",
        ]
    )
    return [{"role": "system", "content": RULES}, {"role": "user", "content": memory}]


def _room_for_memory(input_tokens: int) -> int:
    return max(input_tokens * BYTES_A_TOKEN - len(RULES.encode()) - _TAGS, 0)


def _belief_line(belief: Belief) -> str:
    return _data({"id": belief.id, "kind": belief.kind, "belief": belief.content})


def _episode_line(episode: Episode, room: int | None = None) -> str:
    """Say the episode; with `room`, only the sentences that fit into so many bytes, in order."""
    head: dict[str, Any] = {"id": episode.id, "at": episode.occurred_at.isoformat(), "said": []}
    said = [
        {"by": statement.said_by, "text": statement.text}
        for statement in episode.statements
        if statement.said_by != "tool"
    ]
    if room is not None:
        lines = _fitting(room - _size(_data(head)), [_data(sentence) for sentence in said])
        said = [json.loads(line) for line in lines]
    return _data({**head, "said": said})


def _fitting(room: int, lines: list[str]) -> list[str]:
    """Return the lines that fit into `room` bytes, first come first served."""
    kept = []
    for line in lines:
        cost = _size(line)
        if cost <= room:
            room -= cost
            kept.append(line)
    return kept


def _size(line: str) -> int:
    return len(line.encode()) + _SEPARATOR


def _data(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
