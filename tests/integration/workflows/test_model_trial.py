"""The doctor has the worker try its model: one call, and what would mend it."""

from __future__ import annotations

import pytest

from forge_client.names import BUILT_IN_PROPOSER
from surfaces.cli import doctor
from surfaces.cli.target import OwnTarget
from temporal_link import model_trial
from tests.fixtures.model_endpoint import KEY, MODEL, ModelEndpoint, fails, says
from tests.fixtures.reflecting import Reflecting

USAGE = {"prompt_tokens": 500, "completion_tokens": 5, "total_tokens": 505}


async def test_a_model_that_answers_is_asked_once(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    model_endpoint.script(says('{"diffs": []}', USAGE))
    async with reflecting.worker(MULE_MODEL=MODEL):
        use = await model_trial.try_model(reflecting.client, reflecting.task_queue)
    assert (use.name, use.calls, use.input_tokens) == (MODEL, 1, 500)
    assert len(model_endpoint.requests) == 1


async def test_a_model_that_does_not_is_asked_once_and_the_reason_is_told(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    model_endpoint.script(fails(401, f"bad key {KEY}"), fails(503), says("What?"))
    async with reflecting.worker(MULE_MODEL=MODEL):
        for told in ("refused with 401.*provider's key", "unavailable, 503", "holds no array"):
            with pytest.raises(model_trial.ModelFailed, match=told) as failure:
                await model_trial.try_model(reflecting.client, reflecting.task_queue)
            assert KEY not in str(failure.value)
    assert len(model_endpoint.requests) == 3


async def test_without_a_model_nothing_is_asked(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        use = await model_trial.try_model(reflecting.client, reflecting.task_queue)
    assert (use.name, use.calls) == (BUILT_IN_PROPOSER, 0)


async def test_the_doctor_asks_only_when_told_to_and_says_what_mends_it(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    servers = OwnTarget(reflecting.environment)
    model_endpoint.script(says("[]", USAGE), fails(401))
    async with reflecting.worker(MULE_MODEL=MODEL):
        untold = await doctor._examine(servers, with_model=False)
        well, ill = [await doctor._examine(servers, with_model=True) for _ in range(2)]
    assert "model" not in {finding.part for finding in untold}
    assert [finding.detail for finding in well if finding.part == "model"] == [
        f"{MODEL} answered, 505 tokens"
    ]
    [refused] = [finding for finding in ill if finding.part == "model"]
    assert (refused.ok, "MULE_MODEL" in refused.remedy) == (False, True)
    assert len(model_endpoint.requests) == 2
