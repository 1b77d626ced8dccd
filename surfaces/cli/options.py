"""The options that several commands share, under one name and one help text."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from stack import stack_file
from stack.errors import StackError
from stack.ports import Ports

DEFAULT_FOLDER = Path(".reflection")


class _Folder(click.Path):
    """A folder by name: an empty one would mean the folder that one stands in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not value:
            self.fail("is empty: name a folder, or leave the option out.", param, ctx)
        return super().convert(value, param, ctx)


class _Time(click.ParamType[dt.datetime]):
    """A moment with its offset, as forge writes it."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dt.datetime:
        try:
            moment = dt.datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fail("must be a time with its offset, such as 2026-01-31T03:00:00Z.", param, ctx)
        return moment


TIME = _Time()

data_dir = click.option(
    "--data-dir",
    envvar="REFLECTION_DATA_DIR",
    type=_Folder(path_type=Path, file_okay=False),
    help="The stack's folder; or REFLECTION_DATA_DIR. Else .reflection.",
)
agent = click.option("--agent", envvar="AGENT_ID", help="The agent's id; or AGENT_ID.")
required_agent = click.option(
    "--agent", envvar="AGENT_ID", required=True, help="The agent's id; or AGENT_ID."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
reason = click.option("--reason", help="Why, for the audit.")

PAGE = click.IntRange(1)
limit = click.option("--limit", type=PAGE, default=50, show_default=True, help="At most so many.")

PORT = click.IntRange(1, 65_535)


def ports(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the three ports of a stack, as one argument `ports`, all different.

    One that is not named is that of the last start on the folder, `data_dir`.
    """

    @functools.wraps(command)
    def called(
        data_dir: Path | None,
        forge_port: int | None,
        temporal_port: int | None,
        ui_port: int | None,
        **others: Any,
    ) -> Any:
        last = _ports_of_last_start(data_dir or DEFAULT_FOLDER)
        chosen = Ports(forge_port or last.forge, temporal_port or last.temporal, ui_port or last.ui)
        if shared := chosen.shared():
            raise click.UsageError(shared)
        return command(data_dir=data_dir, ports=chosen, **others)

    for name, default, part in (
        ("--ui-port", Ports.ui, "Temporal's Web UI."),
        ("--temporal-port", Ports.temporal, "Temporal's frontend."),
        ("--forge-port", Ports.forge, "Forge: the API and the pages."),
    ):
        told = f"{part} [default: as at the last start, else {default}]"
        called = click.option(name, type=PORT, help=told)(called)
    return called


def _ports_of_last_start(folder: Path) -> Ports:
    try:
        return stack_file.read(folder / "stack.json").ports
    except (StackError, OSError, ValueError):
        # There was none, or the file is not what a stack writes; the next start writes it anew.
        return Ports()
