from __future__ import annotations

import pytest
from temporalio.exceptions import (
    ActivityError,
    ApplicationError,
    CancelledError,
    RetryState,
    TimeoutType,
)
from temporalio.exceptions import (
    TimeoutError as TimedOut,
)

from forge_client.names import PROPOSE, PULL
from workflows.ending import failure_of, model_use_of

PRIVATE = "the user's private words"
USED = {"name": "m", "calls": 2, "input_tokens": 10}


def of_step(cause: BaseException, step: str = PROPOSE) -> ActivityError:
    error = ActivityError(
        "Activity task failed",
        scheduled_event_id=1,
        started_event_id=2,
        identity="i",
        activity_type=step,
        activity_id="1",
        retry_state=RetryState.MAXIMUM_ATTEMPTS_REACHED,
    )
    error.__cause__ = cause
    return error


def test_our_own_failure_keeps_type_and_message_and_names_its_step() -> None:
    failure = failure_of(of_step(ApplicationError("agent_id: x", type="UnknownAgent"), PULL))
    assert (failure.type, failure.message, failure.activity) == (
        "UnknownAgent",
        "agent_id: x",
        PULL,
    )


@pytest.mark.parametrize(
    "error",
    [
        of_step(ApplicationError(PRIVATE, type="KeyError")),
        ValueError(PRIVATE),
        of_step(ApplicationError(PRIVATE)),
    ],
)
def test_any_other_failure_is_named_without_its_words(error: BaseException) -> None:
    failure = failure_of(error)
    assert failure.type == "UnexpectedError"
    assert PRIVATE not in failure.message


def test_a_step_out_of_time_is_named_with_its_limit() -> None:
    timed_out = TimedOut("t", type=TimeoutType.HEARTBEAT, last_heartbeat_details=[USED])
    failure = failure_of(of_step(timed_out))
    assert (failure.type, failure.message) == (
        "StepTimedOut",
        "propose did not end in time (heartbeat)",
    )


def test_a_cancelled_run_is_no_fault_of_its_step() -> None:
    assert failure_of(of_step(CancelledError("c"), PULL)).type == "Cancelled"


@pytest.mark.parametrize(
    "cause",
    [
        ApplicationError("m", USED, type="ModelRefused"),
        TimedOut("t", type=TimeoutType.HEARTBEAT, last_heartbeat_details=[USED]),
    ],
)
def test_what_a_failed_propose_asked_is_kept(cause: BaseException) -> None:
    used = model_use_of(of_step(cause))
    assert used is not None
    assert (used.calls, used.input_tokens) == (2, 10)


def test_no_other_step_asks_a_model() -> None:
    assert model_use_of(of_step(ApplicationError("m", USED), PULL)) is None
    assert model_use_of(ValueError()) is None
    assert model_use_of(of_step(ApplicationError("m"))) is None
