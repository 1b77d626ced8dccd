"""The lines of JSON on standard input, with half a character (a lone surrogate) as U+FFFD.

The protocol's own reader drops a line that holds one, so that its call would never be answered.
"""

from __future__ import annotations

import io
import re

import anyio

STDIN = 0

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


def whole() -> anyio.AsyncFile[str]:
    """Return standard input as lines that hold whole characters only."""
    source = open(STDIN, "rb", closefd=False)  # noqa: SIM115 - it lives as long as the process
    return anyio.wrap_file(_WholeLines(source, encoding="utf-8", errors="replace"))


def mended(line: str) -> str:
    """Return the line of JSON with each half of a character replaced."""
    return _ESCAPE.sub(lambda found: r"\ufffd" if found["half"] else found[0], line)


class _WholeLines(io.TextIOWrapper):
    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # as its base does
        return mended(super().readline(size))
