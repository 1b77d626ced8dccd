from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stack import errors, supervisor, up
from stack.child import Program
from stack.stack_file import StackFile
from stack.supervisor import LONGEST_DELAY_SECONDS, Patience, Supervisor

NOWHERE = StackFile("", "", "", "", {})


class Told:
    """Lines told by a supervisor, and a way to wait for one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._more = asyncio.Condition()
        self._notices: set[asyncio.Task[None]] = set()

    def __call__(self, line: str) -> None:
        self.lines.append(line)
        notice = asyncio.ensure_future(self._notify())
        self._notices.add(notice)
        notice.add_done_callback(self._notices.discard)

    async def until(self, words: str) -> None:
        async with self._more:
            await asyncio.wait_for(
                self._more.wait_for(lambda: any(words in line for line in self.lines)), 20
            )

    async def _notify(self) -> None:
        async with self._more:
            self._more.notify_all()


def part(tmp_path: Path, name: str, script: str = "exec sleep 600") -> Program:
    async def answers(pid: int) -> bool:
        return pid > 0

    return Program(
        name=name,
        argv=["/bin/sh", "-c", script],
        answers=answers,
        log=tmp_path / f"{name}.log",
    )


def pids(watched: Supervisor) -> list[int]:
    return [one.pid for stage in watched._stages for one in stage if one.pid]


async def test_a_killed_child_is_told_and_started_again(tmp_path: Path) -> None:
    told = Told()
    watched = Supervisor(told)
    await watched.start(part(tmp_path, "first"), part(tmp_path, "second"))
    watching = asyncio.ensure_future(watched.watch())
    victim = pids(watched)[0]
    await asyncio.sleep(0)
    os.kill(victim, signal.SIGKILL)
    await told.until("first answers again")
    assert any("first was killed (signal 9)" in line for line in told.lines)
    assert len(pids(watched)) == 2
    assert victim not in pids(watched)
    watching.cancel()
    await watched.stop()
    assert pids(watched) == []


async def test_a_child_that_cannot_live_ends_the_stack_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_DELAY_SECONDS", 0.001)
    watched = Supervisor(Told())
    await watched.start(part(tmp_path, "doomed", "echo out of luck; exit 3"))
    with pytest.raises(errors.ChildFailed, match=r"doomed ended again and again(?s:.*)of luck"):
        await watched.watch()
    await watched.stop()


async def test_work_beside_a_stack_that_gives_up_is_ended_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_DELAY_SECONDS", 0.001)
    watched = Supervisor(Told())
    running = up.Stack(NOWHERE, watched)
    await watched.start(part(tmp_path, "doomed", "exit 3"))
    with pytest.raises(errors.ChildFailed, match="doomed"):
        await running.watch_during(asyncio.sleep(600))
    await watched.stop()


async def test_work_beside_a_sound_stack_gives_its_result(tmp_path: Path) -> None:
    watched = Supervisor(Told())
    await watched.start(part(tmp_path, "sound"))
    assert await up.Stack(NOWHERE, watched).watch_during(asyncio.sleep(0, "done")) == "done"
    await watched.stop()


async def test_a_stage_that_fails_to_start_leaves_nothing_running(tmp_path: Path) -> None:
    watched = Supervisor(Told())
    missing = Program(
        name="missing",
        argv=[tmp_path / "absent"],
        answers=never,
        log=tmp_path / "missing.log",
    )
    with pytest.raises(errors.ChildFailed, match="missing"):
        await watched.start(part(tmp_path, "sound"), missing)
    started = pids(watched)
    await watched.stop()
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def test_stages_are_stopped_the_way_back(tmp_path: Path) -> None:
    order = tmp_path / "order"
    script = f"trap 'echo {{}} >> {order}; exit' TERM; touch {{}}; while :; do sleep 0.02; done"
    watched = Supervisor(Told())
    for name in ("floor", "roof"):
        ready = tmp_path / name
        await watched.start(
            Program(
                name=name,
                argv=["/bin/sh", "-c", script.format(name, ready)],
                answers=existence_of(ready),
                log=tmp_path / f"{name}.log",
            )
        )
    await watched.stop()
    assert order.read_text().split() == ["roof", "floor"]


@given(st.lists(st.floats(min_value=0.001, max_value=600), max_size=60))
def test_patience_waits_longer_each_time_up_to_a_bound_and_ends(gaps: list[float]) -> None:
    patience = Patience(limit=4, window=100.0)
    ends: list[float] = []
    now = 0.0
    for gap in gaps:
        now += gap
        ends.append(now)
        recent = [end for end in ends if now - end < 100.0]
        delay = patience.delay_after_end(now)
        assert (delay is None) == (len(recent) > 4)
        if delay is not None:
            assert 0 < delay <= LONGEST_DELAY_SECONDS


async def never(_: int) -> bool:
    return False


def existence_of(path: Path) -> Callable[[int], Awaitable[bool]]:
    async def answers(_: int) -> bool:
        return os.access(path, os.F_OK)

    return answers
