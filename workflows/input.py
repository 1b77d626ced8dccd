"""The input of a run, as typed by hand or sent by a trigger, checked before anything is done.

Zero, one or two inputs all arrive here: the SDK would leave a run waiting for ever where their
number or type does not fit. What is wrong is named, the value never.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError
from temporalio.exceptions import ApplicationError

from forge_client.failures import INVALID_INPUT
from forge_client.reflection import ReflectionInput

EXAMPLE = '{"agent_id": "my-agent"}'
MAX_NAME = 80
"""Characters shown of a field's name, which is whatever was typed."""


def read_input(inputs: Sequence[object]) -> ReflectionInput:
    """Return the one input.

    Raises:
        ApplicationError: `InvalidInput`, non-retryable; the message names every wrong field.
    """
    if len(inputs) != 1:
        raise _invalid(f"agent_id: give exactly one input, such as {EXAMPLE}; got {len(inputs)}")
    if not isinstance(inputs[0], dict):
        raise _invalid(f"agent_id: the input must be one JSON object, such as {EXAMPLE}")
    try:
        return ReflectionInput.model_validate(inputs[0])
    except ValidationError as fault:
        raise _invalid(_spoken(fault)) from None


def _spoken(fault: ValidationError) -> str:
    """Say each wrong field once, without what it held."""
    found = fault.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{_name(error['loc'])}: {error['msg']}" for error in found)


def _name(place: tuple[int | str, ...]) -> str:
    written = ".".join(str(part) for part in place)
    printable = "".join(letter if letter.isprintable() else "?" for letter in written)
    return printable[:MAX_NAME]


def _invalid(message: str) -> ApplicationError:
    return ApplicationError(message, type=INVALID_INPUT, non_retryable=True)
