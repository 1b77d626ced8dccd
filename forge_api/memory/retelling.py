"""What happened, retold without a model: the same entries give the same words, always.

Pure: no clock, no I/O. The texts come in without secrets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from forge_api.memory import feedback, sentences

MOST_BULLETS = 10
MOST_EXCERPTS = 5
LONGEST_BULLET = 200
LONGEST_EXCERPT = 1_000
"""Characters; what is longer ends with `…`."""

_WEIGHT = {
    "SPIKE": 6,
    "MESSAGE": 3,
    "AGENT_RESPONSE": 2,
    "MOOD_STATE": 2,
    "AGENT_NOTIFICATION": 2,
    "TOOL_USE": 1,
    "TOOL_RESULT": 1,
    "SYSTEM_NOTICE": 1,
    "AGENT_COMMAND": 0,
}
"""How much an entry of each type tells; a person's correction counts above all but a spike."""

_SPOKEN = {
    "USER": "said by the user",
    "EXTERNAL": "said aloud",
    "INTERNAL": "internal",
    "ADVISOR": "from advisors",
    "SYSTEM": "of the system",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """One entry, as far as it is retold."""

    entry_id: str
    origin: str
    type: str
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Retold:
    """A summary: two or three sentences, bullets and excerpts in the order of the log."""

    high_level: str
    bullets: list[str]
    excerpts: list[Scene]


def retell(scenes: Sequence[Scene]) -> Retold:
    """Return the summary of entries that still have words, given in their order."""
    telling = [scene for scene in scenes if scene.text.strip()]
    ranked = sorted(range(len(telling)), key=lambda place: (-_weight(telling[place]), place))
    chosen = [telling[place] for place in sorted(ranked[:MOST_BULLETS])]
    quoted = [telling[place] for place in sorted(ranked[:MOST_EXCERPTS])]
    return Retold(
        high_level=_high_level(scenes, telling),
        bullets=[_bullet(scene) for scene in chosen],
        excerpts=[_shortened(scene) for scene in quoted],
    )


def _weight(scene: Scene) -> float:
    weight: float = _WEIGHT.get(scene.type, 0)
    if scene.origin == "USER" and feedback.corrects(scene.text):
        weight += 2
    return weight


def _high_level(scenes: Sequence[Scene], telling: Sequence[Scene]) -> str:
    if not scenes:
        return "Nothing is recorded there."
    by_origin = Counter(scene.origin for scene in scenes)
    counts = ", ".join(f"{by_origin[one]} {_SPOKEN[one]}" for one in _SPOKEN if by_origin[one])
    sources = len({scene.source for scene in scenes})
    told = [f"{len(scenes)} entries of {sources} sources: {counts}."]
    spoken = [scene for scene in telling if scene.origin in ("USER", "EXTERNAL")] or telling
    if spoken:
        told.append(f"It began with: “{_first_words(spoken[0].text)}”.")
    if len(spoken) > 1:
        told.append(f"It ended with: “{_first_words(spoken[-1].text)}”.")
    return " ".join(told)


def _bullet(scene: Scene) -> str:
    return f"{scene.origin} {scene.type} ({scene.source}): {_first_words(scene.text)}"


def _first_words(text: str) -> str:
    first = next(iter(sentences.sentences(text)), text)
    return _cut(" ".join(first.split()), LONGEST_BULLET)


def _shortened(scene: Scene) -> Scene:
    text = _cut(scene.text, LONGEST_EXCERPT)
    return Scene(scene.entry_id, scene.origin, scene.type, scene.source, text)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
