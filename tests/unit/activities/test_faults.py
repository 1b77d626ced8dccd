from __future__ import annotations

import datetime as dt

import pytest
from temporalio.exceptions import ApplicationError

from activities import faults
from activities.proposers import errors
from forge_client.errors import ForgeRefused, ForgeUnavailable
from forge_client.failures import SPOKEN_FAILURES
from forge_client.runs import ModelUse

USED = ModelUse(name="m", calls=3)


def failure_for(fault: Exception) -> ApplicationError:
    with pytest.raises(ApplicationError) as caught, faults.forge_faults("my-agent"):
        raise fault
    return caught.value


@pytest.mark.parametrize(
    ("fault", "kind", "permanent"),
    [
        (ForgeUnavailable("GET /x", "no_connection"), "ForgeUnavailable", False),
        (ForgeUnavailable("GET /x", "database_unavailable", 503), "ForgeUnavailable", False),
        (ForgeUnavailable("GET /x", "embedder_unavailable", 503), "EmbedderUnavailable", False),
        (ForgeRefused("GET /x", "agent_not_found", 404), "UnknownAgent", True),
        (ForgeRefused("GET /x", "unauthenticated", 401), "ForgeRefused", True),
    ],
)
def test_a_fault_of_forge_is_passing_or_permanent(
    fault: Exception, kind: str, permanent: bool
) -> None:
    failure = failure_for(fault)
    assert (failure.type, failure.non_retryable) == (kind, permanent)
    assert failure.type in SPOKEN_FAILURES


@pytest.mark.parametrize(
    ("asked", "waited"), [(None, None), (3.0, 3.0), (0.0, 0.1), (3_600.0, faults.MAX_DELAY_SECONDS)]
)
def test_a_retry_waits_as_long_as_asked_within_a_bound(
    asked: float | None, waited: float | None
) -> None:
    failure = failure_for(ForgeUnavailable("GET /x", "too_many_requests", 429, asked))
    assert failure.next_retry_delay == (None if waited is None else dt.timedelta(seconds=waited))


def test_an_undecodable_answer_is_asked_for_once_more_and_no_more() -> None:
    fault = errors.AnswerUndecodable("no array", ModelUse(name="m", calls=1))
    attempts = [faults.proposer_failure(fault, attempt, USED).non_retryable for attempt in (1, 2)]
    assert attempts == [False, True]


@pytest.mark.parametrize(
    ("fault", "kind", "permanent"),
    [
        (errors.ModelUnavailable("m", USED, 503, 2.0), "ModelUnavailable", False),
        (errors.ModelRefused("m", USED, 401), "ModelRefused", True),
        (errors.StubUnreadable("m", USED), "StubUnreadable", True),
        (errors.EpisodesTooLarge("m", USED), "TooLarge", True),
    ],
)
def test_a_fault_of_a_proposer_carries_what_was_asked(
    fault: errors.ProposerError, kind: str, permanent: bool
) -> None:
    failure = faults.proposer_failure(fault, 1, USED)
    assert (failure.type, failure.non_retryable) == (kind, permanent)
    assert failure.details == (USED,)
    assert failure.type in SPOKEN_FAILURES
