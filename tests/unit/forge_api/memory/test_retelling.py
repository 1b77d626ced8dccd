from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.retelling import MOST_BULLETS, MOST_EXCERPTS, Scene, retell

scenes = st.lists(
    st.builds(
        Scene,
        entry_id=st.uuids().map(str),
        origin=st.sampled_from(["INTERNAL", "USER", "ADVISOR", "SYSTEM", "EXTERNAL"]),
        type=st.sampled_from(["MESSAGE", "AGENT_RESPONSE", "TOOL_USE", "SPIKE", "SYSTEM_NOTICE"]),
        source=st.sampled_from(["wren", "owl"]),
        text=st.text(max_size=300),
    ),
    max_size=30,
    unique_by=lambda scene: scene.entry_id,
)


def scene(number: int, text: str, origin: str = "USER", kind: str = "MESSAGE") -> Scene:
    return Scene(f"e{number}", origin, kind, "wren", text)


@given(scenes)
def test_the_same_entries_give_the_same_words_within_bounds_and_in_order(
    given: list[Scene],
) -> None:
    told = retell(given)
    assert told == retell(list(given))
    order = [one.entry_id for one in given]
    places = [order.index(one.entry_id) for one in told.excerpts]
    assert places == sorted(places)
    assert len(told.bullets) <= MOST_BULLETS
    assert len(told.excerpts) <= MOST_EXCERPTS


def test_a_correction_outweighs_what_was_said_before_it() -> None:
    many = [scene(number, f"Please do the thing number {number}.") for number in range(8)]
    told = retell([*many, scene(9, "No, that's wrong. Always ask me first.")])
    assert told.excerpts[-1].entry_id == "e9"
    assert "It ended with: “No, that's wrong.”" in told.high_level


def test_nothing_is_retold_of_what_has_no_words() -> None:
    told = retell([scene(1, ""), scene(2, " ")])
    assert (told.bullets, told.excerpts) == ([], [])
    assert "2 entries" in told.high_level
