from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_client.field_names import UNSPEAKABLE, spoken


def test_a_path_is_told_with_its_places() -> None:
    assert (
        spoken(("messages", 3, "tool_calls", 0, "function")) == "messages.3.tool_calls.0.function"
    )


def test_a_key_that_stands_where_a_name_should_is_not_repeated() -> None:
    for pasted in (
        "AKIAQ3EGRZ7XK2LMNB5T",
        "sk_live_51H8xYz",
        "4111111111111111",
        "a b",
        "x\x1b[2J",
    ):
        assert spoken(("item", pasted)) == f"item.{UNSPEAKABLE}"


@given(st.text(max_size=100))
def test_whatever_is_told_is_short_and_printable(typed: str) -> None:
    assert spoken((typed,)).isascii()
    assert len(spoken((typed,))) <= 45
