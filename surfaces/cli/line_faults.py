"""The faults of a file's lines, told in the order of the lines and not in that of finding them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class LineFaults:
    """Holds what is to be done about a line until nothing before it is under way."""

    def __init__(self) -> None:
        self._under_way: set[int] = set()
        self._held: dict[int, Callable[[], None]] = {}

    def begin(self, line: int) -> None:
        """Note that it is being worked on."""
        self._under_way.add(line)

    def end(self, line: int, fault: Callable[[], None] | None = None) -> None:
        """Note that it is done; `fault` tells what was wrong with it, in its turn."""
        self._under_way.discard(line)
        if fault is not None:
            self._held[line] = fault
        self._tell_before(min(self._under_way, default=None))

    @contextmanager
    def told(self) -> Iterator[None]:
        """Tell whatever is held when the block ends, however it does."""
        try:
            yield
        finally:
            self._tell_before(None)

    def _tell_before(self, line: int | None) -> None:
        for one in sorted(self._held):
            if line is None or one < line:
                self._held.pop(one)()
