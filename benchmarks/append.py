"""`python -m benchmarks.append [--json]`: how fast the log takes entries, as ratios of one run.

Five rounds, each contender once a round, so that what else the machine does meets all of them;
medians over the rounds. Trust the ratios, not the rates. `ours` keeps two batches under way, as a
writer may that does not wait for each answer: one is sealed while the one before it commits. A bare
COPY on its connection cannot; `ours, one batch at a time` does without, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import asyncpg

from benchmarks import durable_postgres
from benchmarks.contenders import BareCopy, Contender, ExecuteMany, JsonLines, Ours, commits
from benchmarks.durable_postgres import Server
from benchmarks.eventsourcing_recorder import EventSourcing, Unavailable
from database.pool import Pool, open_pool
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey, generate

PARTS = ("against", "callers", "growth")
ROUNDS = 5
SIZES = {500: 30, 2_000: 10}
"""Entries of a batch → batches a round."""

CALLERS = 64
EACH = 60

SMALL = 10_000
LARGE = 10_000_000
FILL_BATCH = 5_000
LOOKS = 40


async def measure(
    parts: Collection[str], growth_seconds: float, tell: Callable[[str], None]
) -> dict[str, Any]:
    """Return the figures of `parts`; `tell` hears what goes on."""
    measures = {
        "against": lambda server: _against_others(server, tell),
        "callers": lambda server: _durable_callers(server, tell),
        "growth": lambda server: _growth(server, growth_seconds, tell),
    }
    async with durable_postgres.running() as server:
        load = os.getloadavg()[0]
        found = {part: await measures[part](server) for part in PARTS if part in parts}
    return {**found, "load": [round(load, 1), round(os.getloadavg()[0], 1)]}


async def _against_others(server: Server, tell: Callable[[str], None]) -> dict[str, Any]:
    await server.new_database("contest")
    owner = await open_pool(server.owner_url("contest"))
    app, memory = await _log(server, "contest")
    contenders: list[Contender] = [
        *(BareCopy(owner), Ours(memory, lanes=2), Ours(memory, lanes=1)),
        *(ExecuteMany(owner), JsonLines(Path(tempfile.gettempdir()))),
    ]
    skipped = {}
    try:
        others = await EventSourcing.start(server.owner_url("contest"))
        contenders.append(others)
    except Unavailable as reason:
        others, skipped = None, {"eventsourcing": str(reason)}
        tell(f"eventsourcing is skipped: {reason}")
    try:
        results = {size: await _contest(contenders, size, tell) for size in SIZES}
    finally:
        if others:
            await others.stop()
        await app.close()
        await owner.close()
    return {"batches_of": results, "skipped": skipped}


async def _contest(
    contenders: Sequence[Contender], size: int, tell: Callable[[str], None]
) -> dict[str, Any]:
    batches = SIZES[size]
    contenders = [one for one in contenders if size <= getattr(one, "largest_batch", size)]
    rates: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for contender in contenders:
        await _timed(contender, 2, size)
    for round_ in range(ROUNDS):
        tell(f"batches of {size}: round {round_ + 1} of {ROUNDS}")
        for contender in random.sample(contenders, len(contenders)):
            rates[contender.name].append(batches * size / await _timed(contender, batches, size))
    return {
        name: {
            "entries_a_second": round(statistics.median(found)),
            **{
                f"of_{other}": _ratio(found, rates[other])
                for other in (BareCopy.name, EventSourcing.name)
                if other in rates
            },
        }
        for name, found in rates.items()
    }


def _ratio(rates: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the rounds' ratios: what slowed a round slowed both of it."""
    pairs = zip(rates, others, strict=True)
    return round(statistics.median(one / other for one, other in pairs), 3)


async def _timed(contender: Contender, batches: int, size: int) -> float:
    await contender.prepare(batches, size)
    started = time.perf_counter()
    await contender.run()
    return time.perf_counter() - started


async def _durable_callers(server: Server, tell: Callable[[str], None]) -> dict[str, Any]:
    tell(f"{CALLERS} callers that each wait for durability")
    await server.new_database("callers")
    app, memory = await _log(server, "callers")
    owner = await asyncpg.connect(server.owner_url("callers"))
    [*entries] = Ours(memory, lanes=1).entries(CALLERS * EACH + 1)
    await memory.record(entries.pop())
    before = await _settled(app, owner)
    waiting = iter(entries)
    times: list[float] = []

    async def caller() -> None:
        for entry in waiting:
            started = time.perf_counter()
            await memory.record(entry)
            times.append(time.perf_counter() - started)

    started = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(CALLERS)))
    took = time.perf_counter() - started
    spent = await _settled(app, owner) - before
    await owner.close()
    await app.close()
    return {
        "callers": CALLERS,
        "appends": CALLERS * EACH,
        "commits": spent,
        "appends_a_commit": round(CALLERS * EACH / spent, 1),
        "appends_a_second": round(CALLERS * EACH / took),
        "median_ms": round(statistics.median(times) * 1000, 1),
    }


