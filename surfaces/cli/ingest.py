"""`reflection ingest`: turns from files into an agent's memory, safe to repeat."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

import click

from forge_client.client import ForgeClient
from forge_client.errors import ForgeRefused
from forge_client.wording import counted
from surfaces.cli import failures, options, screen, target
from surfaces.cli.line_faults import LineFaults
from surfaces.transcripts import chat_completions
from surfaces.transcripts.chat_completions import Malformed, ReadTurn

LANES = 4
"""Turns on their way to forge at the same time, each of another named conversation."""

TELL_EVERY = 100

OF_THIS_TURN = {
    "turn_differs": "a changed turn is another turn: give it a turn_id of its own",
    "erased": "it was erased for good and is not taken again: leave it out",
    "invalid": "",
    "bad_request": "mend the line",
    "too_large": "split the turn, or have FORGE_MAX_BODY_BYTES raised",
}
"""Refusals that are about one turn, with what forge does not say itself; any other would meet
every turn."""


@dataclass
class Tally:
    """What became of the lines: `malformed` and `refused` name file, line and field or code."""

    new: int = 0
    already_there: int = 0
    malformed: list[dict[str, object]] = field(default_factory=list)
    refused: list[dict[str, object]] = field(default_factory=list)

    @property
    def recorded(self) -> int:
        return self.new + self.already_there

    def sentence(self) -> str:
        """Return the summary for a person."""
        faults = [
            f"{len(found)} {what}"
            for what, found in (("malformed", self.malformed), ("refused", self.refused))
            if found
        ]
        counts = ", ".join([f"{self.new} new", f"{self.already_there} already there", *faults])
        return f"{counted(self.recorded, 'turn')} recorded: {counts}"


@click.command("ingest")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@options.data_dir
@options.required_agent
@options.as_json
def command(files: tuple[Path, ...], data_dir: Path | None, agent: str, as_json: bool) -> int:
    """Record each line of FILES as a turn; `-` is standard input.

    A line is one JSON object: {"messages": [...]} in the chat-completions shape, from the user's
    request to the agent's last answer. A turn whose agent never answered is taken too: nothing of
    what was said is lost.

    A line may name its turn_id and conversation_id. Where it does not, they are derived from the
    line's content alone: the same line is the same turn, whatever file it stands in and however
    often, and is a conversation of its own.

    Safe to repeat: what is recorded already stays as it is. A line that is malformed or refused is
    named on stderr and passed over; the status is then 1.
    """
    tally = asyncio.run(_ingest(target.find(data_dir), agent, files))
    if as_json:
        screen.show_json(asdict(tally))
    else:
        screen.show(tally.sentence())
    return failures.FAILED if tally.malformed or tally.refused else failures.DONE


async def record_files(forge: ForgeClient, agent_id: str, files: Sequence[Path]) -> Tally:
    """Record every turn of `files`, the turns of one conversation in their order.

    Raises:
        ForgeError: forge cannot be used at all; what was recorded stays, and a repeat goes on.
    """
    tally = Tally()
    await forge.get_agent(agent_id)
    for path in files:
        with _opened(path) as lines:
            await _record_file(forge, agent_id, path, lines, tally)
    return tally


async def _ingest(servers: target.Target, agent_id: str, files: Sequence[Path]) -> Tally:
    async with servers.forge("agent") as forge:
        return await record_files(forge, agent_id, files)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        with click.open_file(str(path), "rb") as lines:
            yield lines
    except OSError as error:
        raise click.FileError(str(path), error.strerror or "cannot be read") from None


async def _record_file(
    forge: ForgeClient, agent_id: str, path: Path, lines: IO[bytes], tally: Tally
) -> None:
    lanes: list[asyncio.Queue[ReadTurn | None]] = [asyncio.Queue(maxsize=8) for _ in range(LANES)]
    faults = LineFaults()
    with faults.told():
        async with asyncio.TaskGroup() as group:
            for lane in lanes:
                group.create_task(_record_lane(forge, agent_id, path, lane, tally, faults))
            for found in chat_completions.read(lines):
                if isinstance(found, Malformed):
                    faults.end(found.line, partial(_note_malformed, tally, path, found))
                else:
                    faults.begin(found.line)
                    await _lane_of(found, lanes).put(found)
            for lane in lanes:
                await lane.put(None)


def _lane_of(
    found: ReadTurn, lanes: Sequence[asyncio.Queue[ReadTurn | None]]
) -> asyncio.Queue[ReadTurn | None]:
    """One conversation always takes the same lane, so that its turns arrive in order.

    So do all that name none: the file's order is the only one they have.
    """
    named = found.turn.conversation_id if found.conversation_named else ""
    return lanes[zlib.crc32(named.encode()) % len(lanes)]


async def _record_lane(
    forge: ForgeClient,
    agent_id: str,
    path: Path,
    lane: asyncio.Queue[ReadTurn | None],
    tally: Tally,
    faults: LineFaults,
) -> None:
    while (found := await lane.get()) is not None:
        try:
            new = await forge.record_turn_once(agent_id, found.turn)
        except ForgeRefused as error:
            if error.code not in OF_THIS_TURN:
                raise
            faults.end(found.line, partial(_note_refused, tally, path, found, error))
            continue
        faults.end(found.line)
        tally.new += new
        tally.already_there += not new
        if tally.recorded % TELL_EVERY == 0:
            screen.progress(f"{tally.recorded} turns recorded …")


def _note_malformed(tally: Tally, path: Path, found: Malformed) -> None:
    tally.malformed.append({"file": str(path), **asdict(found)})
    fault = f"{found.field}: {found.reason}" if found.field else found.reason
    screen.progress(screen.visible(f"{path}, line {found.line}: {fault} (passed over)"))


def _note_refused(tally: Tally, path: Path, found: ReadTurn, error: ForgeRefused) -> None:
    why = error.detail.rstrip(".") or ", ".join(error.fields)
    tally.refused.append(
        {
            "file": str(path),
            "line": found.line,
            "code": error.code,
            "fields": list(error.fields),
            "reason": why,
        }
    )
    told = failures.with_remedy(why, OF_THIS_TURN[error.code])
    line = f"{path}, line {found.line}: {told} ({error.code}; passed over)"
    screen.progress(screen.visible(line))
