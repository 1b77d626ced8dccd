"""What a turn's messages may look like, and which field a refusal names."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory import turn_shape
from forge_api.memory.refusals import Refused
from forge_client.turns import NewTurn

CALL = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def turn(*messages: dict[str, Any], **fields: Any) -> NewTurn:
    return NewTurn(turn_id="t", conversation_id="c", messages=list(messages), **fields)


def fields_at_fault(sent: NewTurn) -> list[str]:
    try:
        turn_shape.check(sent)
    except Refused as refused:
        return [error["field"] for error in refused.errors]
    return []


@pytest.mark.parametrize(
    "content",
    [
        "hello",
        "NUL \0 and a lone surrogate \ud800",
        [{"type": "text", "text": "hello"}],
        [{"type": "image_url", "image_url": {"url": "data:…"}}],
    ],
)
def test_content_is_text_or_parts_whatever_they_hold(content: Any) -> None:
    turn_shape.check(turn({"role": "user", "content": content}))


def test_an_answer_may_be_tool_calls_alone() -> None:
    turn_shape.check(turn({"role": "assistant", "content": None, "tool_calls": [CALL]}))


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({"role": "user"}, "messages.0.content"),
        ({"role": "assistant"}, "messages.0.content"),
        ({"role": "user", "content": 7}, "messages.0.content"),
        ({"role": "user", "content": {"text": "hello"}}, "messages.0.content"),
        ({"role": "user", "content": ["hello"]}, "messages.0.content.0"),
        ({"role": "user", "content": [{"text": "hello"}]}, "messages.0.content.0.type"),
        ({"role": "user", "content": [{"type": "text"}]}, "messages.0.content.0.text"),
        ({"role": "user", "content": "hello", "name": 7}, "messages.0.name"),
        ({"role": "tool", "content": "42", "tool_call_id": []}, "messages.0.tool_call_id"),
        ({"role": "user", "content": "", "tool_calls": [CALL]}, "messages.0.tool_calls"),
        (
            {"role": "assistant", "tool_calls": [{"function": {"arguments": "{}"}}]},
            "messages.0.tool_calls.0.function.name",
        ),
        (
            {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {}}}]},
            "messages.0.tool_calls.0.function.arguments",
        ),
        ({"role": "user", "content": ""}, "messages"),
        (
            {"role": "user", "content": [{"type": "x", "x": float("nan")}]},
            "messages.0.content.0",
        ),
    ],
)
def test_the_field_at_fault_is_named(message: dict[str, Any], field: str) -> None:
    assert fields_at_fault(turn(message)) == [field]


def test_endless_nesting_is_refused() -> None:
    deep: Any = "end"
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(Refused, match="levels deep"):
        turn_shape.check(turn({"role": "user", "content": "hello"}, metadata={"deep": deep}))


def test_a_turn_does_not_end_before_it_starts() -> None:
    times = {"started_at": "2026-01-01T10:00:00Z", "finished_at": "2026-01-01T09:00:00Z"}
    with pytest.raises(Refused, match="before started_at"):
        turn_shape.check(turn({"role": "user", "content": "hello"}, **times))


@given(anything, anything, st.lists(st.dictionaries(st.text(), anything, max_size=3), max_size=2))
def test_whatever_json_is_sent_passes_or_is_refused_by_field(
    content: Any, name: Any, calls: list[dict[str, Any]]
) -> None:
    message = {"role": "assistant", "content": content, "name": name, "tool_calls": calls}
    assert all(field.startswith("messages") for field in fields_at_fault(turn(message)))
