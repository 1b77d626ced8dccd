from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stack import account, errors, launch
from stack.child import LOG_LIMIT, Child, Program

READY = "import pathlib, sys, signal; {before}; pathlib.Path('ready').touch(); {after}"
WAIT = "signal.pause()"
IGNORE = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"


def python(tmp_path: Path, before: str = "pass", after: str = WAIT, **changes: object) -> Program:
    async def answers(_: int) -> bool:
        return (tmp_path / "ready").exists()

    settings: dict[str, object] = {
        "name": "part",
        "argv": [sys.executable, "-c", READY.format(before=before, after=after)],
        "answers": answers,
        "log": tmp_path / "logs" / "part.log",
        "folder": tmp_path,
    }
    return Program(**(settings | changes))  # type: ignore[arg-type]


async def test_a_child_is_started_once_it_answers_and_stopped_politely(tmp_path: Path) -> None:
    child = Child(python(tmp_path))
    await child.start()
    assert child.running
    await child.stop()
    await child.stop()
    assert await child.ended() == -signal.SIGTERM


async def test_a_child_that_does_not_listen_is_ended_by_force(tmp_path: Path) -> None:
    child = Child(python(tmp_path, before=IGNORE, stop_seconds=0.1))
    await child.start()
    await child.stop()
    assert await child.ended() == -signal.SIGKILL


async def test_a_child_that_ends_early_tells_its_status_and_the_end_of_its_log(
    tmp_path: Path,
) -> None:
    child = Child(python(tmp_path, before="sys.exit('no such setting')"))
    with pytest.raises(errors.ChildFailed, match=r"status 1(?s:.*)no such setting"):
        await child.start()


async def test_a_child_that_never_answers_is_stopped_within_its_bound(tmp_path: Path) -> None:
    child = Child(python(tmp_path, before=WAIT, start_seconds=0.3))
    with pytest.raises(errors.ChildFailed, match="did not answer within"):
        await child.start()
    assert not child.running


async def test_an_early_end_is_met_by_another_try_while_a_refusal_may_pass(tmp_path: Path) -> None:
    second_time_lucky = (
        "p = pathlib.Path('tried'); first = not p.exists(); p.touch(); first and sys.exit(1)"
    )
    child = Child(python(tmp_path, before=second_time_lucky, refusal_seconds=10.0))
    await child.start()
    await child.stop()


async def test_a_program_that_does_not_exist_is_named(tmp_path: Path) -> None:
    child = Child(python(tmp_path, argv=[tmp_path / "absent"]))
    with pytest.raises(errors.ChildFailed, match="absent: cannot be started: No such file"):
        await child.start()


async def test_a_log_that_has_grown_large_is_moved_aside(tmp_path: Path) -> None:
    child = Child(python(tmp_path))
    child.program.log.parent.mkdir()
    with child.program.log.open("wb") as log:
        log.truncate(LOG_LIMIT + 1)
    await child.start()
    await child.stop()
    assert child.program.log.stat().st_size == 0
    assert child.program.log.with_name("part.log.1").stat().st_size == LOG_LIMIT + 1


def test_the_environment_of_a_child_is_not_in_its_repr(tmp_path: Path) -> None:
    program = python(tmp_path, environment={"PASSWORD": "hunter2"})
    assert "hunter2" not in repr(program)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the order")
async def test_a_child_dies_with_a_parent_that_was_killed() -> None:
    read_end, write_end = os.pipe()
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import subprocess, sys, os, signal\n"
        f"subprocess.Popen([sys.executable, '-I', '-S', {launch.__file__!r}, str(os.getpid()), "
        f"'9', '-1', '-1', sys.executable, '-c', 'import time; time.sleep(600)'], "
        f"pass_fds=[{write_end}])\n"
        f"os.write({write_end}, b'started')\n"
        "signal.pause()",
        pass_fds=[write_end],
    )
    os.close(write_end)
    assert os.read(read_end, 7) == b"started"
    parent.kill()
    await parent.wait()
    # The pipe closes when the last holder of its other end, the child, is gone.
    assert await asyncio.wait_for(asyncio.to_thread(os.read, read_end, 1), 20) == b""
    os.close(read_end)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the order")
def test_a_child_whose_parent_is_gone_already_does_not_start() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", launch.__file__, "1", "9", "-1", "-1", "/bin/echo", "alive"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "the parent ended before the start" in done.stderr
    assert not done.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root changes account")
async def test_a_child_gives_up_root_and_every_group(tmp_path: Path) -> None:
    child = Child(
        python(
            tmp_path,
            argv=["/bin/sleep", "600"],
            answers=is_unprivileged,
            runner=account.Account(65_534, 65_534),
        )
    )
    await child.start()
    status = identity_of(child.pid)
    await child.stop()
    assert "Uid:\t65534\t65534\t65534\t65534" in status
    assert "Gid:\t65534\t65534\t65534\t65534" in status
    assert "Groups:\t \n" in status


def identity_of(pid: int | None) -> str:
    return Path(f"/proc/{pid}/status").read_text()


async def is_unprivileged(pid: int) -> bool:
    return "Uid:\t0" not in identity_of(pid)
