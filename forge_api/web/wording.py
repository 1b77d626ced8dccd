"""What the pages say in their own words; the words of doors and operations are not among them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from forge_client.beliefs import ReviewReason
from forge_client.names import Outcome

OUTCOMES: Mapping[Outcome, str] = {
    "proposed": "Proposed",
    "nothing_new": "Nothing new",
    "nothing_to_reflect": "Nothing to reflect on",
    "dry_run": "Dry run",
    "overtaken": "Overtaken by another run",
    "failed": "Failed",
}

ACTIONS: Mapping[str, str] = {
    "propose": "Proposed",
    "keep": "Kept",
    "forget": "Forgotten",
    "edit": "Edited",
    "restore": "Restored",
    "undo": "Taken back",
    "erase": "Erased",
    "strengthened": "Strengthened by a change that was kept",
    "weakened": "Weakened by a change that was kept",
    "forgotten": "Forgotten by a change that was kept",
    "superseded": "Replaced by a newer belief",
}
"""What made a version, as the history says it."""

REASONS: Mapping[str, str] = {
    "duplicate": "Says what another belief says already",
    "near_duplicate": "Says nearly what another belief says",
    "contradicts": "Contradicts an active belief",
    "contradicts_in_batch": "Contradicts another card, proposed together with it",
    "op_needs_review": "Would change a belief that you hold",
    "no_source_episode": "Names no episode that taught it",
    "unknown_source_episode": "Cites an episode that this agent does not have",
    "ungrounded": "Is hardly found in the episodes that it cites",
    "empty_text": "Has no visible text",
    "hidden_characters": "Holds characters that nobody can see",
    "suspicious_instruction": "Reads like an instruction to the agent",
    "context_echo": "Quotes the agent's own memory back",
}

_STEPS = (
    (timedelta(days=1), timedelta(hours=1), "hour"),
    (timedelta(days=60), timedelta(days=1), "day"),
    (timedelta(days=730), timedelta(days=30), "month"),
)


def reason(found: ReviewReason) -> str:
    """Return why a person must look, as a sentence without ids."""
    sentence = REASONS.get(found.code)
    if sentence is None:
        return found.text
    return f"{sentence} (rule: {found.rule.replace('_', ' ')})" if found.rule else sentence


def count(number: int, one: str, many: str | None = None) -> str:
    """Return `1 episode`, `3 episodes`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}".replace(",", "\u202f")


def ago(moment: datetime, now: datetime) -> str:
    """Return how long ago something was, as one says it."""
    age = now - moment
    if age < timedelta(minutes=1):
        return "just now"
    if age < timedelta(hours=1):
        return f"{count(int(age.total_seconds() // 60), 'minute')} ago"
    for below, unit, name in _STEPS:
        if age < below:
            return f"{count(int(age / unit), name)} ago"
    return f"{count(int(age.days // 365), 'year')} ago"


def when(moment: datetime | None) -> str:
    """Return a moment to the minute, in UTC."""
    return "-" if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"
