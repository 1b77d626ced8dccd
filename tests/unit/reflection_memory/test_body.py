from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflection_memory import body
from reflection_memory.errors import InvalidEntry
from tests.unit.reflection_memory.json_values import any_json, any_text


@given(any_json, st.lists(any_text, max_size=3), st.dictionaries(any_text, any_json, max_size=3))
def test_a_body_comes_back_as_it_went_in(
    content: Any, references: list[str], metadata: dict[str, Any]
) -> None:
    encoded, _ = body.encode(content, references, metadata)
    found = body.decode(encoded)
    assert found == (content, tuple(references), metadata)
    # Equality takes 1 for True and forgets the order of keys; a repr does not.
    assert repr(found) == repr((content, tuple(references), metadata))


TWO_PLANES = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x20000)]))
"""Half of all characters that there are, without the lone surrogates."""


@pytest.mark.parametrize("text", ["", TWO_PLANES])
def test_a_lone_text_is_written_as_the_standard_library_writes_it(text: str) -> None:
    written = json.dumps([text], ensure_ascii=False).encode()
    assert body.encode(text, (), {}) == (written, written)


def test_two_surrogates_that_would_pair_stay_two() -> None:
    encoded, _ = body.encode("\ud83d\ude00", (), {})
    assert len(body.decode(encoded)[0]) == 2


def test_the_canonical_form_does_not_depend_on_the_order_of_keys() -> None:
    one = body.encode({"a": 1, "b": {"c": 2, "d": 3}}, (), {"x": 1, "y": 2})
    other = body.encode({"b": {"d": 3, "c": 2}, "a": 1}, (), {"y": 2, "x": 1})
    assert one[0] != other[0]
    assert one[1] == other[1]


@pytest.mark.parametrize(
    "foreign", [{1: "a"}, ("a",), {"a"}, b"a", float("nan"), [float("inf")], object()]
)
def test_what_json_would_alter_or_refuse_is_refused_by_name(foreign: Any) -> None:
    with pytest.raises(InvalidEntry, match=r"^content: "):
        body.encode(foreign, (), {})


def test_a_number_too_long_to_be_read_back_is_refused() -> None:
    with pytest.raises(InvalidEntry, match="4300 digits"):
        body.encode({"n": 10**5000}, (), {})


def test_foreign_metadata_is_named_as_metadata() -> None:
    with pytest.raises(InvalidEntry, match=r"^metadata: "):
        body.encode("", (), {"a": (1,)})


def test_the_largest_body_fits_and_a_byte_more_does_not() -> None:
    most = body.LARGEST_BODY - len('[""]')
    body.encode("x" * most, (), {})
    with pytest.raises(InvalidEntry, match="bytes; give at most"):
        body.encode("x" * (most + 1), (), {})


def test_the_deepest_value_fits_and_a_level_more_does_not() -> None:
    value: Any = "leaf"
    for _ in range(body.DEEPEST):
        value = [value]
    encoded, _ = body.encode(value, (), {})
    assert body.decode(encoded)[0] == value
    with pytest.raises(InvalidEntry, match="levels deep"):
        body.encode([value], (), {})
