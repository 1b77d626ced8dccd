"""What makes a belief suspect, whatever it contradicts.

Text hidden from the reader, words that command instead of state, memory that comes back as news,
and claims that their sources do not support.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from gate import origin
from gate.config import GateConfig
from gate.instructions import find_instructions
from gate.lookalikes import lookalike_spans
from gate.records import Diff, Episode
from gate.secrets import find_secret
from gate.verdict import Reason
from gate.wording import Span

CONTEXT_TAG = "recalled-memory"
"""Name of the element that delimits our own block of beliefs in an agent's prompt."""

CONTEXT_MARK = "⟲"
"""With what each line of that block begins."""

_CONTEXT = re.compile(rf"</?\s*{CONTEXT_TAG}\b|{CONTEXT_MARK}", re.IGNORECASE)

_HIDDEN = re.compile(
    "["
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # Control characters but tab and line ends.
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff"
    "]+"
)
_JOINERS = "\u200c\u200d"
_EMOJI_VARIATION = "\ufe0f"
_LETTER_OR_MARK = ("L", "M")


def suspicions(diff: Diff, episodes: Mapping[str, Episode], config: GateConfig) -> Iterable[Reason]:
    """Yield every reason to doubt `diff` that needs no other belief."""
    if not diff.belief.strip():
        yield Reason("empty_text")
        return
    yield from _hidden_characters(diff)
    for span in lookalike_spans(diff.belief):
        yield Reason("lookalike_characters", detail=f"{span.start}..{span.end}", span=span)
    yield from _instructions(diff)
    if echo := _CONTEXT.search(diff.belief):
        yield Reason("context_echo", span=Span(*echo.span()))
    if secret := find_secret(diff.belief):
        kind, span = secret
        yield Reason("secret", detail=kind, span=span)
    yield from _sources(diff, episodes, config)


def hidden_spans(text: str) -> list[Span]:
    """Return each run of characters that a reader cannot see, or that reorder what he sees.

    Joiners inside emoji, and inside words of scripts that are written with them, are not hidden.
    """
    spans = (Span(*match.span()) for match in _HIDDEN.finditer(text))
    return [span for span in spans if not _joins(text, span)]


def _hidden_characters(diff: Diff) -> Iterable[Reason]:
    for span in hidden_spans(diff.belief):
        yield Reason("hidden_characters", detail=f"{span.start}..{span.end}", span=span)
    if hidden_spans(diff.rationale):
        yield Reason("hidden_characters", detail="in rationale")


def _joins(text: str, span: Span) -> bool:
    if span.end - span.start != 1 or text[span.start] not in _JOINERS:
        return False
    before, after = text[: span.start].rstrip(_EMOJI_VARIATION)[-1:], text[span.end : span.end + 1]
    if not before or not after:
        return False
    if text[span.start] == "\u200d" and _is_pictograph(before) and _is_pictograph(after):
        return True
    return _joins_letters(before) and _joins_letters(after)


def _is_pictograph(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sk")


def _joins_letters(character: str) -> bool:
    """Arabic and the scripts of India use joiners inside words; European ones do not."""
    is_letter = unicodedata.category(character)[0] in _LETTER_OR_MARK
    return is_letter and "\u0600" <= character <= "\u0dff"


def _instructions(diff: Diff) -> Iterable[Reason]:
    for kind, span in find_instructions(diff.belief).items():
        yield Reason("suspicious_instruction", rule=kind, span=span)
    for kind in find_instructions(diff.rationale):
        yield Reason("suspicious_instruction", rule=kind, detail="in rationale")


def _sources(diff: Diff, episodes: Mapping[str, Episode], config: GateConfig) -> Iterable[Reason]:
    if not diff.source_episodes:
        yield Reason("no_source_episode")
    if not episodes and not config.sources_known:
        return
    cited = dict.fromkeys(diff.source_episodes)
    for episode_id in cited:
        if episode_id not in episodes:
            yield Reason("unknown_source_episode", detail=episode_id)
    known = [episodes[episode_id] for episode_id in cited if episode_id in episodes]
    yield from origin.doubts(diff.belief, known, config)
