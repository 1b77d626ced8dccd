"""What of an episode the user says in their own words: what they quote, somebody else said.

A mail or a web page between quotation marks may go over many sentences. A few quoted words stay:
they are how a user names a thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from forge_client.episodes import Episode, Statement

MAX_NAME = 3
"""Words between quotation marks that are still the user's own."""

_CLOSED = re.compile(r"[\"“„«‹]([^\"“”„«»‹›]*)[\"”“»›]")
_OPENING, _CLOSING = re.compile(r"[\"“„«‹]"), re.compile(r"[\"”“»›]")


def own_words(episode: Episode) -> Iterator[Statement]:
    """Yield the user's statements without what they quote; what is left empty is left out."""
    is_open = False
    for statement in episode.statements:
        if statement.said_by != "user" or statement.text.startswith(">"):
            is_open = False
            continue
        text, is_open = _without_quotations(statement.text, is_open)
        if any(character.isalnum() for character in text):
            yield statement.model_copy(update={"text": text})


def _without_quotations(text: str, is_open: bool) -> tuple[str, bool]:
    """Return what is outside of quotation marks, and whether one is open at the end."""
    if is_open:
        closing = _CLOSING.search(text)
        if closing is None:
            return "", True
        text = text[closing.end() :]
    text = _CLOSED.sub(_kept, text)
    opening = _OPENING.search(text)
    text = text[: opening.start()] if opening else text
    return text.replace("\0", '"').strip(), opening is not None


def _kept(quoted: re.Match[str]) -> str:
    """Keep a name as it is, its marks hidden from the search for one that stays open."""
    return f"\0{quoted[1]}\0" if len(quoted[1].split()) <= MAX_NAME else ""