async def _settled(app: Pool, owner: asyncpg.Connection[Any]) -> int:
    """Return the commits of the database once every session has told its own."""
    await app.expire_connections()
    async with app.acquire() as connection:
        await connection.execute("SELECT pg_stat_force_next_flush()")
    return await commits(owner)


async def _growth(server: Server, seconds: float, tell: Callable[[str], None]) -> dict[str, Any]:
    """Fill one log far beyond another, then look at both in turn."""
    logs = {}
    for name in ("small", "large"):
        await server.new_database(name)
        logs[name] = await _log(server, name)
    await _fill(logs["small"][1], SMALL, float("inf"))
    tell(f"filling a log with {LARGE:,} entries, or as many as fit into {seconds:.0f} s")
    reached = await _fill(logs["large"][1], LARGE, seconds)
    tell(f"{reached:,} entries; looking at {SMALL:,} and at those in turn")
    looks: dict[str, dict[str, list[float]]] = {
        what: {name: [] for name in logs} for what in ("append", "recent")
    }
    for _ in range(LOOKS):
        for name, (_, memory) in logs.items():
            batch = Ours(memory, lanes=1).entries(500)
            looks["append"][name].append(await _clocked(memory.record_many(batch)))
            looks["recent"][name].append(await _clocked(memory.recent(20)))
    for pool, _ in logs.values():
        await pool.close()
    return {
        "small": SMALL,
        "large": reached,
        **{
            f"{what}_slower_by": round(
                statistics.median(found["large"]) / statistics.median(found["small"]), 2
            )
            for what, found in looks.items()
        },
    }


async def _fill(memory: ReflectionMemory, count: int, seconds: float) -> int:
    until = time.monotonic() + seconds
    ours = Ours(memory, lanes=2)
    reached = 0
    while reached < count and time.monotonic() < until:
        await ours.prepare(2, FILL_BATCH)
        await ours.run()
        reached += 2 * FILL_BATCH
    return reached


async def _clocked(act: Awaitable[object]) -> float:
    started = time.perf_counter()
    await act
    return time.perf_counter() - started


async def _log(server: Server, name: str) -> tuple[Pool, ReflectionMemory]:
    pool = await open_pool(server.app_url(name))
    keyring = await Keyring.open(pool, MasterKey.parse(generate()))
    return pool, ReflectionMemory(pool, keyring, "benchmark")


def _print(found: dict[str, Any]) -> None:
    against = found.get("against", {"batches_of": {}, "skipped": {}})
    for size, results in against["batches_of"].items():
        print(f"\nbatches of {size:<15}entries/s  ÷ bare COPY  ÷ eventsourcing")
        for name, result in results.items():
            ratios = [result.get(f"of_{other}") for other in (BareCopy.name, EventSourcing.name)]
            columns = "".join(f"{'' if one is None else f'{one:.2f}':>13}" for one in ratios)
            print(f"  {name:24}{result['entries_a_second']:>10}{columns}")
    for name, reason in against["skipped"].items():
        print(f"  {name}: skipped, {reason}")
    if callers := found.get("callers"):
        print(
            f"\n{callers['callers']} durable callers: {callers['appends_a_commit']} appends a "
            f"commit ({callers['commits']} commits), {callers['appends_a_second']}/s, "
            f"median {callers['median_ms']} ms"
        )
    if growth := found.get("growth"):
        print(
            f"\nat {growth['large']:,} entries against {growth['small']:,}: "
            f"append slower by {growth['append_slower_by']}, "
            f"recent by {growth['recent_slower_by']}"
        )
    print("\nthe machine's load before and after: {} {}".format(*found["load"]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.append", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON only")
    parser.add_argument(
        "--growth-seconds",
        type=float,
        default=600,
        help="how long to fill the large log (default 600)",
    )
    parser.add_argument(
        "--only", choices=PARTS, action="append", help="what to measure (default: all; repeatable)"
    )
    given = parser.parse_args()
    tell = (lambda _: None) if given.json else (lambda line: print(line, flush=True))
    found = asyncio.run(measure(given.only or PARTS, given.growth_seconds, tell))
    if given.json:
        print(json.dumps(found))
    else:
        _print(found)


if __name__ == "__main__":
    main()
