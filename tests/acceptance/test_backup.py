"""A backup of the running stack, restored: what was erased after it does not come back."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
from pathlib import Path

import pytest
import pytest_asyncio

from database.pool import open_pool
from forge_client.agents import NewAgent
from reflection_memory.entry import Origin
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey, generate
from stack.data_folder import DataFolder
from stack.forge_database import DATABASE
from stack.postgres import Postgres
from tests.acceptance.test_erasure import files_with, record
from tests.fixtures.stack import REFLECTION, StackProcess, environment, reflection

AGENT = "archivist"
ERASED = "qwtimbuktuxz"
KEPT = "xjvalparaisoqk"


@pytest_asyncio.fixture(scope="module")
async def backup(stack: StackProcess, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of what two turns taught; then the first of them was erased."""
    folder = tmp_path_factory.mktemp("backups") / "monday"
    async with stack.forge("admin") as admin:
        await admin.create_agent(NewAgent(id=AGENT))
        await record(admin, "t0", "c0", f"My word is {ERASED}.", AGENT)
        await record(admin, "t1", "c1", f"My word is {KEPT}.", AGENT)
    await done("backup", str(folder), "--data-dir", str(stack.folder))
    await done("erase", "--agent", AGENT, "--turn", "t0", "--yes", "--data-dir", str(stack.folder))
    return folder


async def done(*words: str) -> str:
    status, printed, told = await reflection(*words)
    assert status == 0, told
    return printed


async def refused(*words: str) -> str:
    status, _, told = await reflection(*words)
    assert status == 1
    return told


async def killed_in_the_middle(tmp_path: Path, *words: str) -> None:
    """Kill a restore while it waits for its last file: nobody writes into the pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = await asyncio.create_subprocess_exec(
        REFLECTION, "restore", *words, "--anchor-file", str(pipe), env=environment()
    )
    writer = await asyncio.to_thread(os.open, pipe, os.O_WRONLY)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    os.close(writer)


async def remembered(folder: Path) -> dict[str, str | None]:
    """Return turn → what the user said, as the log on a stopped stack's folder says it."""
    master = MasterKey.parse((folder / "secrets" / "master-key").read_text())
    async with Postgres.of(DataFolder(folder)).serving() as server:
        pool = await open_pool(server.owner_url(DATABASE), max_size=2)
        try:
            log = ReflectionMemory(pool, await Keyring.open(pool, master), "default")
            assert (await log.verify()).ok
            said = await log.query(HistoryQuery(sources=[AGENT], origins=[Origin.USER]))
        finally:
            await pool.close()
    return {(one.correlation_id or "").rpartition("/")[2]: one.content for one in said}


async def test_a_backup_holds_no_master_key_and_is_not_written_over(
    stack: StackProcess, backup: Path, tmp_path: Path
) -> None:
    key = (stack.folder / "secrets" / "master-key").read_text().strip().lower()
    assert files_with(key, backup) == []
    manifest = json.loads((backup / "backup.json").read_text())
    assert manifest["files"].keys() == {"forge.dump", "temporal.db"}
    again = await refused("backup", str(backup), "--data-dir", str(stack.folder))
    assert "holds something" in again
    restore = ("restore", str(backup), "--data-dir", str(tmp_path / "new"))
    assert "--secrets" in await refused(*restore)
    (tmp_path / "master-key").write_text(generate())
    assert "put the one of that time" in await refused(*restore, "--secrets", str(tmp_path))
    assert not (tmp_path / "new" / "secrets" / "master-key").exists()


async def test_a_backup_that_was_altered_is_refused(backup: Path, tmp_path: Path) -> None:
    altered = tmp_path / "altered"
    shutil.copytree(backup, altered)
    with (altered / "forge.dump").open("r+b") as dump:
        dump.seek(-1, os.SEEK_END)
        dump.write(b"?")
    told = await refused("restore", str(altered), "--data-dir", str(tmp_path / "new"))
    assert "is not as it was written" in told
    assert not (tmp_path / "new").exists()


async def test_a_restore_that_was_killed_begins_anew_and_brings_nothing_erased_back(
    stack: StackProcess, backup: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    at = ("--data-dir", str(folder))
    secrets = ("--secrets", str(stack.folder / "secrets"))
    await killed_in_the_middle(tmp_path, str(backup), *at, *secrets)
    assert "half restored" in await refused("backup", str(tmp_path / "none"), *at)

    kept = stack.folder / "anchors.jsonl"
    printed = await done("restore", str(backup), *at, *secrets, "--anchor-file", str(kept))
    assert "1 turn erased again" in printed
    assert "holds a database" in await refused("restore", str(backup), *at)
    assert files_with(ERASED, folder) == []
    assert files_with(KEPT, folder)

    key, following = (folder / "secrets" / name for name in ("master-key", "master-key.next"))
    old = key.read_text()
    key.write_text(generate())
    assert "put the right one back" in await refused("keys", "rotate", *at)
    assert not following.exists()
    key.write_text(old)
    await done("keys", "rotate", *at)
    new = key.read_text()
    assert new != old
    # As a rotation leaves it that was killed just before its end.
    key.write_text(old)
    following.write_text(new)

    told = await refused("up", *StackProcess(folder).options)
    assert "The master key is being changed" in told
    await done("keys", "rotate", *at)
    assert await remembered(folder) == {"t0": None, "t1": f"My word is {KEPT}."}
