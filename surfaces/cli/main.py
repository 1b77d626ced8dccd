"""`reflection`: the command line. A command a file, imported when it is called.

`reflection --help` imports no command at all, so it answers at once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import click

from surfaces.cli import failures

COMMANDS = {
    "up": "Start the stack on a data folder, and keep it running.",
    "demo": "Start the stack, teach it a sample fortnight, show the cards.",
    "seed": "Create what is not there: an agent, keys, the schedules.",
    "run": "Let an agent reflect now, and show the report.",
    "event": "Say that an agent has new episodes: it reflects, or makes another pass.",
    "schedule": "Show, pause, resume or start the nights.",
    "ingest": "Record turns from files of chat-completions JSON lines.",
    "cards": "Show what waits for a decision.",
    "ask": "Make cards of beliefs that faded: is this still true?",
    "review": "Decide card after card, on one screen or line by line.",
    "sign-in": "Print a link that signs you in at the pages.",
    "keep": "Keep what is proposed: it becomes active.",
    "forget": "Forget a proposal or a belief.",
    "edit": "Put your own words in a belief's place, and keep them.",
    "undo": "Take back the last decision on a belief.",
    "unforget": "Bring a forgotten belief back to what it was.",
    "beliefs": "Show what an agent holds true, or one belief with its history.",
    "runs": "Show what the reflections did, or one run's report.",
    "verify": "Recompute the chains over the log and the audit.",
    "export": "Write the whole log to a file.",
    "import": "Take an exported log into this one.",
    "erase": "Take turns out of memory for good.",
    "keys": "Create, list and revoke keys; change the master key.",
    "backup": "Write what a stack keeps into a new folder.",
    "restore": "Make a data folder out of a backup.",
    "mcp": "Offer an agent its own memory as tools of the Model Context Protocol.",
    "doctor": "Try each part, and say what would mend it.",
}
"""Command → its one line in the list; the module of the same name has the rest."""


def module_of(command: str) -> str:
    """Return the name of a command's module: a module's may hold no dash."""
    return command.replace("-", "_")


class LazyCommands(click.Group):
    """Finds a command's module only once it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature.
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"surfaces.cli.{module_of(cmd_name)}").command
        assert isinstance(command, click.Command)  # noqa: S101
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=LazyCommands)
@click.version_option(package_name="mule-reflection")
def cli() -> None:
    """Agents propose what they learned; a deterministic gate sorts it; a person signs."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process: 0 done, 1 it failed, 2 usage."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character shows its escape instead of ending the command.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(failures.status_of(lambda: cli.main(arguments, "reflection", standalone_mode=False)))


if __name__ == "__main__":
    main()
