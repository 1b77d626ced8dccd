"""A cursor names a row exactly, and nothing else passes for one."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory import cursors
from forge_api.memory.refusals import Refused

moments = st.datetimes(timezones=st.just(UTC))
row_ids = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=80)


@given(moments, row_ids)
def test_a_cursor_goes_on_after_the_very_row_it_was_made_from(at: datetime, row_id: str) -> None:
    cursor = cursors.encode(at, row_id)
    assert cursors.decode(cursor) == (at, row_id)
    assert cursor.isascii()
    assert cursor.replace("-", "").replace("_", "").isalnum()


@given(st.text())
def test_any_other_text_is_refused_and_never_a_crash(text: str) -> None:
    with pytest.raises(Refused) as refused:
        cursors.decode(text)
    assert refused.value.code == "invalid"
    assert refused.value.errors[0]["field"] == "cursor"


@given(moments, row_ids, st.data())
def test_a_cursor_with_one_character_changed_names_another_row_or_none(
    at: datetime, row_id: str, data: st.DataObject
) -> None:
    cursor = cursors.encode(at, row_id)
    place = data.draw(st.integers(0, len(cursor) - 1))
    other = data.draw(st.sampled_from("ABCabc019-_=!é").filter(lambda one: one != cursor[place]))
    changed = cursor[:place] + other + cursor[place + 1 :]
    with contextlib.suppress(Refused):
        assert cursors.decode(changed) != (at, row_id)


@pytest.mark.parametrize("row_id", ["\0", "\ud800", "é", "\n"])
def test_an_id_that_postgres_could_not_hold_is_refused(row_id: str) -> None:
    with pytest.raises(Refused):
        cursors.decode(cursors.encode(datetime(2026, 1, 1, tzinfo=UTC), row_id))


def test_no_cursor_is_the_beginning() -> None:
    assert cursors.decode(None) is None
