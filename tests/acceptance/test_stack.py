from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest
import pytest_asyncio

from forge_client.agents import NewAgent
from forge_client.names import Role
from stack.ports import Ports
from tests.fixtures.stack import StackProcess, reflection

PARTS = ("postgres", "temporal", "forge", "worker")


@pytest_asyncio.fixture(scope="module")
async def other_stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[StackProcess]:
    """A second stack, to stop and start: each test leaves it running."""
    other = StackProcess(tmp_path_factory.mktemp("other") / "data")
    await other.start()
    yield other
    await other.stop()


def children_of(pid: int) -> dict[str, int]:
    """Part → process id, as the kernel sees it."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {part_of(Path(f"/proc/{child}/cmdline").read_bytes()): int(child) for child in listed}


def part_of(command: bytes) -> str:
    words = command.split(b"\0")
    named = {b"forge_api": "forge", b"worker": "worker", b"start-dev": "temporal"}
    return next((name for word, name in named.items() if word in words), "postgres")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def create_agent(running: StackProcess, agent_id: str) -> None:
    async with running.forge("admin") as forge:
        await forge.create_agent(NewAgent(id=agent_id))


async def agents_of(running: StackProcess) -> list[str]:
    async with running.forge("reviewer") as forge:
        return [agent.id for agent in await forge.list_agents()]


async def test_ready_means_that_every_part_answers_and_the_file_says_where(
    stack: StackProcess,
) -> None:
    assert stack.told[-1] == "ready"
    status, printed, told = await reflection("doctor", "--data-dir", str(stack.folder))
    assert status == 0, printed + told
    assert set(children_of(stack.pid)) == set(PARTS)
    assert set(stack.file.key_files) == set(get_args(Role))


async def test_what_holds_a_secret_is_readable_by_its_owner_alone(stack: StackProcess) -> None:
    file = stack.file
    for path in (file.database_url_file, *file.key_files.values()):
        assert mode_of(path) == 0o600
    assert mode_of(stack.folder) == 0o700


@pytest.mark.parametrize("part", PARTS)
async def test_a_killed_part_is_told_and_comes_back(stack: StackProcess, part: str) -> None:
    stack.told.clear()
    os.kill(children_of(stack.pid)[part], signal.SIGKILL)
    await stack.until(f"{part} answers again")
    assert any(f"{part} was killed (signal 9)" in line for line in stack.told)
    status, printed, told = await reflection("doctor", "--data-dir", str(stack.folder))
    assert status == 0, printed + told


async def test_a_second_stack_on_the_folder_is_refused_by_name(stack: StackProcess) -> None:
    status, _, told = await reflection("up", "--data-dir", str(stack.folder))
    assert status == 1
    assert f"process {stack.pid}" in told


@pytest.mark.parametrize(
    ("place", "option"), [(0, "--forge-port"), (1, "--temporal-port"), (2, "--ui-port")]
)
async def test_a_taken_port_is_named_with_the_option_that_chooses_another(
    stack: StackProcess, tmp_path: Path, place: int, option: str
) -> None:
    other = StackProcess(tmp_path / "data")
    other.ports[place] = stack.ports[place]
    status, _, told = await reflection("up", *other.options)
    assert status == 1
    assert str(stack.ports[place]) in told
    assert option in told
    assert not other.folder.exists()


async def test_a_secret_of_another_stack_is_told_and_spoils_nothing(
    stack: StackProcess, other_stack: StackProcess
) -> None:
    await other_stack.stop()
    for secret, told in (
        ("postgres-owner", "secrets/postgres-owner is not the password of this database"),
        ("master-key", "sealed under master key"),
    ):
        own = other_stack.folder / "secrets" / secret
        right = own.read_text()
        own.write_text((stack.folder / "secrets" / secret).read_text())
        status, _, said = await reflection("up", *other_stack.options)
        own.write_text(right)
        assert status == 1
        assert told in said
        assert other_stack.file.ports == Ports(*other_stack.ports)
    await other_stack.start()


async def test_two_stacks_side_by_side_know_nothing_of_each_other(
    stack: StackProcess, other_stack: StackProcess
) -> None:
    await create_agent(other_stack, "only-there")
    assert "only-there" not in await agents_of(stack)
    assert stack.key("admin") != other_stack.key("admin")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_stops_all_of_it_and_a_restart_has_everything_still(
    other_stack: StackProcess, how: signal.Signals
) -> None:
    await create_agent(other_stack, f"before-{how.name}")
    keys = [other_stack.key(role) for role in get_args(Role)]
    children = children_of(other_stack.pid)
    assert await other_stack.stop(how) == 0
    assert not [name for name, pid in children.items() if is_alive(pid)]
    await other_stack.start()
    assert f"before-{how.name}" in await agents_of(other_stack)
    assert [other_stack.key(role) for role in get_args(Role)] == keys


async def test_a_signal_before_it_is_ready_stops_what_was_started(tmp_path: Path) -> None:
    early = StackProcess(tmp_path / "data")
    await early.start(until="Starting forge")
    children = children_of(early.pid)
    assert await early.stop() == 0
    assert not [name for name, pid in children.items() if is_alive(pid)]
    assert "ready" not in early.told


async def test_no_part_outlives_a_stack_that_was_killed_and_the_next_start_recovers(
    other_stack: StackProcess,
) -> None:
    await create_agent(other_stack, "before-kill")
    children = children_of(other_stack.pid)
    assert await other_stack.stop(signal.SIGKILL) == -signal.SIGKILL
    await asyncio.gather(*(gone(pid) for pid in children.values()))
    await other_stack.start()
    assert "before-kill" in await agents_of(other_stack)


def mode_of(path: str | Path) -> int:
    return Path(path).stat().st_mode & 0o777


async def gone(pid: int) -> None:
    """Wait for the end of a process that is not our child."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(watch, ended.set)
    try:
        await asyncio.wait_for(ended.wait(), 30)
    finally:
        loop.remove_reader(watch)
        os.close(watch)
