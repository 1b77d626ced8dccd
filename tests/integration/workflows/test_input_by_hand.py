"""Runs started with the real `temporal` command: what is wrong is printed, and nothing hangs."""

from __future__ import annotations

import json

import pytest

from tests.fixtures.reflecting import Reflecting

EXAMPLE = '{"agent_id": "my-agent"}'
VALUE = "a-value-that-must-not-be-shown"


async def execute(reflecting: Reflecting, *inputs: str) -> tuple[int, str]:
    """Start a run by hand and wait; return the exit status and what was printed."""
    words = [word for one in inputs for word in ("--input", one)]
    return await reflecting.temporal.command(
        *("workflow", "execute", "--type", "agent-reflection", "--run-timeout", "10s"),
        *("--task-queue", reflecting.task_queue, "--workflow-id", reflecting.workflow_id),
        *words,
    )


async def test_only_the_agent_as_plain_json_is_enough(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        status, printed = await execute(reflecting, json.dumps({"agent_id": reflecting.agent_id}))
    assert status == 0, printed
    assert "COMPLETED" in printed


@pytest.mark.parametrize(
    ("extra", "named"),
    [
        ({"unknown_field": VALUE}, "unknown_field"),
        ({"max_episodes": VALUE}, "max_episodes"),
        ({"dry_run": VALUE}, "dry_run"),
        ({"now": VALUE}, "now"),
        ({"agent_id": {"id": VALUE}}, "agent_id"),
        ({"agent_id": "nobody-at-all"}, "nobody-at-all"),
        ({"model": VALUE}, "model"),
    ],
)
async def test_a_wrong_field_fails_the_run_and_is_named(
    reflecting: Reflecting, extra: dict[str, object], named: str
) -> None:
    typed = {"agent_id": reflecting.agent_id, **extra}
    async with reflecting.worker():
        status, printed = await execute(reflecting, json.dumps(typed))
    assert status == 1
    assert "FAILED" in printed
    assert named in printed
    assert VALUE not in printed


@pytest.mark.parametrize("count", [0, 2, 3])
async def test_any_number_of_inputs_but_one_fails_the_run(
    reflecting: Reflecting, count: int
) -> None:
    typed = json.dumps({"agent_id": reflecting.agent_id})
    async with reflecting.worker():
        status, printed = await execute(reflecting, *[typed] * count)
    assert status == 1
    assert "FAILED" in printed
    assert f'agent_id: give exactly one input, such as {{"agent_id": "my-agent"}}; got {count}' in (
        printed
    )


@pytest.mark.parametrize("typed", ["null", "5", '"my-agent"', "[]"])
async def test_an_input_that_is_no_object_fails_the_run(reflecting: Reflecting, typed: str) -> None:
    async with reflecting.worker():
        status, printed = await execute(reflecting, typed)
    assert status == 1
    assert "agent_id: the input must be one JSON object" in printed


async def test_an_input_of_an_unknown_encoding_fails_the_run(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        status, printed = await reflecting.temporal.command(
            *("workflow", "execute", "--type", "agent-reflection", "--run-timeout", "10s"),
            *("--task-queue", reflecting.task_queue, "--workflow-id", reflecting.workflow_id),
            *("--input", "x", "--input-meta", "encoding=binary/unheard-of"),
        )
    assert status == 1
    assert "FAILED" in printed
