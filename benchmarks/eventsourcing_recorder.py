"""The `eventsourcing` library's own recorder, in an environment of its own.

Its half in that environment is this same file, run as a program: it reads orders from its input,
`prepare BATCHES SIZE` and `run`, and answers each with a line.
"""

from __future__ import annotations

import asyncio
import os
import sys
import uuid
import venv
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

NAME = "eventsourcing"
PINNED = ("eventsourcing==9.5.6", "psycopg[binary,pool]==3.2.13", "typing_extensions==4.15.0")
PLACE = Path(__file__).parent / ".eventsourcing-venv"
INSTALLED = PLACE / "installed"
STATE = 512
"""Bytes of an event: a sealed entry's."""


class Unavailable(Exception):
    """The library cannot be measured here; the message says why."""


class EventSourcing:
    """The library's recorder, one connection, `insert_events` a batch."""

    name = NAME
    largest_batch = 500
    """Its `insert_events` does not come back from a batch of 2,000."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if not (process.stdin and process.stdout and process.stderr):
            raise Unavailable("its recorder was started without pipes")
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._errors = process.stderr

    @classmethod
    async def start(cls, url: str) -> EventSourcing:
        """Make the environment where it is missing, and start the recorder on a database.

        Raises:
            Unavailable: It cannot be installed or does not start.
        """
        await _install()
        process = await asyncio.create_subprocess_exec(
            PLACE / "bin" / "python",
            __file__,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=dict(_login(url)),
        )
        started = cls(process)
        await started._ask("hello")
        return started

    async def prepare(self, batches: int, size: int) -> None:
        """Make events."""
        await self._ask(f"prepare {batches} {size}")

    async def run(self) -> None:
        """Insert the batches."""
        await self._ask("run")

    async def stop(self) -> None:
        """End the recorder."""
        self._input.close()
        await self._process.wait()

    async def _ask(self, order: str) -> None:
        self._input.write(f"{order}\n".encode())
        if not await self._output.readline():
            told = (await self._errors.read()).decode().strip().splitlines()
            raise Unavailable(f"its recorder ended: {told[-1] if told else 'without a word'}")


async def _install() -> None:
    if INSTALLED.exists() and INSTALLED.read_text() == "\n".join(PINNED):
        return
    await asyncio.to_thread(venv.create, PLACE, with_pip=True, clear=True)
    pip = await asyncio.create_subprocess_exec(
        PLACE / "bin" / "python",
        *("-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PINNED),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await pip.communicate()
    if pip.returncode != 0:
        raise Unavailable(f"it cannot be installed: {told.decode().strip().splitlines()[-1]}")
    INSTALLED.write_text("\n".join(PINNED))


def _login(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    return {
        "POSTGRES_DBNAME": parts.path.lstrip("/"),
        "POSTGRES_HOST": query["host"][0],
        "POSTGRES_PORT": query["port"][0],
        "POSTGRES_USER": unquote(parts.username or ""),
        "POSTGRES_PASSWORD": unquote(parts.password or ""),
    }


def _serve() -> None:
    from eventsourcing.persistence import StoredEvent  # type: ignore[import-not-found]
    from eventsourcing.postgres import (  # type: ignore[import-not-found]
        PostgresApplicationRecorder,
        PostgresDatastore,
    )

    given = {name.removeprefix("POSTGRES_").lower(): os.environ[name] for name in _NAMES}
    recorder = PostgresApplicationRecorder(PostgresDatastore(**given))
    recorder.create_table()
    batches: list[list[StoredEvent]] = []
    for order in sys.stdin:
        match order.split():
            case ["prepare", count, size]:
                batches = [
                    [
                        StoredEvent(uuid.uuid4(), 1, "entry", os.urandom(STATE))
                        for _ in range(int(size))
                    ]
                    for _ in range(int(count))
                ]
            case ["run"]:
                for batch in batches:
                    recorder.insert_events(batch)
        print("done", flush=True)


_NAMES = tuple(f"POSTGRES_{name}" for name in ("DBNAME", "HOST", "PORT", "USER", "PASSWORD"))

if __name__ == "__main__":
    _serve()
