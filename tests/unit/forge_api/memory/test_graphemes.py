"""A cut text ends where a reader sees an end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.graphemes import ELLIPSIS, cut, is_boundary, storable

GRAPHEMES = [
    "👩‍👩‍👧‍👦", "👍🏽", "🇵🇹", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "❤️", "1️⃣", "e\u0301", "n\u0303\u0323", "한",
    "\u1112\u1161\u11ab",
    "नि", "กำ", "\r\n", "👨🏿‍🚒",
]  # fmt: skip


@pytest.mark.parametrize("grapheme", GRAPHEMES)
def test_a_grapheme_has_no_end_inside(grapheme: str) -> None:
    text = f"a{grapheme}b"
    ends = [place for place in range(1, len(text)) if is_boundary(text, place)]
    assert ends == [1, len(text) - 1]


def test_flags_are_parted_in_pairs() -> None:
    text = "🇵🇹🇩🇪🇫🇷"
    assert [place for place in range(1, len(text)) if is_boundary(text, place)] == [2, 4]


@given(st.lists(st.sampled_from([*GRAPHEMES, "a", " ", "word "])).map("".join), st.integers(1, 40))
def test_a_cut_keeps_its_limit_and_whole_graphemes(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short) <= limit
    if short != text:
        kept = short.removesuffix(ELLIPSIS)
        assert text.startswith(kept)
        assert is_boundary(text, len(kept)) or text[len(kept)].isspace()


@given(st.text(st.characters(codec=None), max_size=50))
def test_a_storable_text_is_of_the_same_length_and_can_be_encoded(text: str) -> None:
    assert len(storable(text)) == len(text)
    assert b"\0" not in storable(text).encode("utf-8")


def test_a_cut_prefers_the_end_of_a_word() -> None:
    assert cut("one two three", 10) == "one two…"
