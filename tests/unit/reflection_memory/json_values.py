"""Arbitrary JSON values, with every text that Python can hold: NUL, lone surrogates and all."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

any_text = st.text(st.characters(exclude_categories=()), max_size=60)

any_json: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=4),
    max_leaves=12,
)
