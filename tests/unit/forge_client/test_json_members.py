from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_client.json_members import NamedTwice, each_once


@given(st.dictionaries(st.text(max_size=5), st.none(), max_size=8))
def test_members_of_different_names_are_an_object(members: dict[str, None]) -> None:
    assert each_once(list(members.items())) == members


@given(st.dictionaries(st.text(max_size=5), st.none(), min_size=1, max_size=8), st.data())
def test_a_name_that_stands_twice_is_told(members: dict[str, None], data: st.DataObject) -> None:
    twice = data.draw(st.sampled_from(list(members)))
    with pytest.raises(NamedTwice) as refusal:
        each_once([*members.items(), (twice, None)])
    assert refusal.value.name == twice
    assert str(refusal.value) == "an object names a member twice"


def test_json_that_spells_a_name_in_two_ways_names_it_twice() -> None:
    with pytest.raises(NamedTwice):
        json.loads('{"a": {"b": 1, "\\u0062": 2}}', object_pairs_hook=each_once)
