from __future__ import annotations

import os
from typing import Any

import asyncpg
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from database.pool import Pool, transaction
from reflection_memory.errors import InvalidEntry, SealBroken
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing import data_key
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.verify import Anchor, kept
from tests.integration.reflection_memory.conftest import Tamper
from tests.integration.reflection_memory.made import entry


@pytest_asyncio.fixture
async def told(memory: ReflectionMemory) -> ReflectionMemory:
    """Nine entries, in batches of three, of one exchange a batch."""
    for batch in range(3):
        await memory.record_many([entry(n, correlation_id=f"c{batch}") for n in range(3)])
    return memory


async def first_bad(memory: ReflectionMemory, *anchors: Anchor | bytes) -> int | None:
    verified = await memory.verify(*anchors)
    assert verified.ok == (verified.first_bad is None) == (verified.reason is None)
    return verified.first_bad


def update(table: str, change: str, which: str = "true") -> str:
    return f"UPDATE {table} SET {change} WHERE {which}"  # noqa: S608 - made of this file's words


ENTRY_CHANGES = [
    "log = log + 1",
    "position = 500",
    "position = -5",
    "committed_us = committed_us + 1",
    "occurred_us = occurred_us - 1",
    "sequence = sequence + 1",
    "origin = 'SYSTEM'",
    "lane = 'TECHNICAL'",
    "type = 'SPIKE'",
    "id = id || 'x'",
    "source = 'other'",
    "correlation_id = 'c0'",
    "correlation_id = NULL",
    *(
        f"{column} = overlay({column} placing "
        f"set_byte(substring({column} from 3 for 1), 0, 255 - get_byte({column}, 2)) from 3)"
        for column in ("key_id", "digest", "sealed")
    ),
    "source_reach = 1",
    "correlation_reach = 0",
    "sealed = substring(sealed from 2), digest = digest || substring(sealed for 1)",
]
BATCH_CHANGES = [
    "log = log + 1",
    "first_position = 3",
    "first_position = 5",
    "last_position = 5",
    "last_position = 7",
    "committed_us = committed_us + 1",
    "root = overlay(root placing '\\x0000' from 3)",
    "fingerprints = overlay(fingerprints placing '\\x0000' from 3)",
    "fingerprints = ''",
]


@pytest.mark.parametrize("change", ENTRY_CHANGES)
async def test_a_change_in_any_column_of_an_entry_is_named(
    told: ReflectionMemory, tamper: Tamper, change: str
) -> None:
    assert await first_bad(told) is None
    await tamper(update("log_entries", change, "position = 5"))
    assert await first_bad(told) == 5


async def test_a_log_from_before_there_were_stretches_holds(
    told: ReflectionMemory, tamper: Tamper
) -> None:
    await tamper("UPDATE log_entries SET source_reach = 0, correlation_reach = 0")
    assert await first_bad(told) is None
    assert len(await told.query(HistoryQuery(sources=["agent"]))) == 9
    assert len(await told.query(HistoryQuery(correlation_id="c1"))) == 3
    assert (await told.record(entry())).sequence == 10


@pytest.mark.parametrize("change", BATCH_CHANGES)
async def test_a_change_in_any_column_of_a_batch_is_named(
    told: ReflectionMemory, tamper: Tamper, change: str
) -> None:
    await tamper(update("log_batches", change, "first_position = 4"))
    assert await first_bad(told) == 4


@pytest.mark.parametrize(
    ("table", "changes"), [("log_entries", ENTRY_CHANGES), ("log_batches", BATCH_CHANGES)]
)
async def test_no_column_of_the_log_is_left_out_of_these_trials(
    owner: asyncpg.Connection[Any], table: str, changes: list[str]
) -> None:
    columns = await owner.fetch(
        "SELECT column_name FROM information_schema.columns WHERE table_name = $1", table
    )
    assert {row["column_name"] for row in columns} == {one.split()[0] for one in changes}


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    place=st.sampled_from(
        [
            *(("log_entries", column) for column in ("key_id", "digest", "sealed")),
            *(("log_batches", column) for column in ("root", "fingerprints")),
        ]
    ),
    position=st.integers(1, 9),
    bit=st.integers(0, 2**20),
)
async def test_any_flipped_bit_of_what_is_sealed_or_chained_is_named(
    told: ReflectionMemory, tamper: Tamper, place: tuple[str, str], position: int, bit: int
) -> None:
    table, column = place
    first = position - (position - 1) % 3
    guilty = [position] if table == "log_entries" else [first, first + 1, first + 2]
    which = f"{'first_' * (len(guilty) > 1)}position = {guilty[0]}"
    at = f"($1 % (8 * length({column})))::bigint"
    flip = update(table, f"{column} = set_bit({column}, {at}, 1 - get_bit({column}, {at}))", which)
    await tamper(flip, bit)
    bad = await first_bad(told)
    await tamper(flip, bit)
    assert bad in guilty
    assert await first_bad(told) is None


@pytest.mark.parametrize(
    "change",
    [
        "key_id = decode(md5('x'), 'hex')",
        "tenant = 'other'",
        "unit = 'other'",
        "master_key_id = 'other'",
        "wrapped = overlay(wrapped placing '\\x0000' from 20)",
    ],
)
async def test_a_change_in_any_column_of_a_data_key_is_named(
    told: ReflectionMemory, tamper: Tamper, change: str
) -> None:
    await tamper(update("data_keys", change, "unit = 'exchange/c1'"))
    assert await first_bad(told) == 4


