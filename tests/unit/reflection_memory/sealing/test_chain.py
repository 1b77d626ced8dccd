from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from reflection_memory.sealing.chain import ROOT_SIZE, Chain

links = st.lists(st.binary(min_size=8, max_size=8), min_size=1, max_size=6)


@given(links, st.data())
def test_any_other_links_give_another_root(given_links: list[bytes], data: st.DataObject) -> None:
    chain = Chain(b"k" * 32)
    start = chain.start("log")
    other = data.draw(links.filter(lambda drawn: drawn != given_links))
    assert chain.extend(start, given_links) != chain.extend(start, other)


def test_a_root_depends_on_key_name_and_everything_before() -> None:
    one, other = Chain(os.urandom(32)), Chain(os.urandom(32))
    assert one.start("a") != other.start("a")
    assert one.start("a") != one.start("b")
    assert one.extend(one.start("a"), [b"x"]) != one.extend(one.start("b"), [b"x"])
    assert len(one.start("a")) == ROOT_SIZE
