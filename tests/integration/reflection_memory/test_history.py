from __future__ import annotations

import random
from contextlib import aclosing
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from database.pool import Pool
from reflection_memory.entry import EntryType, Lane, Origin, ReflectionEntry
from reflection_memory.errors import InvalidEntry
from reflection_memory.grant import Grant
from reflection_memory.history import MOST_APART
from reflection_memory.history_query import LARGEST_PAGE, HistoryQuery
from reflection_memory.log import PAGE, ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from tests.integration.reflection_memory.made import entry


@pytest_asyncio.fixture
async def told(memory: ReflectionMemory) -> ReflectionMemory:
    """Six entries in three batches, at positions 1 to 6."""
    await memory.record_many(
        [
            entry(1, correlation_id="one"),
            entry(2, correlation_id="one", type=EntryType.TOOL_USE, origin=Origin.INTERNAL),
        ]
    )
    await memory.record_many([entry(3, source="other", lane=Lane.EMOTIONAL), entry(4)])
    await memory.record_many([entry(5, correlation_id="two"), entry(6, origin=Origin.EXTERNAL)])
    return memory


@pytest.mark.parametrize(
    ("question", "contents"),
    [
        ({}, [1, 2, 3, 4, 5, 6]),
        ({"reverse": True}, [6, 5, 4, 3, 2, 1]),
        ({"limit": 2}, [1, 2]),
        ({"limit": 2, "reverse": True}, [6, 5]),
        ({"after": 4}, [5, 6]),
        ({"after": 4, "reverse": True}, [3, 2, 1]),
        ({"after": 99}, []),
        ({"types": [EntryType.TOOL_USE]}, [2]),
        ({"origins": [Origin.INTERNAL, Origin.EXTERNAL]}, [2, 6]),
        ({"lanes": [Lane.EMOTIONAL]}, [3]),
        ({"sources": ["other"]}, [3]),
        ({"sources": ["agent", "other"], "reverse": True, "limit": 4}, [6, 5, 4, 3]),
        ({"sources": ["nobody"]}, []),
        ({"correlation_id": "one"}, [1, 2]),
        ({"correlation_id": "one", "types": [EntryType.MESSAGE]}, [1]),
        ({"correlation_id": "none"}, []),
    ],
    ids=str,
)
async def test_a_question_finds_just_what_it_asks_for(
    told: ReflectionMemory, question: dict[str, Any], contents: list[int]
) -> None:
    found = await told.query(HistoryQuery(**question))
    assert [one.content for one in found] == contents


async def test_what_is_asked_by_source_or_exchange_is_what_reading_everything_finds(
    memory: ReflectionMemory,
) -> None:
    chance = random.Random(7)  # noqa: S311 - chance here needs no secrecy
    for size in (1, 400, 2, 300):
        await memory.record_many(
            [
                entry(
                    source=chance.choice("abbbbbbbbbbb"),
                    correlation_id=f"c{chance.randrange(40)}",
                    type=chance.choice([EntryType.SPIKE, *[EntryType.MESSAGE] * 19]),
                )
                for _ in range(size)
            ]
        )
    everything = await memory.query(HistoryQuery(limit=LARGEST_PAGE))
    rare = {"types": [EntryType.SPIKE]}
    for asked in (
        {"sources": ["a"]},
        {"sources": ["b", "a"]},
        {"sources": ["b"], **rare},
        {"sources": ["b", "a"], **rare},
        {"sources": ["a", *map(str, range(MOST_APART))]},
        {"sources": ["b", *map(str, range(MOST_APART))], **rare},
        {"correlation_id": "c7"},
        {"correlation_id": "c7", "sources": ["b"], **rare},
    ):
        for after in (None, 0, 1, 250, 401, 403, 900):
            for reverse in (False, True):
                question = HistoryQuery(after=after, reverse=reverse, limit=30, **asked)
                told = [one for one in everything if _matches(one, question)]
                expected = (told[::-1] if reverse else told)[:30]
                assert await memory.query(question) == expected


