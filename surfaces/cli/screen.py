"""What reaches the terminal: foreign text made visible and harmless, and JSON.

Nothing is read as markup. Characters that a terminal would obey or not show are written out, so
that a text cannot move the cursor, hide words, or pass for another text.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pydantic import BaseModel

    from forge_client.beliefs import Span

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories: controls, format characters, lone surrogates, line separators."""

CONTINUED = "│ "
"""Before every line of a foreign text but its first."""

OPENED, CLOSED = "⟦⟧"
"""Around words that are to be seen: a shape, where a page has a colour as well."""


def visible(text: str) -> str:
    """Return `text` with every unseen character but the line feed as `[U+200B]`."""
    return "".join(
        f"[U+{ord(character):04X}]"
        if character != "\n" and unicodedata.category(character) in UNSEEN
        else character
        for character in text
    )


def indented(text: str, by: str = "  ") -> str:
    """Return foreign text for a block of its own: visible, whole, each line moved right."""
    return by + unbroken(text).replace("\n", f"\n{by}")


def unbroken(text: str) -> str:
    """Return foreign text, visible and whole, each line after the first behind a bar.

    Nothing of ours begins with the bar, so that no line of a text passes for a line of ours.
    """
    return visible(text).replace("\n", f"\n{CONTINUED}")


def without_unseen(text: str) -> str:
    """Return `text` for an editor: without any unseen character but the line feed."""
    return "".join(one for one in text if one == "\n" or unicodedata.category(one) not in UNSEEN)


def marked(text: str, spans: Sequence[Span]) -> str:
    """Return foreign text with these stretches between brackets that no keyboard types."""
    parts, place = [], 0
    for span in spans:
        if words := text[span.start : span.end].rstrip():
            parts += [text[place : span.start], OPENED, words, CLOSED]
            place = span.start + len(words)
    return "".join([*parts, text[place:]])


def show(*lines: str) -> None:
    """Print lines that are already fit for the terminal."""
    for line in lines:
        click.echo(line)


def show_json(value: BaseModel | Mapping[str, object] | Sequence[object]) -> None:
    """Print one JSON document, in ASCII: safe for any terminal and any pipe."""
    click.echo(json.dumps(_plain(value), indent=2, ensure_ascii=True))


def progress(line: str) -> None:
    """Tell the person who waits; never mixed into what a pipe reads."""
    click.echo(line, err=True)


def _plain(value: object) -> object:
    dump = getattr(value, "model_dump", None)
    return dump(mode="json") if dump else value
