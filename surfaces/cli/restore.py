"""`reflection restore`: a data folder out of a backup, whole before anything starts on it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import click

from stack import restore
from stack.restore import Restored
from surfaces.cli import options, screen

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command("restore")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@options.data_dir
@click.option(
    "--secrets",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Where master-key and codec-key lie, if neither FOLDER nor the data folder holds them.",
)
@click.option(
    "--anchor-file",
    "kept",
    type=FILE,
    multiple=True,
    help="What it, or the data folder's own, says was erased is erased again; may be repeated.",
)
def command(
    folder: Path, data_dir: Path | None, secrets: Path | None, kept: tuple[Path, ...]
) -> None:
    """Make a data folder out of FOLDER, which `reflection backup` wrote.

    The data folder must be new, or hold no database. Stopped half-way, nothing starts on it, and
    the same command begins anew. Keys of the API stay valid; the stack's own are made anew.
    """
    root = (data_dir or options.DEFAULT_FOLDER).absolute()
    done = asyncio.run(
        restore.run(folder.absolute(), root, screen.progress, secrets=secrets, kept=kept)
    )
    screen.show(*(screen.visible(line) for line in _sentences(done, root)))


def _sentences(done: Restored, root: Path) -> Iterator[str]:
    yield f"{root} is as it was at {done.backup.made_at}"
    yield from done.erased_again
    if not done.erased_again:
        yield (
            "What was erased after that time stands in it again: no file said what that was. Erase "
            "it once more before you serve it (`reflection erase`; docs/erasure.md)."
        )
    if not done.temporal:
        yield "Temporal begins anew: its histories open only under the codec key of that time"
    yield f"Start it: reflection up --data-dir {root}"