def _matches(one: ReflectionEntry, question: HistoryQuery) -> bool:
    if question.sources and one.source not in question.sources:
        return False
    if question.types and one.type not in question.types:
        return False
    if question.correlation_id not in (None, one.correlation_id):
        return False
    after = question.after
    return after is None or (one.position < after if question.reverse else one.position > after)


@pytest.mark.parametrize("reverse", [False, True])
async def test_since_takes_its_own_moment_and_until_does_not(
    told: ReflectionMemory, reverse: bool
) -> None:
    times = [one.timestamp for one in await told.query(HistoryQuery())]
    for start in range(6):
        for end in range(start, 6):
            found = await told.query(
                HistoryQuery(since=times[start], until=times[end], reverse=reverse)
            )
            assert sorted(one.content for one in found) == list(range(start + 1, end + 1))


async def test_a_window_before_or_behind_the_log_is_empty(told: ReflectionMemory) -> None:
    times = [one.timestamp for one in await told.query(HistoryQuery())]
    day = timedelta(days=1)
    assert await told.query(HistoryQuery(until=times[0])) == []
    assert await told.query(HistoryQuery(since=times[-1] + day)) == []
    everything = await told.query(HistoryQuery(since=times[0] - day, until=times[-1] + day))
    assert len(everything) == 6


async def test_recent_gives_the_last_ones_oldest_first(told: ReflectionMemory) -> None:
    assert [one.content for one in await told.recent(3)] == [4, 5, 6]


async def test_the_narrative_goes_over_pages_and_past_what_is_appended_meanwhile(
    memory: ReflectionMemory,
) -> None:
    await memory.record_many([entry(n) for n in range(PAGE + 1)])
    walk = memory.narrative()
    contents = [(await anext(walk)).content]
    await memory.record(entry(PAGE + 1))
    contents += [one.content async for one in walk]
    assert contents == list(range(PAGE + 2))
    assert [one.content async for one in memory.narrative(after=PAGE)] == [PAGE, PAGE + 1]


async def test_many_are_got_by_id_and_missing_ones_left_out(told: ReflectionMemory) -> None:
    first, second = await told.recent(2)
    found = await told.get_many([second.id, "nothing", first.id])
    assert found == {first.id: first, second.id: second}


async def test_a_log_that_was_never_written_is_empty(memory: ReflectionMemory) -> None:
    assert await memory.get("a") is None
    assert await memory.recent(5) == []
    assert [one async for one in memory.narrative()] == []


@pytest.mark.parametrize("limit", [0, -1, LARGEST_PAGE + 1])
def test_a_limit_outside_its_bounds_is_refused(limit: int) -> None:
    with pytest.raises(InvalidEntry, match=r"^limit: "):
        HistoryQuery(limit=limit)


@pytest.mark.parametrize(
    ("grant", "contents"),
    [
        (Grant(), [1, 2, 3, 4, 5, 6]),
        (Grant(sources=frozenset({"other"})), [3]),
        (Grant(sources=frozenset()), []),
        (Grant(origins=frozenset({Origin.EXTERNAL, Origin.USER})), [1, 3, 4, 5, 6]),
        (Grant(frozenset({"agent"}), frozenset({Origin.INTERNAL})), [2]),
    ],
    ids=["all", "another source", "no source", "what was said", "one source's thoughts"],
)
async def test_a_reader_is_given_what_its_grant_covers_by_every_way_of_reading(
    told: ReflectionMemory, pool: Pool, keyring: Keyring, grant: Grant, contents: list[int]
) -> None:
    all_ids = [one.id for one in await told.recent(6)]
    reader = ReflectionMemory(pool, keyring, "tenant", grant=grant)
    assert [one.content for one in await reader.query(HistoryQuery())] == contents
    assert [one.content for one in await reader.recent(6)] == contents
    assert [one.content async for one in reader.narrative()] == contents
    got = await reader.get_many(all_ids)
    assert sorted(one.content for one in got.values()) == contents
    async with aclosing(reader.subscribe_to_pages()) as pages:
        assert [one.content for one in await anext(pages)] == contents
    theirs = HistoryQuery(sources=["nobody"], origins=[Origin.ADVISOR])
    assert await reader.query(theirs) == []
