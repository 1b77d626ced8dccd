"""The review screen: one card, its doors, and one line of what happened last.

Every text that is not ours reaches a widget through `screen.visible` and with markup off.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Static

from forge_client.beliefs import Door, DoorRequest
from forge_client.wording import counted
from surfaces.cli.screen import visible
from surfaces.terminal import edits, keys, source_text
from surfaces.terminal.card_pane import CardPane
from surfaces.terminal.desk import Desk
from surfaces.terminal.dialogs import Drawer, Editor, Line, Question
from surfaces.terminal.queue import Place
from surfaces.terminal.source_text import Source

LOOK_EVERY = 5.0
"""Seconds between two looks for news."""

_NAMED = {"/": "slash", "?": "question_mark", "X": "X,shift+x"}


class DoorButton(Button, can_focus=False):
    """A door to click; it never holds the focus, so that keys always mean the card.

    While it still shows the press it takes no other: a double click decides one card.
    """


class ReviewApp(App[None]):
    """One sitting at a desk that is already open."""

    CSS_PATH = "review.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(_NAMED.get(one.press, one.press), one.action, one.meaning, show=False)
        for one in keys.KEYS
    ]

    def __init__(
        self, desk: Desk, agent_id: str | None = None, *, look_every: float = LOOK_EVERY
    ) -> None:
        super().__init__()
        self.desk, self._whose = desk, agent_id or "every agent"
        self._look_every = look_every

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        yield CardPane()
        with Horizontal(id="doors"):
            for _, door in keys.DOOR_KEYS:
                yield DoorButton("", id=door, compact=True)
        yield Static(id="told", markup=False)

    def on_mount(self) -> None:
        self.repaint()
        self.query_one(CardPane).focus()
        self.set_interval(self._look_every, self._look_aside)

    def repaint(self) -> None:
        """Show where the sitting stands."""
        if not self.screen_stack:
            # An answer of forge came after the end.
            return
        place = self.desk.queue.focused
        main = self.screen_stack[0]
        main.query_one("#bar", Static).update(visible(self._bar()))
        main.query_one(CardPane).show(place, self._empty())
        for key, door in keys.DOOR_KEYS:
            label = place.card.doors.get(door) if place and place.outcome is None else None
            button = main.query_one(f"#{door}", DoorButton)
            button.label = Content(f"{key}  {visible(label or '')}")
            button.display = bool(label)
        main.query_one("#told", Static).update(visible(self.desk.told))

    async def look(self) -> None:
        """Look for news; nothing moves under the cursor."""
        await self.desk.look()
        self.repaint()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        await self.run_action(event.button.id or "")

    def action_move(self, by: int) -> None:
        self._moved(by)

    def action_skip(self) -> None:
        self._moved(1)

    async def action_keep(self) -> None:
        if chosen := self.desk.queue.selected:
            asked = f"Keep {counted(len(chosen), 'selected card')}?"
            self.push_screen(Question(asked), self._keep_selected)
        else:
            await self._decide("keep")

    async def action_forget(self) -> None:
        await self._decide("forget")

    def action_edit(self) -> None:
        place = self.desk.queue.focused
        if place is None or place.outcome is not None or not place.card.doors.get("edit"):
            self._tell("There is nothing to edit here.")
            return
        dialog = Line if edits.asks_percentage(place.belief) else Editor

        async def take(typed: str | None) -> None:
            await self._edit(place, typed)

        asked = visible(f"{place.card.doors['edit']}: {place.card.heading}")
        self.push_screen(dialog(asked, edits.present(place.belief)), take)

    def action_select(self) -> None:
        place = self.desk.queue.focused
        if place is None or not place.batchable:
            self._tell("Only an open, unflagged new belief can be kept with others.")
            return
        place.selected = not place.selected
        self.repaint()

    def action_select_all(self) -> None:
        self.desk.queue.select_all()
        self.repaint()

    async def action_sources(self) -> None:
        if place := self.desk.queue.focused:
            if found := await self.desk.sources(place):
                self.push_screen(Drawer(source_text.sources(found)))
            self.repaint()

    async def action_undo(self) -> None:
        await self.desk.undo()
        self.repaint()

    def action_let_in(self) -> None:
        if self.desk.queue.waiting:
            self.desk.queue.let_in()
            self.repaint()

    def action_narrow(self) -> None:
        asked = "Show only cards with these words (none: all):"
        self.push_screen(Line(asked, self.desk.queue.words), self._narrow)

    def action_help(self) -> None:
        self.push_screen(Drawer(Source(line) for line in keys.help_lines()))

    def _bar(self) -> str:
        queue = self.desk.queue
        chosen, waiting = len(queue.selected), len(queue.waiting)
        parts = [
            f"Inbox · {self._whose}",
            f"{queue.open_count} open",
            f"{queue.at + 1} of {len(queue.shown)}" if queue.shown else "",
            f"filter: {queue.words}" if queue.words else "",
            f"{chosen} selected (a keeps them)" if chosen else "",
            f"{waiting} new (n)" if waiting else "",
        ]
        return "   ".join(filter(None, parts))

    def _empty(self) -> str:
        if self.desk.queue.words:
            waiting = counted(self.desk.queue.open_count, "card")
            return f"No card has these words; {waiting} open without them. / changes them."
        return self.desk.empty

    def _tell(self, told: str) -> None:
        self.desk.told = told
        self.repaint()

    def _moved(self, by: int) -> None:
        self.desk.queue.move(by)
        self._tell("")

    async def _decide(self, door: Door) -> None:
        if place := self.desk.queue.focused:
            await self._through(place, door)

    async def _through(self, place: Place, door: Door, request: DoorRequest | None = None) -> None:
        # Awaited: the next key means the next card, and is not read before this one is decided.
        if await self.desk.decide(place, door, request):
            self.desk.queue.advance()
        self.repaint()

    async def _keep_selected(self, sure: bool | None) -> None:
        if sure:
            await self.desk.keep_selected()
            self.repaint()

    async def _edit(self, place: Place, typed: str | None) -> None:
        if typed is None:
            return
        try:
            request = edits.request(place.belief, typed)
        except edits.NothingChanged as error:
            self._tell(str(error))
            return
        await self._through(place, "edit", request)

    def _narrow(self, words: str | None) -> None:
        if words is not None:
            self.desk.queue.narrow(words.strip())
            self._tell("")

    def _look_aside(self) -> None:
        self.run_worker(self.look(), exclusive=True, group="look")
