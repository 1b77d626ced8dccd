"""`reflection import`: an exported log into this one, safe to repeat."""  # noqa: N999 - named as its command is

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

import click

from forge_client.narratives import NDJSON, XML, ImportAccount
from forge_client.wording import counted
from surfaces.cli import failures, options, screen, target

PIECE = 256 * 1024
TELL_EVERY = 64 * 1024 * 1024
"""Bytes."""


@click.command("import")
@click.argument("file", type=click.File("rb"))
@options.data_dir
@options.as_json
def command(file: IO[bytes], data_dir: Path | None, as_json: bool) -> int:
    """Take FILE, which `reflection export` wrote, into the log; `-` is standard input.

    What the log holds already stays as it is, and what was erased stays erased: stopped half-way,
    the same command goes on. Entries get this log's own positions and commit times. Turns, episodes
    and beliefs are not in it: `reflection ingest` brings turns. The status is 1 where an id says
    something else here.
    """
    account = asyncio.run(_import(target.find(data_dir), file))
    if as_json:
        screen.show_json(account)
    else:
        screen.show(*_sentences(account))
    return failures.FAILED if account.differing else failures.DONE


async def _import(servers: target.Target, file: IO[bytes]) -> ImportAccount:
    head = file.read(PIECE)
    kind = XML if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else NDJSON
    async with servers.forge("admin") as forge:
        return await forge.import_narrative(_pieces(head, file), kind)


async def _pieces(head: bytes, file: IO[bytes]) -> AsyncIterator[bytes]:
    sent, told = 0, 0
    piece = head
    while piece:
        yield piece
        sent += len(piece)
        if sent - told >= TELL_EVERY:
            told = sent
            screen.progress(f"{sent // 1_048_576} MiB sent …")
        piece = await asyncio.to_thread(file.read, PIECE)


def _sentences(account: ImportAccount) -> list[str]:
    counts = {
        "new": account.new,
        "there already": account.known,
        "erased here, and left out": account.erased_here,
        "erased there, and untouched here": account.erased_there,
        "with ids that say something else here": account.differing,
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    read = counted(account.read, "entry", "entries")
    lines = [f"{read} read: {told or 'nothing in it'}"]
    return lines + [screen.visible(f"  differs: {one}") for one in account.named]
