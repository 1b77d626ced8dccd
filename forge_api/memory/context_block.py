"""The delimited block in which memory is handed to an agent, and how it is taken out again.

What an agent was given as memory comes back inside its turns: quoted, repeated, returned by a tool.
It was learned once; it must teach nothing new. Each line carries a mark of its own, so that a piece
of a block is recognised too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

OPENING = "<recalled-memory>"
CLOSING = "</recalled-memory>"
LINE_MARK = "⟲"
"""With what each remembered line begins."""

_TAG = r"(?:<|&lt;|\\u003c)\s*{}recalled-memory\b[^<>\n&\\]{{0,80}}?(?:>|&gt;|\\u003e)"
_OPENING = re.compile(_TAG.format(""), re.IGNORECASE)
_CLOSING = re.compile(_TAG.format(r"\\?/\s*"), re.IGNORECASE)
_MARKED_LINE = re.compile(rf"^[ \t>*•-]*{LINE_MARK}.*\n?", re.MULTILINE)


def wrap(lines: Iterable[str]) -> str:
    """Return the block that holds these lines, one each; empty without lines."""
    marked = [f"{LINE_MARK} {_on_one_line(line)}" for line in lines]
    return "\n".join([OPENING, *marked, CLOSING]) if marked else ""


def strip(text: str) -> str:
    """Return the text without any block, or piece of one; a block that is never closed runs on."""
    kept, place = [], 0
    while opening := _OPENING.search(text, place):
        kept.append(text[place : opening.start()])
        closing = _CLOSING.search(text, opening.end())
        place = closing.end() if closing else len(text)
    kept.append(text[place:])
    return _MARKED_LINE.sub("", _CLOSING.sub("", "".join(kept)))


def _on_one_line(text: str) -> str:
    """Keep a remembered text from ending the block or beginning another."""
    return _CLOSING.sub("·", _OPENING.sub("·", " ".join(text.split())))
