"""How a step's or a child's failure becomes a failure of ours: its own type and message.

What is not one of our own failures is named by its type alone, since its text may hold anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from temporalio import exceptions
from temporalio.exceptions import ActivityError, ApplicationError, ChildWorkflowError

from activities.pull import Pulled
from forge_client import failures, names
from forge_client.runs import Failure, ModelUse

_ASKING = (names.PROPOSE, names.SUMMARISE)
"""Steps that ask a model."""


def failure_of(error: BaseException) -> Failure:
    """Return why a pass, or a child, failed, in words that may stand in the clear."""
    step = error.activity_type if isinstance(error, ActivityError) else None
    cause = _root(error)
    if exceptions.is_cancelled_exception(error):
        return Failure(type=failures.CANCELLED, message="the run was cancelled", activity=step)
    if isinstance(cause, exceptions.TimeoutError):
        limit = cause.type.name.lower() if cause.type else "time"
        message = f"{step or 'the run'} did not end in time ({limit})"
        return Failure(type=failures.STEP_TIMED_OUT, message=message, activity=step)
    if isinstance(cause, ApplicationError) and cause.type in failures.SPOKEN_FAILURES:
        return Failure(type=cause.type, message=cause.message, activity=step)
    kind = cause.type if isinstance(cause, ApplicationError) else type(cause).__name__
    message = f"{kind} in {step or 'the workflow'}; the worker's log tells more"
    return Failure(type=failures.UNEXPECTED, message=message, activity=step)


def model_use_of(error: BaseException) -> ModelUse | None:
    """Return what a failed step that asks a model, or a failed run, had asked of it."""
    if isinstance(error, ActivityError) and error.activity_type not in _ASKING:
        return None
    details: Sequence[object] = ()
    match _root(error):
        case ApplicationError(details=told):
            details = told
        case exceptions.TimeoutError(last_heartbeat_details=told):
            details = told
    return ModelUse.model_validate(details[0]) if details and details[0] else None


def pulled_of(error: BaseException) -> Pulled | None:
    """Return what a failed `pull` had counted."""
    match error:
        case ActivityError(
            activity_type=names.PULL, __cause__=ApplicationError(details=[told, *_])
        ):
            return Pulled.model_validate(told)
    return None


def _root(error: BaseException) -> BaseException:
    wrapped = isinstance(error, ActivityError | ChildWorkflowError)
    return error.__cause__ if wrapped and error.__cause__ else error
