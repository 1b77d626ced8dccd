"""The input of a run, as typed by hand or sent by a trigger, checked before anything is done.

Zero, one or two inputs all arrive here: the SDK would leave a run waiting for ever where their
number or type does not fit. What is wrong is named, the value never.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import ValidationError
from temporalio.exceptions import ApplicationError

from forge_client import field_faults
from forge_client.failures import INVALID_INPUT
from forge_client.reflection import ReflectionInput
from forge_client.wire import Request

Shape = TypeVar("Shape", bound=Request)

EXAMPLE = '{"agent_id": "my-agent"}'


def read_input(inputs: Sequence[object]) -> ReflectionInput:
    """Return the one input.

    Raises:
        ApplicationError: `InvalidInput`, non-retryable; the message names every wrong field.
    """
    if len(inputs) != 1:
        raise _invalid(f"agent_id: give exactly one input, such as {EXAMPLE}; got {len(inputs)}")
    if not isinstance(inputs[0], dict):
        raise _invalid(f"agent_id: the input must be one JSON object, such as {EXAMPLE}")
    return _read(ReflectionInput, inputs[0])


def read_optional(inputs: Sequence[object], shape: type[Shape]) -> Shape:
    """Return the one input of a workflow that needs none.

    Raises:
        ApplicationError: `InvalidInput`, non-retryable; the message names every wrong field.
    """
    if len(inputs) > 1 or not isinstance(given := inputs[0] if inputs else {}, dict):
        raise _invalid("input: give none, or one JSON object")
    return _read(shape, given)


def _read(shape: type[Shape], given: object) -> Shape:
    try:
        return shape.model_validate(given)
    except ValidationError as fault:
        raise _invalid(field_faults.sentence(fault)) from None


def _invalid(message: str) -> ApplicationError:
    return ApplicationError(message, type=INVALID_INPUT, non_retryable=True)
