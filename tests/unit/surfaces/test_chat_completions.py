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
    return list(chat_completions.read(lines, "file"))


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


def test_a_line_of_messages_alone_gets_the_same_ids_at_every_reading() -> None:
    first, again = only_turn(line(messages=MESSAGES)), only_turn(line(messages=MESSAGES))
    assert first == again
    assert first.turn.conversation_id == "file"
    assert first.turn.turn_id.startswith("turn_")


def test_the_same_exchange_twice_in_a_file_is_two_turns_and_other_words_another() -> None:
    other = [{"role": "user", "content": "Long ones."}]
    found = read(line(messages=MESSAGES), line(messages=MESSAGES), line(messages=other))
    ids = [one.turn.turn_id for one in found if isinstance(one, ReadTurn)]
    assert len(set(ids)) == 3
    assert ids[1] == f"{ids[0]}_2"


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
        (b"{not json", "(line)", "is not JSON"),
        (b'"text"', "(line)", "is not a JSON object"),
        (b'{"messages": NaN}', "(line)", "is not JSON"),
        (b"\xff\xfe", "(line)", "is not UTF-8"),
        (b"[" * 100_000, "(line)", "is nested too deeply"),
        (b"{}", "messages", "Field required"),
        (b'{"messages": []}', "messages", "at least 1 item"),
        (b'{"messages": "hunter2-value"}', "messages", "valid list"),
        (b'{"messages": [{"role": "hunter2-value"}]}', "messages.0.role", "Input should be"),
        (b'{"messages": ["hunter2-value"]}', "messages.0", "dictionary"),
        (b'{"turn_id": 7, "messages": [{"role": "user"}]}', "turn_id", "valid string"),
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
