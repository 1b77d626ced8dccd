"""One child process: started, waited for until it really answers, stopped.

Whether and when a dead child is started again is the supervisor's to say. A child dies with its
parent (see `stack.launch`); what it prints goes to its own log file.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stack import account, errors, launch

POLL_SECONDS = 0.05
PROBE_SECONDS = 5.0
LOG_LIMIT = 16 * 1024 * 1024
"""A log that has grown past this many bytes is moved to `NAME.log.1` at the next start."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """What to run, and how to tell that it answers.

    `answers` is given the child's process id, and returns True once it does its work; it must not
    raise. `refusal_seconds` is how
    long an early exit is met by another try, for a program that a killed predecessor holds up.
    """

    name: str
    argv: Sequence[str | Path]
    answers: Callable[[int], Awaitable[bool]]
    log: Path
    environment: Mapping[str, str] | None = field(default=None, repr=False)
    folder: Path | None = None
    runner: account.Account | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    orphan_signal: signal.Signals = signal.SIGKILL
    start_seconds: float = 60.0
    stop_seconds: float = 15.0
    refusal_seconds: float = 0.0


class Child:
    """A running, or not yet running, program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self.running and self._process else None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start, and return once the child answers.

        Raises:
            ChildFailed: it ended early, or did not answer within `start_seconds`.
        """
        begun = asyncio.get_running_loop().time()
        while not await self._launch_until_it_answers(begun):
            if asyncio.get_running_loop().time() - begun > self.program.refusal_seconds:
                raise errors.ChildFailed(self.story("ended before it answered"))
            await asyncio.sleep(POLL_SECONDS)

    async def ended(self) -> int:
        """Wait for the end; return the exit status, negative for a signal."""
        assert self._process is not None, "not started"  # noqa: S101
        return await self._process.wait()

    async def stop(self) -> None:
        """End it: politely, then, after `stop_seconds`, by force. Safe to repeat."""
        if self._process is None or not self.running:
            return
        self._signal(self.program.stop_signal)
        try:
            await asyncio.wait_for(self._process.wait(), self.program.stop_seconds)
        except TimeoutError:
            self._signal(signal.SIGKILL)
            await self._process.wait()

    async def _launch_until_it_answers(self, begun: float) -> bool:
        """Return whether it answers; False: it ended first."""
        self._process = await self._launch()
        while self.running:
            if await self._probe():
                return True
            if asyncio.get_running_loop().time() - begun > self.program.start_seconds:
                await self.stop()
                raise errors.ChildFailed(
                    self.story(f"did not answer within {self.program.start_seconds:.0f} s")
                )
            await asyncio.sleep(POLL_SECONDS)
        return False

    async def _launch(self) -> asyncio.subprocess.Process:
        program = self.program
        _rotate(program.log)
        with program.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                *bound_to_us(program.argv, program.orphan_signal, program.runner),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=program.environment,
                cwd=program.folder,
                # The terminal's Ctrl-C is for the stack alone: it stops its children in order.
                start_new_session=True,
            )

    async def _probe(self) -> bool:
        try:
            return await asyncio.wait_for(self.program.answers(self.pid or 0), PROBE_SECONDS)
        except TimeoutError:
            return False

    def _signal(self, what: signal.Signals) -> None:
        assert self._process is not None  # noqa: S101
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(what)

    def story(self, what: str) -> str:
        """Return a sentence that says `what` the child did, its status, and its log's end."""
        status = self._process.returncode if self._process else None
        ending = "" if status is None else f" (status {status})"
        return (
            f"{self.program.name} {what}{ending}. "
            f"Its log, {self.program.log}, ends:\n{_tail(self.program.log)}"
        )


def bound_to_us(
    argv: Sequence[str | Path],
    orphan_signal: signal.Signals = signal.SIGKILL,
    runner: account.Account | None = None,
) -> list[str]:
    """Return the command that becomes `argv`, and ends with this process whatever ends it."""
    who = runner or account.Account(launch.KEEP, launch.KEEP)
    orders = (os.getpid(), int(orphan_signal), who.user, who.group)
    return [sys.executable, "-I", "-S", launch.__file__, *map(str, orders), *map(str, argv)]


def _rotate(log: Path) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        log.rename(log.with_name(f"{log.name}.1"))
    log.touch(mode=0o600)


def _tail(log: Path, lines: int = 8) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 8_192))
        text = file.read().decode("utf-8", "replace")
    return "\n".join(f"  {line}" for line in text.splitlines()[-lines:])
