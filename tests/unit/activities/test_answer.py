"""From a model's text to diffs: what is passed over, and what must fail."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from activities import propose
from activities.proposers.answer import UndecodableProposal, parse_diffs
from forge_client.proposals import BeliefDiff

ONE = {
    "op": "add",
    "belief": "The user naps",
    "confidence": 0.8,
    "rationale": "seen twice",
    "source_episodes": ["ep_1"],
}
OTHER = {**ONE, "belief": "The user reads"}
ARRAY = json.dumps([ONE])


def beliefs(text: str) -> list[str]:
    return [diff.belief for diff in parse_diffs(text)]


def test_the_contracts_place_has_it() -> None:
    assert propose.parse_diffs is parse_diffs
    assert propose.UndecodableProposal is UndecodableProposal


@pytest.mark.parametrize(
    "text",
    [
        ARRAY,
        f"  \n{ARRAY}\n",
        f"\ufeff{ARRAY}",
        json.dumps({"diffs": [ONE]}),
        f"```json\n{ARRAY}\n```",
        f"```\n{json.dumps({'diffs': [ONE]}, indent=2)}\n```",
        f"Here is what I learned:\n\n{ARRAY}\n\nThat is all.",
        f"As seen in [1]: {ARRAY}",
        f"See [the notes] and {{braces}}: {ARRAY}",
        f"[note] {ARRAY} [end]",
        f"- [ ] reflect\n- [x] read\n{ARRAY}",
        f"A list[] of {{}} follows. {ARRAY}",
        f"{ARRAY} (see [2] and [ep_1])",
    ],
)
def test_what_stands_around_the_array_is_passed_over(text: str) -> None:
    assert beliefs(text) == ["The user naps"]


@pytest.mark.parametrize(
    "belief",
    [
        "uses ```json fences```",
        "writes a[0] = {x}",
        'said "[]"',
        "]}[{",
        "naps\nand\treads",
        "⟦🍕⟧",
    ],
)
def test_brackets_and_fences_inside_a_string_are_text(belief: str) -> None:
    array = json.dumps([{**ONE, "belief": belief}], ensure_ascii=False)
    assert beliefs(f"```json\n{array}\n```") == [belief]


@pytest.mark.parametrize(
    "text",
    ["[]", "[ ]", "[\n]", "```json\n[]\n```", '{"diffs": []}', "Nothing new: []", "see [1]: []"],
)
def test_an_empty_array_is_nothing(text: str) -> None:
    assert parse_diffs(text) == []


def test_an_empty_array_does_not_hide_a_broken_one() -> None:
    with pytest.raises(UndecodableProposal):
        parse_diffs('[{"belief": "no op"}] and []')


def test_more_than_ten_diffs_come_back_whole() -> None:
    many = [{**ONE, "belief": f"The user has habit {n}"} for n in range(25)]
    assert len(parse_diffs(json.dumps(many))) == 25


def test_of_several_arrays_the_last_with_diffs_counts() -> None:
    draft, final = json.dumps([ONE]), json.dumps([OTHER])
    assert beliefs(f"First {draft} then {final} from [1, 2] and []") == ["The user reads"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found nothing worth keeping.",
        "list[] is empty",
        ARRAY[:-1],
        ARRAY[:40],
        ARRAY[:-20],
        "[",
        "Here: [{",
        f'{{"diffs": {ARRAY}',
        f'{{"diffs": {ARRAY[:-5]}',
        f'[{json.dumps(ONE)}, {{"op": "add"',
        '{"op": "add", "source_episodes": []',
        '["ep_1", []',
        "[{'op': 'add'}]",
        "[{op: add}]",
        f"{ARRAY[:-1]},]",
        "[" * 100_000,
        "[{" * 50_000,
        '{"a":' * 50_000,
    ],
)
def test_no_array_or_a_broken_one_fails(text: str) -> None:
    with pytest.raises(UndecodableProposal):
        parse_diffs(text)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"op": "learn"}, r"diffs\[0\]\.op"),
        ({"confidence": 1.5}, r"diffs\[0\]\.confidence"),
        ({"confidence": "0.8"}, r"diffs\[0\]\.confidence"),
        ({"confidence": None}, r"diffs\[0\]\.confidence"),
        ({"belief": "  "}, r"diffs\[0\]\.belief"),
        ({"belief": "a\0b"}, r"diffs\[0\]\.belief"),
        ({"belief": "\ud800"}, r"diffs\[0\]\.belief"),
        ({"source_episodes": "ep_1"}, r"diffs\[0\]\.source_episodes"),
        ({"source_episodes": [7]}, r"diffs\[0\]\.source_episodes\.0"),
        ({"the user's secret": 1}, r"diffs\[0\]\.unknown field"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any], named: str) -> None:
    with pytest.raises(UndecodableProposal, match=named):
        parse_diffs(json.dumps([{**ONE, **change}]))


@pytest.mark.parametrize("missing", ["op", "belief", "confidence", "rationale", "source_episodes"])
def test_a_missing_field_is_named(missing: str) -> None:
    some = {name: value for name, value in ONE.items() if name != missing}
    with pytest.raises(UndecodableProposal, match=rf"diffs\[1\]\.{missing}"):
        parse_diffs(json.dumps([ONE, some]))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_of_json_fails(number: str) -> None:
    with pytest.raises(UndecodableProposal):
        parse_diffs(ARRAY.replace("0.8", number))


@pytest.mark.parametrize(
    "other", [[1, 2], ["a"], [[ONE]], [ONE, "a"], {"diffs": [ONE], "n": 1}, ONE]
)
def test_another_shape_fails(other: Any) -> None:
    with pytest.raises(UndecodableProposal):
        parse_diffs(json.dumps(other))


def test_the_message_never_quotes_the_answer() -> None:
    for text in ('[{"op": "my secret"', json.dumps([{**ONE, "op": "my secret", "my secret": 1}])):
        with pytest.raises(UndecodableProposal) as caught:
            parse_diffs(text)
        assert "my secret" not in str(caught.value)


def test_a_broken_array_is_told_with_its_position() -> None:
    with pytest.raises(UndecodableProposal, match="at character") as caught:
        parse_diffs('[{"op": "add",}]')
    assert caught.value.position is not None


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)
diffs = st.builds(
    BeliefDiff,
    op=st.sampled_from(["add", "strengthen", "weaken", "forget", "supersede"]),
    belief=words.filter(str.strip),
    confidence=st.floats(0, 1),
    rationale=words,
    source_episodes=st.lists(words.filter(lambda text: len(text) <= 200), max_size=4),
    target_belief_id=st.none() | words.filter(lambda text: len(text) <= 200),
    kind=st.none() | st.sampled_from(["preference", "fact", "procedure", "constraint"]),
)
prose = st.text(st.characters(exclude_characters="[{", exclude_categories=["Cs"]), max_size=40)
wrappings = st.sampled_from(
    ["{}", '{{"diffs": {}}}', "```json\n{}\n```", "```\n{}\n```", "see [1]: {}"]
)


@given(
    st.lists(diffs, max_size=12), wrappings, prose, prose, st.booleans(), st.sampled_from([None, 2])
)
def test_any_diffs_come_back_from_any_wrapping(
    given_diffs: list[BeliefDiff],
    wrapping: str,
    before: str,
    after: str,
    ascii_only: bool,
    indent: int | None,
) -> None:
    plain = [diff.model_dump() for diff in given_diffs]
    array = json.dumps(plain, ensure_ascii=ascii_only, indent=indent)
    assert parse_diffs(f"{before}\n{wrapping.format(array)}\n{after}") == given_diffs


@given(st.text())
def test_any_text_gives_diffs_or_the_one_error(text: str) -> None:
    with contextlib.suppress(UndecodableProposal):
        assert all(isinstance(diff, BeliefDiff) for diff in parse_diffs(text))


@given(st.lists(diffs, min_size=1, max_size=3), st.data())
def test_an_array_cut_anywhere_fails(given_diffs: list[BeliefDiff], data: st.DataObject) -> None:
    array = json.dumps([diff.model_dump() for diff in given_diffs])
    cut = data.draw(st.integers(0, len(array) - 1))
    with pytest.raises(UndecodableProposal):
        parse_diffs(array[:cut])
