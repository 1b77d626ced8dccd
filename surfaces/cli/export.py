"""`reflection export`: the whole log into a file, going on where it was cut off."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import IO

import click

from forge_client.client import ForgeClient
from forge_client.narratives import NDJSON, XML
from forge_client.wording import counted
from surfaces.cli import options, screen, target

KINDS = {"xml": XML, "ndjson": NDJSON}
ENDINGS = {".xml": XML, ".ndjson": NDJSON, ".jsonl": NDJSON}

TELL_EVERY = 50_000

_POSITION = re.compile(rb'(?:<entry position="|\{"position":)(\d+)')


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@options.data_dir
@click.option("--format", "kind", type=click.Choice([*KINDS]), help="[default: by FILE's ending]")
@click.option("--masked", is_flag=True, help="Mask secrets: then it is no copy of the log.")
@click.option("--force", is_flag=True, help="Write over a FILE that is there.")
def command(file: Path, data_dir: Path | None, kind: str | None, masked: bool, force: bool) -> None:
    """Write the log to FILE: XML for `.xml`, JSON lines for `.ndjson` and `.jsonl`.

    Every word stands in it as it came, in the clear, so only you can read FILE: keep it as you keep
    the words. The log remembers that it was read.

    It is written to FILE.part and renamed once it is whole. Stopped half-way, the same command goes
    on behind the last entry that arrived.
    """
    media_type = KINDS[kind] if kind else _by_ending(file)
    if file.exists() and not force:
        raise click.ClickException(f"{file} is there: name another file, or add --force.")
    entries = asyncio.run(_export(target.find(data_dir), file, media_type, masked))
    screen.show(screen.visible(f"{counted(entries, 'entry', 'entries')} in {file}"))


async def write(forge: ForgeClient, file: Path, media_type: str, *, masked: bool = False) -> int:
    """Write the narrative to `file`; return how many entries it holds.

    Raises:
        ForgeError: What arrived until then stays in `file`.part, for the next call.
    """
    part = file.with_name(f"{file.name}.part")
    held, after = _resume(part)
    if held:
        screen.progress(f"{held} entries are there already; going on behind position {after}")
    with _opened(part, anew=not held) as out:
        document = forge.narrative(media_type, after=after, masked=masked)
        async with aclosing(_lines(document)) as lines:
            async for line in lines:
                is_entry = _POSITION.match(line) is not None
                if held and not is_entry and b"<end " not in line and b'"narrative"' not in line:
                    # The head of a document that goes on behind another's.
                    continue
                out.write(line)
                held += is_entry
                if is_entry and held % TELL_EVERY == 0:
                    screen.progress(f"{held} entries written …")
    part.replace(file)
    return held


async def _export(servers: target.Target, file: Path, media_type: str, masked: bool) -> int:
    async with servers.forge("admin") as forge:
        return await write(forge, file, media_type, masked=masked)


def _by_ending(file: Path) -> str:
    try:
        return ENDINGS[file.suffix.lower()]
    except KeyError:
        raise click.UsageError(
            f"{file} does not say what it is to hold: let it end in .xml or .ndjson, or add "
            "--format xml or --format ndjson."
        ) from None


def _opened(part: Path, *, anew: bool) -> IO[bytes]:
    """Open what nobody else may read: every word stands in it in the clear."""
    begin = os.O_TRUNC if anew else os.O_APPEND
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | begin, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "wb")


def _resume(part: Path) -> tuple[int, int]:
    """Cut a half-written line off, and return how many entries are whole, and the last position."""
    entries, after, whole = 0, 0, 0
    if not part.exists():
        return 0, 0
    with part.open("r+b") as found:
        for line in found:
            if not line.endswith(b"\n"):
                break
            if place := _POSITION.match(line):
                entries, after = entries + 1, int(place[1])
            elif entries:
                # The end, of an export that was not renamed: what came since is still to come.
                break
            whole += len(line)
        found.truncate(whole)
    return entries, after


async def _lines(pieces: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """Split at line feeds alone; the texts hold other ends of lines."""
    rest = b""
    async with aclosing(pieces):
        async for piece in pieces:
            *complete, rest = (rest + piece).split(b"\n")
            for line in complete:
                yield line + b"\n"
    if rest:
        yield rest
