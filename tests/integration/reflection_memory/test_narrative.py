"""A log written out and read into an empty one: equal, with never more than a page in memory."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from itertools import zip_longest
from pathlib import Path
from types import ModuleType

import pytest

from database.pool import Pool
from reflection_memory.entry import EntryType, Lane, NewEntry, Origin, ReflectionEntry
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.wire import ndjson, xml
from reflection_memory.wire.importing import Account, Importer

BATCH = 1_000
FLAT = 150 * 1024
"""KiB by which a process may grow, whatever the log's length: pages, caches, buffers."""

SIZES = [3_000, pytest.param(1_000_000, marks=[pytest.mark.soak, pytest.mark.timeout(3_600)])]


def made(number: int) -> NewEntry:
    text = f"Entry {number}: words of a usual length, a \ud800, a \0 and\r\na line. " * 3
    return NewEntry(
        id=f"e{number}",
        origin=Origin.INTERNAL,
        lane=Lane.TECHNICAL,
        type=EntryType.TOOL_RESULT,
        source=f"agent-{number % 7}",
        content={"n": number, "said": text},
        correlation_id=f"exchange-{number // 20}",
        metadata={"odd": ["\ufffe", None, 1.0]},
    )


def resident() -> int:
    """Return KiB of memory of this process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1])


async def write(log: ReflectionMemory, wire: ModuleType, file: Path) -> None:
    count, page = 0, list[ReflectionEntry]()
    with file.open("wb") as out:
        out.write(wire.begin())
        async for entry in log.narrative():
            count += 1
            page.append(entry)
            if len(page) == BATCH:
                out.write(wire.lines(page))
                page = []
        out.write(wire.lines(page) + wire.end(count, count))


async def pieces(file: Path, seen: list[int]) -> AsyncIterator[bytes]:
    """Read a file in pieces, and note the memory at each."""
    with file.open("rb") as found:
        while piece := found.read(65_536):
            seen.append(resident())
            yield piece


def told(file: Path) -> Iterator[dict[str, object]]:
    with file.open("rb") as lines:
        for line in lines:
            found = json.loads(line)
            found.pop("timestamp", None)
            yield found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("wire", [xml, ndjson])
async def test_a_log_of_any_length_comes_back_equal_at_flat_memory(
    pool: Pool, keyring: Keyring, tmp_path: Path, wire: ModuleType, size: int
) -> None:
    log, heir = (ReflectionMemory(pool, keyring, tenant) for tenant in ("acme", "heir"))
    for start in range(0, size, BATCH):
        await log.record_many([made(number) for number in range(start, start + BATCH)])
    file, account = tmp_path / "log", Account()
    seen = [resident()]
    await write(log, wire, file)
    await Importer(pool, keyring, "heir").take(wire.read(pieces(file, seen)), account)
    grown = max(seen) - seen[0]
    print({"entries": account.new, "file_MB": file.stat().st_size >> 20, "grown_MB": grown >> 10})  # noqa: T201
    assert (account.new, account.read) == (size, size)
    assert grown < FLAT
    one, other = tmp_path / "one", tmp_path / "other"
    await write(log, ndjson, one)
    await write(heir, ndjson, other)
    assert all(left == right for left, right in zip_longest(told(one), told(other)))
    assert (await heir.verify()).ok
