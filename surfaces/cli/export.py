"""`reflection export`: the whole log into a file, going on where it was cut off."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import IO, NamedTuple

import click

from forge_client.client import ForgeClient
from forge_client.narratives import NDJSON, XML
from forge_client.wording import counted
from surfaces.cli import options, screen, target, unfinished_export

KINDS = {"xml": XML, "ndjson": NDJSON}
ENDINGS = {".xml": XML, ".ndjson": NDJSON, ".jsonl": NDJSON}

TELL_EVERY = 50_000

_ENTRY = re.compile(rb'(?:<entry position="|\{"position":)(\d+)')


class _Entry(NamedTuple):
    """What an entry is told by, erased or not."""

    position: int
    facts: bytes
    """The line as far as the time of the entry: its position and id, and that time."""


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
    on behind the last entry that arrived; a FILE.part of another log or form is left alone.
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
        ClickException: `file`.part is of another log or form, or another export writes it.
    """
    with unfinished_export.opened(file, form(media_type, masked=masked)) as out:
        held, last = _resume(out)
        if last:
            screen.progress(f"{held} entries are there already; going on behind {last.position}")
        after = last.position - 1 if last else 0
        document = forge.narrative(media_type, after=after, masked=masked)
        async with aclosing(_lines(document)) as lines:
            if last and not await _begins_with(last, lines):
                raise unfinished_export.is_of_another_log(file)
            async for line in lines:
                out.write(line)
                is_entry = _ENTRY.match(line) is not None
                held += is_entry
                if is_entry and held % TELL_EVERY == 0:
                    screen.progress(f"{held} entries written …")
    return held


def form(media_type: str, *, masked: bool = False) -> str:
    """Return what two exports have in common of which one can go on behind the other."""
    return f"{media_type}, {'masked' if masked else 'as it came'}"


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


def _resume(part: IO[bytes]) -> tuple[int, _Entry | None]:
    """Go behind the last whole entry and cut off what follows; return how many, and the last."""
    entries, last, end, whole = 0, None, 0, 0
    for line in part:
        found = _entry(line) if line.endswith(b"\n") else None
        if found is None and (entries or not line.endswith(b"\n")):
            # The end, of an export that was not renamed: what came since is still to come.
            break
        end += len(line)
        if found:
            entries, last, whole = entries + 1, found, end
    part.seek(whole)
    part.truncate()
    return entries, last


async def _begins_with(entry: _Entry, lines: AsyncGenerator[bytes]) -> bool:
    """Read the head of a document and its first entry; tell whether that is `entry`."""
    async for line in lines:
        if found := _entry(line):
            return found == entry
    return False


def _entry(line: bytes) -> _Entry | None:
    found = _ENTRY.match(line)
    return found and _Entry(int(found[1]), line.partition(b"occurred_at")[0])


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
