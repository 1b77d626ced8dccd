"""How long each step may take and how often it is tried again: the only retries there are.

A forge that is down fails a run within about half a minute; a worker that is killed is noticed
within one heartbeat timeout, whatever its step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from temporalio.common import RetryPolicy

from forge_client.names import (
    CHECK,
    COMPOSE,
    DELIVER,
    DUE,
    EMBED,
    FADE,
    PROPOSE,
    PULL,
    REPORT,
    SUBMIT,
    SUMMARISE,
    TRY_MODEL,
)

ATTEMPTS = 5
HEARTBEAT = timedelta(seconds=6)


def _patient() -> RetryPolicy:
    """Wait 1, 2, 4, 8 seconds between the attempts."""
    return RetryPolicy(
        initial_interval=timedelta(seconds=1),
        backoff_coefficient=2.0,
        maximum_interval=timedelta(seconds=8),
        maximum_attempts=ATTEMPTS,
    )


def _once() -> RetryPolicy:
    return RetryPolicy(maximum_attempts=1)


def _untiring() -> RetryPolicy:
    """Go on trying each minute: a night in its middle outlives a forge that is being restarted."""
    return RetryPolicy(initial_interval=timedelta(seconds=1), maximum_interval=timedelta(minutes=1))


def _for_days() -> RetryPolicy:
    """Wait longer and longer, at last an hour: a receiver may be down for a weekend."""
    return RetryPolicy(initial_interval=timedelta(seconds=5), maximum_interval=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class StepOptions:
    """The bounds of one activity."""

    start_to_close_timeout: timedelta
    """Of one attempt."""

    schedule_to_close_timeout: timedelta
    """Of all attempts and the waiting between them."""

    retry_policy: RetryPolicy = field(default_factory=_patient)
    heartbeat_timeout: timedelta = HEARTBEAT

    def as_arguments(self) -> dict[str, Any]:
        """Return them as `execute_activity` names them."""
        return {name: getattr(self, name) for name in self.__slots__}


OPTIONS = {
    PULL: StepOptions(timedelta(minutes=2), timedelta(minutes=8)),
    PROPOSE: StepOptions(timedelta(minutes=10), timedelta(minutes=40)),
    CHECK: StepOptions(timedelta(minutes=2), timedelta(minutes=8)),
    SUBMIT: StepOptions(timedelta(minutes=2), timedelta(minutes=8)),
    REPORT: StepOptions(timedelta(minutes=1), timedelta(minutes=4)),
    DUE: StepOptions(timedelta(minutes=1), timedelta(minutes=30), _untiring()),
    EMBED: StepOptions(timedelta(minutes=5), timedelta(minutes=20)),
    FADE: StepOptions(timedelta(minutes=5), timedelta(minutes=20)),
    SUMMARISE: StepOptions(timedelta(minutes=10), timedelta(minutes=40)),
    COMPOSE: StepOptions(timedelta(minutes=1), timedelta(hours=6), _untiring()),
    DELIVER: StepOptions(timedelta(seconds=30), timedelta(days=3), _for_days()),
    TRY_MODEL: StepOptions(timedelta(minutes=10), timedelta(minutes=10), _once()),
}

LAST_WORDS = StepOptions(
    timedelta(seconds=10),
    timedelta(seconds=15),
    RetryPolicy(initial_interval=timedelta(seconds=1), maximum_attempts=2),
)
"""The report of a failed run: tried briefly, since forge may be why it failed."""


def propose_queue(task_queue: str) -> str:
    """Return the queue of whatever asks a model: they are asked under a limit of their own."""
    return f"{task_queue}-propose"
