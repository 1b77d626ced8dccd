from __future__ import annotations

import pytest
from temporalio.exceptions import ApplicationError

from activities.bounds import MAX_EPISODES_A_RUN, MAX_PROPOSAL, MAX_RESULT, bounded
from activities.propose import Proposal
from activities.pull import Pulled
from activities.submit import SubmitRequest
from forge_client.proposals import BeliefDiff
from forge_client.runs import ModelUse


def proposal(characters: int) -> Proposal:
    diff = BeliefDiff(
        op="add", belief="é" * characters, confidence=1, rationale="", source_episodes=[]
    )
    return Proposal(diffs=[diff], over_limit=0, model=ModelUse(name="m"))


def test_a_result_within_its_bytes_passes_as_it_is() -> None:
    result = proposal(1_000)
    assert bounded(result, MAX_PROPOSAL) is result


def test_a_larger_one_fails_by_name_with_both_sizes_in_bytes_not_characters() -> None:
    with pytest.raises(ApplicationError, match=r"Proposal has 20\d\d\d bytes, 20000 may") as caught:
        bounded(proposal(10_000), 20_000)
    assert caught.value.type == "TooLarge"
    assert caught.value.non_retryable


def test_the_largest_pull_fits() -> None:
    ids = [f"ep_{number:024x}" for number in range(MAX_EPISODES_A_RUN)]
    bounded(Pulled(episode_ids=ids, available=10**9))


def test_the_largest_submit_that_earlier_bounds_allow_fits() -> None:
    # The diffs travel twice, in themselves and in the report, beside all the ids.
    ids = MAX_EPISODES_A_RUN * len(f'"ep_{0:024x}",')
    assert 2 * MAX_PROPOSAL + ids < MAX_RESULT
    assert {"diffs", "report", "reflected_episodes"} <= SubmitRequest.model_fields.keys()