@pytest.mark.parametrize(
    ("change", "bad"),
    [
        ("position = 10", 10),
        ("position = 8", 9),
        ("committed_us = committed_us + 1", 9),
        ("root = overlay(root placing '\\x0000' from 3)", 9),
    ],
)
async def test_a_change_in_any_column_of_the_head_is_named(
    told: ReflectionMemory, tamper: Tamper, change: str, bad: int
) -> None:
    await tamper(update("log_heads", change))
    assert await first_bad(told) == bad


@pytest.mark.parametrize("columns", ["sealed", "sealed, digest, key_id, occurred_us"])
@pytest.mark.parametrize("pair", [(4, 5), (2, 8)])
async def test_two_bodies_that_changed_places_are_named(
    told: ReflectionMemory, tamper: Tamper, columns: str, pair: tuple[int, int]
) -> None:
    other = f"(SELECT {columns} FROM log_entries AS other WHERE other.position = {sum(pair)} - "  # noqa: S608
    swapped = f"({columns}) = {other} mine.position)"
    await tamper(update("log_entries AS mine", swapped, f"position IN {pair}"))
    assert await first_bad(told) == pair[0]
    with pytest.raises(SealBroken, match=f"at position {pair[0]}"):
        await told.query(HistoryQuery())


@pytest.mark.parametrize("position", [1, 5, 9])
async def test_a_deleted_entry_is_named(
    told: ReflectionMemory, tamper: Tamper, position: int
) -> None:
    await tamper("DELETE FROM log_entries WHERE position = $1", position)
    assert await first_bad(told) == position


async def test_a_deleted_batch_is_named_with_and_without_its_entries(
    told: ReflectionMemory, tamper: Tamper
) -> None:
    await tamper("DELETE FROM log_batches WHERE first_position = 4")
    assert await first_bad(told) == 4
    await tamper("DELETE FROM log_entries WHERE position BETWEEN 4 AND 6")
    assert await first_bad(told) == 4


async def cut_tail(tamper: Tamper) -> None:
    """Make the log end cleanly after its second batch, as if the third had never been."""
    await tamper("DELETE FROM log_entries WHERE position > 6")
    await tamper("DELETE FROM log_batches WHERE first_position > 6")
    await tamper(
        "UPDATE log_heads SET position = 6, root = batch.root, "
        "committed_us = batch.committed_us + 2 FROM log_batches AS batch "
        "WHERE batch.first_position = 4"
    )


async def test_a_cut_tail_shows_against_an_anchor_only(
    told: ReflectionMemory, tamper: Tamper
) -> None:
    anchor = await told.anchor()
    await cut_tail(tamper)
    assert await first_bad(told) is None
    assert await first_bad(told, anchor) == 7


async def test_a_tail_that_was_cut_and_grown_anew_shows_against_an_anchor(
    told: ReflectionMemory, tamper: Tamper
) -> None:
    anchor = await told.anchor()
    await cut_tail(tamper)
    await told.record_many([entry("new"), entry("words"), entry("here")])
    assert await first_bad(told) is None
    assert await first_bad(told, anchor) == 7


async def test_an_anchor_holds_while_the_log_grows(told: ReflectionMemory) -> None:
    anchor = Anchor.parse(str(await told.anchor()))
    await told.record(entry())
    assert await first_bad(told, anchor) is None


async def test_an_anchor_inside_a_batch_or_of_another_log_does_not_hold(
    told: ReflectionMemory,
) -> None:
    anchor = await told.anchor()
    assert await first_bad(told, Anchor(5, anchor.root)) == 4
    assert await first_bad(told, Anchor(6, os.urandom(32))) == 4


async def test_a_bare_root_holds_wherever_it_stands_and_shows_a_cut_tail(
    told: ReflectionMemory, tamper: Tamper
) -> None:
    earlier = kept((await told.anchor()).root.hex())
    await told.record(entry())
    assert await first_bad(told, earlier, (await told.anchor()).root) is None
    await cut_tail(tamper)
    found = await told.verify(earlier)
    assert (found.ok, "its tail was cut" in (found.reason or "")) == (False, True)


@pytest.mark.parametrize("text", ["", "9", "9:ab", "x:" + "0" * 64, "-1:" + "0" * 64])
def test_what_is_no_anchor_is_refused(text: str) -> None:
    with pytest.raises(InvalidEntry, match=r"^anchor: "):
        Anchor.parse(text)


async def test_an_empty_log_holds(memory: ReflectionMemory) -> None:
    assert await first_bad(memory) is None
    assert await first_bad(memory, Anchor(1, bytes(32))) == 1


async def test_an_erased_exchange_verifies_and_its_entries_are_still_guarded(
    told: ReflectionMemory, pool: Pool, keyring: Keyring, tamper: Tamper
) -> None:
    async with transaction(pool) as connection:
        await keyring.destroy(connection, "tenant", [data_key.exchange("c1")])
    assert await first_bad(told) is None
    await tamper("UPDATE log_entries SET sealed = sealed || '\\x00' WHERE position = 6")
    assert await first_bad(told) == 6
