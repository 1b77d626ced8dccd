from __future__ import annotations

import asyncio
import stat
import sys
from pathlib import Path

from reflection_memory.log import ReflectionMemory
from reflection_memory.verify import Anchor
from tests.fixtures.postgres import FreshDatabase
from tests.integration.reflection_memory.conftest import Tamper
from tests.integration.reflection_memory.made import entry
from tests.integration.reflection_memory.test_verify import cut_tail


async def test_an_anchor_that_was_kept_outside_shows_a_cut_tail(
    memory: ReflectionMemory,
    tamper: Tamper,
    fresh_database: FreshDatabase,
    tmp_path: Path,
) -> None:
    for _ in range(3):
        await memory.record_many([entry(n) for n in range(3)])
    out = tmp_path / "anchors"
    for _ in range(2):
        command = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "forge_api", "anchors", "--out", str(out)),
            env={"FORGE_DATABASE_URL": fresh_database.app_url},
        )
        assert await command.wait() == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    lines = [line.split() for line in out.read_text().splitlines()]
    assert [(tenant, anchor.split(":")[0]) for _, tenant, anchor in lines] == [("tenant", "9")] * 2
    anchor = Anchor.parse(lines[0][2])
    assert (await memory.verify(anchor)).ok
    await cut_tail(tamper)
    assert (await memory.verify(anchor)).first_bad == 7
