"""What lies over the card for a moment: an editor, a question, the sources, the help.

Keys typed here never reach the card; Escape always leaves and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Collapsible, Input, Static, TextArea

from surfaces.terminal.source_text import Source


class Question(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)"),
        Binding("n,escape", "dismiss(False)"),
    ]

    def __init__(self, asked: str) -> None:
        super().__init__()
        self._asked = asked

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._asked, markup=False)
            yield Static("y yes   n no", markup=False, classes="hint")


class _Typing(ModalScreen[str | None]):
    """What is asked, the field for the words, and how to leave it."""

    HINT: ClassVar[str]

    def __init__(self, asked: str, field: Widget) -> None:
        super().__init__()
        self._asked, self._field = asked, field

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._asked, markup=False)
            yield self._field
            yield Static(self.HINT, markup=False, classes="hint")


class Line(_Typing):
    """One line of typing; Enter takes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)")]
    HINT = "Enter takes it   Esc leaves"

    def __init__(self, asked: str, value: str) -> None:
        super().__init__(asked, Input(value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class Editor(_Typing):
    """Several lines of typing; Ctrl+S takes them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", priority=True),
        Binding("ctrl+s", "take", priority=True),
    ]
    HINT = "Ctrl+S saves and keeps   Esc leaves"

    def __init__(self, asked: str, value: str) -> None:
        super().__init__(asked, TextArea(value))

    def action_take(self) -> None:
        self.dismiss(self.query_one(TextArea).text)


class Drawer(ModalScreen[None]):
    """A list of texts to read; tool calls folded."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,o,q,question_mark", "dismiss")]

    def __init__(self, pieces: Iterable[Source]) -> None:
        super().__init__()
        self._pieces = list(pieces)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            for piece in self._pieces:
                yield from _folded(piece) if piece.folded else _plain(piece)
            yield Static("Esc closes", markup=False, classes="hint")


def _folded(piece: Source) -> ComposeResult:
    # The title is read as markup, so it holds nothing foreign: only our own words and a count.
    yield Collapsible(Static(piece.words, markup=False), title=piece.heading.strip())


def _plain(piece: Source) -> ComposeResult:
    yield Static(piece.heading, markup=False, classes="source")
    if piece.words:
        yield Static(piece.words, markup=False)
