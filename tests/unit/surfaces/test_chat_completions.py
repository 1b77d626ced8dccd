from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surfaces.transcripts import chat_completions
from surfaces.transcripts.chat_completions import Malformed, ReadTurn

SECRET = "hunter2-value"
MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "Short replies, please."},
    {"role": "assistant", "content": "Fine."},
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def line(**body: object) -> bytes:
    return json.dumps(body).encode()


def read(*lines: bytes) -> list[ReadTurn | Malformed]:
    return list(chat_completions.read(lines))


def only_turn(*lines: bytes) -> ReadTurn:
    (found,) = read(*lines)
    assert isinstance(found, ReadTurn)
    return found


def only_fault(*lines: bytes) -> Malformed:
    (found,) = read(*lines)
    assert isinstance(found, Malformed)
    return found


def test_a_whole_turn_is_read_as_it_stands() -> None:
    found = only_turn(line(turn_id="t1", conversation_id="c1", messages=MESSAGES))
    assert (found.line, found.turn.turn_id, found.turn.conversation_id) == (1, "t1", "c1")
    assert [one.content for one in found.turn.messages] == ["Short replies, please.", "Fine."]


def test_a_line_of_messages_alone_gets_the_same_ids_wherever_it_stands() -> None:
    other = [{"role": "user", "content": "Long ones."}]
    turn, again, third = (
        one.turn
        for one in read(line(messages=MESSAGES), line(messages=MESSAGES), line(messages=other))
        if isinstance(one, ReadTurn)
    )
    assert turn == again
    assert turn.turn_id.startswith("turn_")
    assert turn.conversation_id.startswith("conv_")
    assert third.turn_id != turn.turn_id
    assert third.conversation_id != turn.conversation_id


def test_an_id_that_a_line_names_is_kept_and_only_the_other_is_derived() -> None:
    named = only_turn(line(conversation_id="c1", messages=MESSAGES))
    assert named.conversation_named
    assert named.turn.conversation_id == "c1"
    assert named.turn.turn_id != only_turn(line(messages=MESSAGES)).turn.turn_id
    alone = only_turn(line(turn_id="t1", messages=MESSAGES))
    assert not alone.conversation_named
    assert alone.turn.turn_id == "t1"


@given(st.permutations(["conversation_id", "messages", "tools"]))
def test_the_order_of_the_fields_makes_no_other_turn(order: list[str]) -> None:
    body: dict[str, object] = {"conversation_id": "c1", "messages": MESSAGES, "tools": [1]}
    assert only_turn(line(**{name: body[name] for name in order})) == only_turn(line(**body))


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        (b"[", "a JSON array begins here"),
        (b"[" + line(messages=MESSAGES) + b"]", "a JSON array begins here"),
        (b"\xef\xbb\xbf[", "a JSON array begins here"),
        (line(messages=MESSAGES) + b",", "a comma ends this line"),
        (b"{", "an object begins here"),
    ],
)
def test_a_file_of_another_format_is_one_hint_and_not_a_fault_a_line(
    written: bytes, hint: str
) -> None:
    fault = only_fault(b"", written, *[line(messages=MESSAGES) + b","] * 145, b"]")
    assert (fault.line, fault.field) == (2, "")
    assert hint in fault.reason
    assert chat_completions.ONE_A_LINE in fault.reason


def test_what_a_foreign_line_has_besides_is_kept_in_the_metadata() -> None:
    message: dict[str, Any] = {
        "role": "user",
        "content": "Hi",
        "refusal": None,
        "annotations": [],
        "weight": 1,
    }
    turn = only_turn(line(messages=[message], tools=[{"type": "function"}])).turn
    assert turn.metadata == {
        "tools": [{"type": "function"}],
        "message_fields": {"0": {"annotations": [], "weight": 1}},
    }


def test_a_field_that_is_mistyped_in_a_whole_turn_is_told() -> None:
    fault = only_fault(line(turn_id="t", conversationid="c", messages=MESSAGES))
    assert fault.field == "conversationid"


def test_nul_and_lone_surrogates_come_through_verbatim() -> None:
    content = "a\0b\ud800c"
    turn = only_turn(line(messages=[{"role": "user", "content": content}])).turn
    assert turn.messages[0].content == content


def test_blank_lines_and_a_byte_order_mark_are_passed_over() -> None:
    found = read(b"\xef\xbb\xbf" + line(messages=MESSAGES), b"\n", b"  \r\n", b"{}")
    assert [one.line for one in found] == [1, 4]


@pytest.mark.parametrize(
    ("written", "field", "reason"),
    [
        (b"{not json", "", "is not JSON (at character 2)"),
        (b'"text"', "", "is not a JSON object"),
        (b'{"messages": NaN}', "", "is not JSON"),
        (b'{"messages": [], "messages": []}', "", "names a member twice in one object"),
        (b"\xff\xfe", "", "is not UTF-8"),
        (b'{"a":' + b"[" * 100_000, "", "is nested too deeply"),
        (b"{}", "messages", "is missing"),
        (b'{"messages": []}', "messages", "at least one item"),
        (b'{"messages": "hunter2-value"}', "messages", "must be a list"),
        (b'{"messages": [{"role": "hunter2-value"}]}', "messages.0.role", "must be system"),
        (b'{"messages": ["hunter2-value"]}', "messages.0", "must be a JSON object"),
        (b'{"turn_id": 7, "messages": [{"role": "user"}]}', "turn_id", "must be text"),
    ],
)
def test_a_line_that_is_no_turn_is_named_by_number_and_field_never_by_value(
    written: bytes, field: str, reason: str
) -> None:
    fault = only_fault(b"", written)
    assert (fault.line, fault.field) == (2, field)
    assert reason in fault.reason
    assert SECRET not in repr(fault)


@given(st.dictionaries(st.sampled_from(["turn_id", "messages", "metadata", "x"]), json_values))
def test_any_object_is_a_turn_or_a_named_fault(body: dict[str, Any]) -> None:
    (found,) = read(json.dumps(body).encode())
    assert found.line == 1


@given(st.binary())
def test_any_bytes_are_a_turn_a_fault_or_blank(written: bytes) -> None:
    assert len(read(written)) <= 1
