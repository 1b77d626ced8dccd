from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reflection_memory.stretches import GAP, LONGEST, reaches

names = st.lists(st.sampled_from(["a", "b", "c", None]), max_size=60)
spread = names.map(lambda few: [one for name in few for one in (name, *[None] * 25)])


@given(names | spread | names.map(lambda few: few * 20))
def test_every_name_lies_in_just_one_stretch_of_its_own(said: list[str | None]) -> None:
    found: dict[int, list[str | None]] = {}
    for place, reach in enumerate(reaches(said)):
        if reach is not None:
            assert reach <= LONGEST
            assert said[place] is not None
            assert said[place + reach] == said[place]
            for reached in range(place, place + reach + 1):
                found.setdefault(reached, []).append(said[place])
    for place, name in enumerate(said):
        assert found.get(place, []).count(name) == (name is not None)


def test_a_stretch_ends_at_a_gap_and_at_its_bound() -> None:
    assert reaches(["a", *[None] * (GAP - 1), "a"])[0] == GAP
    assert reaches(["a", *[None] * GAP, "a"]) == [0, *[None] * GAP, 0]
    assert [one for one in reaches(["a"] * (LONGEST + 2)) if one is not None] == [LONGEST, 0]
    assert reaches([]) == []
