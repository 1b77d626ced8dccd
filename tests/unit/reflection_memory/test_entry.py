from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from reflection_memory.entry import (
    LONGEST_NAME,
    EntryType,
    Lane,
    NewEntry,
    Origin,
    new_entry_id,
)
from reflection_memory.errors import InvalidEntry


def entry(**fields: Any) -> NewEntry:
    return NewEntry(
        **{
            "origin": Origin.USER,
            "lane": Lane.UNIFIED,
            "type": EntryType.MESSAGE,
            "source": "agent",
            "content": "hello",
        }
        | fields
    )


@pytest.mark.parametrize("field", ["id", "source", "correlation_id"])
@pytest.mark.parametrize("name", ["", "x" * (LONGEST_NAME + 1), "a\0b", "a\ud800b"])
def test_a_name_that_cannot_be_kept_is_refused_by_field(field: str, name: str) -> None:
    with pytest.raises(InvalidEntry, match=rf"^{field}: ") as refused:
        entry(**{field: name})
    assert refused.value.field == field


def test_a_bad_reference_is_refused() -> None:
    with pytest.raises(InvalidEntry, match=r"^references: "):
        entry(references=["fine", ""])


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(InvalidEntry, match="time zone"):
        entry(occurred_at=datetime(2026, 1, 1))  # noqa: DTZ001


@pytest.mark.parametrize("year", [1, 9999])
def test_a_year_at_the_end_of_time_is_refused(year: int) -> None:
    with pytest.raises(InvalidEntry, match=r"^occurred_at: "):
        entry(occurred_at=datetime(year, 6, 1, tzinfo=UTC))


def test_content_and_metadata_are_in_no_repr() -> None:
    assert "hello" not in repr(entry())
    assert "secret" not in repr(entry(metadata={"a": "secret"}))


def test_ids_made_later_sort_later_but_for_the_same_millisecond() -> None:
    ids = [new_entry_id() for _ in range(2_000)]
    stamps = [name[:16] for name in ids]
    assert stamps == sorted(stamps)
    assert len(set(ids)) == len(ids)
