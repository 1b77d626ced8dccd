from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from temporalio.exceptions import ApplicationError

from workflows.input import read_input

VALUE = "a value that must not be shown"

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def refusal(*inputs: object) -> str:
    with pytest.raises(ApplicationError) as caught:
        read_input(inputs)
    assert caught.value.type == "InvalidInput"
    assert caught.value.non_retryable
    return caught.value.message


def test_only_the_agent_is_required() -> None:
    request = read_input([{"agent_id": "my-agent"}])
    assert (request.agent_id, request.pull, request.dry_run) == ("my-agent", "list", False)


def test_every_field_is_read() -> None:
    request = read_input(
        [
            {
                "agent_id": "my-agent",
                "pull": "recall",
                "queries": ["what the user prefers"],
                "since": "2026-01-01T00:00:00+02:00",
                "max_episodes": 7,
                "model": "openai/small",
                "lambda_per_day": 0,
                "dry_run": True,
                "now": "2026-02-01T00:00:00Z",
            }
        ]
    )
    assert request.now == dt.datetime(2026, 2, 1, tzinfo=dt.UTC)
    assert request.lambda_per_day == 0


@pytest.mark.parametrize("inputs", [(), ({"agent_id": "a"}, {"agent_id": "b"}), ({}, None, 1)])
def test_any_other_number_of_inputs_is_refused(inputs: tuple[object, ...]) -> None:
    assert f'exactly one input, such as {{"agent_id": "my-agent"}}; got {len(inputs)}' in (
        refusal(*inputs)
    )


@pytest.mark.parametrize("given_input", [None, 1, VALUE, [{"agent_id": "a"}]])
def test_an_input_that_is_no_object_is_refused(given_input: object) -> None:
    message = refusal(given_input)
    assert "agent_id" in message
    assert VALUE not in message


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("agent_id", VALUE),
        ("agent_id", ""),
        ("agent_id", "a" * 65),
        ("agent_id", 5),
        ("pull", "everything"),
        ("queries", VALUE),
        ("queries", []),
        ("queries", [1]),
        ("since", 1_700_000_000),
        ("since", "1700000000"),
        ("since", "2026-01-01"),
        ("since", "2026-01-01T00:00:00"),
        ("max_episodes", "5"),
        ("max_episodes", 0),
        ("max_episodes", True),
        ("model", 5),
        ("lambda_per_day", "0.02"),
        ("dry_run", 1),
        ("dry_run", "true"),
        ("now", 0),
        ("unknown_field", VALUE),
    ],
)
def test_a_wrong_field_is_named_and_its_value_is_not(field: str, value: object) -> None:
    message = refusal({"agent_id": "my-agent", field: value})
    assert field in message
    assert VALUE not in message


@given(anything=st.dictionaries(st.text(max_size=200), json_values, max_size=4))
def test_any_input_is_read_or_refused_by_name(anything: dict[str, Any]) -> None:
    assert refusal(anything | {"agent_id": "two words"}).isprintable()
