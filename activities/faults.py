"""From a fault of forge or of a proposer to the failure that Temporal sees.

Here, once, permanent faults are told apart from passing ones: the permanent are non-retryable, all
else is Temporal's to try again. Messages hold field names, ids and codes only.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from temporalio.exceptions import ApplicationError

from activities.proposers.errors import (
    AnswerUndecodable,
    ModelRefused,
    ModelUnavailable,
    ProposerError,
    StubUnreadable,
)
from forge_client import failures
from forge_client.errors import ForgeRefused, ForgeUnavailable
from forge_client.runs import ModelUse

MAX_DELAY_SECONDS = 20.0
"""However long a `Retry-After`, a run waits no longer than this between two attempts."""

MAX_UNDECODABLE = 2
"""Attempts at an answer that does not decode: each costs money."""


@contextmanager
def forge_faults(agent_id: str = "", *known: object) -> Iterator[None]:
    """Raise an `ApplicationError` for every fault of forge within a call for `agent_id`.

    `known` rides along: what the step had found out by then.
    """
    try:
        yield
    except ForgeUnavailable as fault:
        raise _unavailable(fault, known) from fault
    except ForgeRefused as fault:
        raise _refused(fault, agent_id, known) from fault


def permanent(kind: str, message: str, *details: object) -> ApplicationError:
    """Return a failure that no retry can mend."""
    return ApplicationError(message, *details, type=kind, non_retryable=True)


def proposer_failure(fault: ProposerError, attempt: int, used: ModelUse) -> ApplicationError:
    """Return the failure for `fault`; `used` rides along, since failures cost tokens too.

    Args:
        fault: What the proposer raised.
        attempt: Which attempt this is, from 1.
        used: What was asked of the model by all attempts so far, this one included.
    """
    message = str(fault)
    match fault:
        case ModelUnavailable():
            return ApplicationError(
                message,
                used,
                type=failures.MODEL_UNAVAILABLE,
                next_retry_delay=_delay(fault.retry_after),
            )
        case AnswerUndecodable():
            return ApplicationError(
                message,
                used,
                type=failures.UNDECODABLE_PROPOSAL,
                non_retryable=attempt >= MAX_UNDECODABLE,
            )
        case ModelRefused():
            return permanent(failures.MODEL_REFUSED, message, used)
        case StubUnreadable():
            return permanent(failures.STUB_UNREADABLE, message, used)
        case _:
            return permanent(failures.TOO_LARGE, message, used)


def _unavailable(fault: ForgeUnavailable, known: Sequence[object]) -> ApplicationError:
    embedder = fault.code == "embedder_unavailable"
    return ApplicationError(
        str(fault),
        *known,
        type=failures.EMBEDDER_UNAVAILABLE if embedder else failures.FORGE_UNAVAILABLE,
        next_retry_delay=_delay(fault.retry_after),
    )


def _refused(fault: ForgeRefused, agent_id: str, known: Sequence[object]) -> ApplicationError:
    if fault.code == "agent_not_found":
        return permanent(
            failures.UNKNOWN_AGENT,
            f"agent_id: forge knows no agent {agent_id}, or this worker's key may not see it",
        )
    return permanent(failures.FORGE_REFUSED, str(fault), *known)


def _delay(retry_after: float | None) -> dt.timedelta | None:
    """None leaves the delay to the retry policy."""
    if retry_after is None:
        return None
    return dt.timedelta(seconds=min(max(retry_after, 0.1), MAX_DELAY_SECONDS))
