"""A run that cannot read memory or decode its model says so, and leaves every episode."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from temporalio.client import WorkflowFailureError
from temporalio.exceptions import CancelledError

from forge_client.runs import Coverage, Report
from tests.fixtures.forge import SilentEmbedder
from tests.fixtures.model_endpoint import MODEL, ModelEndpoint, fails, says
from tests.fixtures.reflecting import Reflecting
from tests.integration.workflows.answers import diff, stub

WORDS = "I prefer the zebra-striped dashboard, please keep it brief."
NOBODY_LISTENS = "http://127.0.0.1:9"


async def only_run(reflecting: Reflecting) -> Report:
    async with reflecting.caller() as reader:
        [report] = (await reader.list_runs(reflecting.agent_id)).runs
    return report


async def test_without_forge_the_run_fails_by_name_and_the_next_one_takes_the_episodes(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    await reflecting.learn(WORDS)
    async with reflecting.worker(FORGE_URL=NOBODY_LISTENS):
        failure = await reflecting.fail()
    assert failure.type == "ForgeUnavailable"
    assert "no_connection" in failure.message
    assert len(await reflecting.unreflected()) == 1
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        assert (await reflecting.reflect()).coverage.reflected == 1


async def test_without_an_embedder_the_run_fails_before_it_asks_a_model(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await reflecting.learn(WORDS)
    reflecting.forge.use_embedder(SilentEmbedder())
    async with reflecting.worker(MULE_MODEL=MODEL):
        failure = await reflecting.fail()
    assert failure.type == "EmbedderUnavailable"
    assert model_endpoint.requests == []
    report = await only_run(reflecting)
    assert report.outcome == "failed"
    assert report.failure is not None
    assert (report.failure.type, report.failure.activity) == ("EmbedderUnavailable", "pull")
    assert report.coverage.left_for_next_run == 1
    assert len(await reflecting.unreflected()) == 1


async def test_a_key_that_forge_refuses_fails_at_once(reflecting: Reflecting) -> None:
    async with reflecting.worker(FORGE_API_KEY="sk_forge_unknown"):
        failure = await reflecting.fail()
    assert failure.type == "ForgeRefused"
    assert "401 unauthenticated" in failure.message
    assert "sk_forge_unknown" not in str(failure)


async def test_an_answer_that_does_not_decode_is_asked_for_twice_and_all_tokens_count(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await reflecting.learn(WORDS)
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
    model_endpoint.script(says("I would rather not.", usage))
    async with reflecting.worker(MULE_MODEL=MODEL):
        failure = await reflecting.fail()
    assert failure.type == "UndecodableProposal"
    assert len(model_endpoint.requests) == 2
    report = await only_run(reflecting)
    assert report.outcome == "failed"
    assert (report.model.calls, report.model.input_tokens, report.model.output_tokens) == (
        2,
        200,
        14,
    )
    assert report.coverage.model_dump() == {"reflected": 0, "available": 1, "left_for_next_run": 1}
    assert len(await reflecting.unreflected()) == 1


async def test_a_model_that_is_busy_is_asked_again_when_it_says(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    [episode] = await reflecting.learn(WORDS)
    answer = json.dumps([diff("The user prefers the zebra-striped dashboard", episode)])
    model_endpoint.script(fails(429, retry_after="0.2"), fails(503), says(answer))
    async with reflecting.worker(MULE_MODEL=MODEL):
        report = await reflecting.reflect()
    assert (report.outcome, report.model.calls) == ("proposed", 3)


async def test_a_model_that_refuses_is_asked_once_and_its_words_are_not_repeated(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await reflecting.learn(WORDS)
    model_endpoint.script(fails(401, "Incorrect API key provided: sk-echoed"))
    async with reflecting.worker(MULE_MODEL=MODEL):
        failure = await reflecting.fail()
    assert failure.type == "ModelRefused"
    assert len(model_endpoint.requests) == 1
    report = await only_run(reflecting)
    assert report.model.calls == 1
    assert "sk-echoed" not in report.model_dump_json()


async def test_a_stub_that_cannot_be_read_fails_by_name(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    await reflecting.learn(WORDS)
    async with reflecting.worker(MULE_MODEL=f"stub:{tmp_path / 'missing.json'}"):
        assert (await reflecting.fail()).type == "StubUnreadable"


async def test_a_model_outside_the_allowed_list_is_refused_whatever_there_is_to_reflect(
    reflecting: Reflecting,
) -> None:
    async with reflecting.worker(MULE_ALLOWED_MODELS="openai/small"):
        failure = await reflecting.fail(model="openai/large")
    assert failure.type == "ModelNotAllowed"
    assert failure.message.startswith("model: ")


async def test_recall_that_finds_nothing_among_unreflected_episodes_fails(
    reflecting: Reflecting,
) -> None:
    await reflecting.learn(WORDS)
    async with reflecting.worker():
        failure = await reflecting.fail(pull="recall", since="2999-01-01T00:00:00Z")
    assert failure.type == "RecallFoundNothing"
    assert "1 un-reflected" in failure.message
    assert (await only_run(reflecting)).coverage == Coverage(available=1, left_for_next_run=1)


async def test_a_cancelled_run_leaves_a_report_and_its_episodes(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await reflecting.learn(WORDS)
    model_endpoint.script(fails(503, retry_after="20"))
    async with reflecting.worker(MULE_MODEL=MODEL):
        handle = await reflecting.start()
        await reflecting.until(model_endpoint.asked)
        await handle.cancel()
        with pytest.raises(WorkflowFailureError) as caught:
            await handle.result()
    assert isinstance(caught.value.cause, CancelledError)
    report = await only_run(reflecting)
    assert report.failure is not None
    assert (report.outcome, report.failure.type) == ("failed", "Cancelled")
    assert len(await reflecting.unreflected()) == 1
