"""The words in which two texts differ: the same on every surface."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from forge_client.beliefs import Span
from forge_client.cards import Conflict

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_MOST_COMPARED = 4_000
"""Words of two texts together that are compared one by one; above, all of both differs."""


def changed(old: str, new: str) -> tuple[list[Span], list[Span]]:
    """Return the stretches of `old` that are gone and those of `new` that came, in order."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if len(before) + len(after) > _MOST_COMPARED:
        return [Span(start=0, end=len(old))], [Span(start=0, end=len(new))]
    steps = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    gone = [_stretch(before, a, b) for step, a, b, _, _ in steps if step != "equal" and a < b]
    came = [_stretch(after, c, d) for step, _, _, c, d in steps if step != "equal" and c < d]
    return gone, came


def clashing(content: str, conflict: Conflict) -> tuple[list[Span], list[Span]]:
    """Return where a card's content and what it contradicts clash: the gate's words for it.

    A stretch that covers all of its text says nothing and is left out; where both do, the words
    that differ stand for them.
    """
    ours = _within(content, conflict.span)
    theirs = _within(conflict.belief.content, conflict.other_span)
    if ours or theirs:
        return ours, theirs
    gone, came = changed(conflict.belief.content, content)
    return came, gone


def _within(text: str, span: Span | None) -> list[Span]:
    return [span] if span and text[span.start : span.end].strip() != text.strip() else []


def _stretch(words: Sequence[str], first: int, last: int) -> Span:
    start = sum(map(len, words[:first]))
    return Span(start=start, end=start + sum(map(len, words[first:last])))
