from __future__ import annotations

import asyncio
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

from database.pool import Pool
from forge_api.memory.outside import Outside, read
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
    anchors = kept_in(out)
    assert [one.position for one in anchors] == [9, 9]
    assert (await memory.verify(*anchors)).ok
    await cut_tail(tamper)
    assert (await memory.verify(*anchors)).first_bad == 7


async def test_a_log_that_went_on_behind_a_cut_is_named_by_the_anchor_before_it(
    memory: ReflectionMemory, tamper: Tamper
) -> None:
    for _ in range(3):
        await memory.record_many([entry(n) for n in range(3)])
    before = await memory.anchor()
    await cut_tail(tamper)
    await memory.record_many([entry(n) for n in range(4)])
    after = await memory.anchor()
    assert (await memory.verify(after)).ok
    assert (await memory.verify(after, before)).first_bad == 7


async def test_forge_tells_the_ends_at_once_at_its_end_and_only_where_they_moved(
    memory: ReflectionMemory, pool: Pool, tmp_path: Path
) -> None:
    await memory.record(entry(0))
    file = tmp_path / "anchors"
    outside = Outside(file)
    async with outside.anchoring(pool, lambda: datetime.now(UTC), seconds=3_600):
        assert [one.position for one in kept_in(file)] == [1]
        await memory.record(entry(1))
    async with outside.anchoring(pool, lambda: datetime.now(UTC), seconds=0):
        await memory.record(entry(2))
    assert [one.position for one in kept_in(file)] == [1, 2]


def kept_in(file: Path) -> list[Anchor]:
    return [Anchor.parse(line.anchor or "") for line in read(file)]
