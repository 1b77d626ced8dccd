"""A table for people: columns as wide as their widest cell, the last one as long as it likes.

Foreign text in it is made visible and stays on its row; nothing is ever cut.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from surfaces.cli.screen import visible

GAP = "  "
WIDE = {"W", "F"}


def lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the head and each row; every row has as many cells as `head`."""
    shown = [[_cell(text) for text in row] for row in (head, *rows)]
    widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        padded = [
            text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True)
        ]
        yield GAP.join(padded).rstrip()


def _cell(text: str) -> str:
    return visible(text).replace("\n", "⏎")


def _width(text: str) -> int:
    """Return the columns that a terminal gives to `text`."""
    return sum(
        0
        if unicodedata.combining(character)
        else 1 + (unicodedata.east_asian_width(character) in WIDE)
        for character in text
    )
