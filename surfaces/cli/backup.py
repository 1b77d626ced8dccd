"""`reflection backup`: what a stack keeps, into a new folder; it may run meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from stack import backup
from surfaces.cli import options, screen, target


@click.command("backup")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@options.data_dir
@click.option(
    "--with-secrets", is_flag=True, help="Put the master key in too: then FOLDER opens itself."
)
def command(folder: Path, data_dir: Path | None, with_secrets: bool) -> None:
    """Write forge's and Temporal's databases into the new FOLDER, each as it is at one moment.

    Its log opens only under the stack's master key, which is not in it unless you say so; memory
    that search works on (episodes, beliefs) is in it in the clear. FOLDER is there once it is
    whole. `reflection restore` makes a data folder out of it.
    """
    root = (data_dir or target.discovered() or options.DEFAULT_FOLDER).absolute()
    made = asyncio.run(
        backup.write(root, folder.absolute(), screen.progress, with_secrets=with_secrets)
    )
    screen.show(screen.visible(f"{folder}: {', '.join(made.files)}"))
    if made.has_secrets:
        screen.show("It holds the master key: whoever has it reads everything")
    else:
        screen.show(
            f"It opens under master key {made.master_key} alone, which is not in it: keep "
            f"{root / 'secrets'} too, in another place",
        )
    screen.show(
        f"What is erased from now on stands in it: {root / 'anchors.jsonl'} tells a restore of that"
    )
