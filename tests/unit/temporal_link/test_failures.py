from __future__ import annotations

import pytest
from pydantic import SecretBytes
from temporalio.api.failure.v1 import Failure
from temporalio.exceptions import ApplicationError

from forge_client import failures
from temporal_link.client import data_converter
from temporal_link.settings import TemporalSettings

CONVERTER = data_converter(TemporalSettings(codec_key=SecretBytes(bytes(32))))
SECRET = "the user's private words"


async def encoded(error: BaseException) -> Failure:
    failure = Failure()
    await CONVERTER.encode_failure(error, failure)
    return failure


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    """Give the error a stack trace, as one that was really raised has."""
    try:
        raise error from cause
    except BaseException as caught:  # noqa: BLE001
        return caught


@pytest.mark.parametrize("kind", sorted(failures.SPOKEN_FAILURES))
async def test_our_own_failures_keep_their_message_in_the_clear(kind: str) -> None:
    failure = await encoded(ApplicationError("agent_id: is unknown", type=kind))
    assert failure.message == "agent_id: is unknown"


async def test_every_failure_of_ours_may_be_spoken() -> None:
    named = {value for name, value in vars(failures).items() if name.isupper()}
    assert {value for value in named if isinstance(value, str)} == failures.SPOKEN_FAILURES


@pytest.mark.parametrize(
    "error", [ValueError(SECRET), ApplicationError(SECRET), ApplicationError(SECRET, type="Other")]
)
async def test_the_message_of_any_other_failure_is_sealed(error: BaseException) -> None:
    failure = await encoded(raised(error))
    assert failure.message == "Encoded failure"
    assert SECRET.encode() not in failure.SerializeToString()


async def test_causes_details_and_stack_traces_are_sealed() -> None:
    cause = raised(ValueError(SECRET))
    error = raised(ApplicationError("spoken", SECRET, type=failures.FORGE_REFUSED), cause)
    failure = await encoded(error)
    assert failure.message == "spoken"
    assert not failure.stack_trace
    assert SECRET.encode() not in failure.SerializeToString()
    assert __file__.encode() not in failure.SerializeToString()


async def test_a_failure_comes_back_whole() -> None:
    error = raised(
        ApplicationError("spoken", {"calls": 2}, type=failures.MODEL_REFUSED, non_retryable=True),
        ValueError(SECRET),
    )
    back = await CONVERTER.decode_failure(await encoded(error))
    assert isinstance(back, ApplicationError)
    assert (back.message, back.type, back.non_retryable) == ("spoken", "ModelRefused", True)
    assert back.details == ({"calls": 2},)
    assert SECRET in str(back.__cause__)
