"""Upkeep: after a change of the embedding model, slice by slice, while people go on searching."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from temporalio.client import WorkflowExecutionStatus, WorkflowHandle

from activities import faults
from forge_api.embedding.litellm_model import LitellmEmbedder
from forge_client.errors import ForgeUnavailable
from forge_client.names import PROGRESS, REFLECTION_UPKEEP
from forge_client.upkeep import UpkeepReport
from temporal_link.client import connect
from tests.fixtures.embedding_endpoint import WIDTH, EmbeddingEndpoint, answer
from tests.fixtures.forge import SilentEmbedder
from tests.fixtures.held_forge import HeldForge
from tests.fixtures.model_endpoint import MODEL, ModelEndpoint, Scripted, fails, says
from tests.fixtures.reflecting import Reflecting, failure_of
from tests.fixtures.temporal import running_temporal
from tests.integration.forge_api.embedders import NarrowEmbedder, models
from tests.integration.workflows.nights import learn

NEW = "openai/scripted"
SECRET = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forge asks for five seconds of patience when the embedder is down."""
    monkeypatch.setattr(faults, "MAX_DELAY_SECONDS", 0.1)


async def start_upkeep(reflecting: Reflecting, **request: Any) -> WorkflowHandle[Any, UpkeepReport]:
    return await reflecting.client.start_workflow(
        REFLECTION_UPKEEP,
        *([request] if request else []),
        id=f"{REFLECTION_UPKEEP}/{reflecting.task_queue}",
        task_queue=reflecting.task_queue,
        result_type=UpkeepReport,
    )


async def remember(reflecting: Reflecting, episodes: int) -> None:
    async with reflecting.caller("agent") as agent:
        await learn(agent, reflecting.agent_id, episodes)


async def search_until(done: asyncio.Event, reflecting: Reflecting) -> Counter[str]:
    """Search without pause; an answer must hold what its words name, a failure must say 503."""
    told: Counter[str] = Counter()
    async with reflecting.caller("agent") as agent:
        for number in itertools.cycle(range(20)):
            if done.is_set():
                return told
            try:
                found = await agent.search(
                    reflecting.agent_id, f"dashboard {number}, first", k=50, scope="episodes"
                )
            except ForgeUnavailable as fault:
                told[f"{fault.status} {fault.code}"] += 1
            else:
                assert f"first-{number}" in {episode.turn_id for episode in found.episodes}
                told["200"] += 1
    raise AssertionError


async def assert_all_are_renewed_while_searched(
    reflecting: Reflecting, endpoint: EmbeddingEndpoint, episodes: int
) -> Counter[str]:
    await remember(reflecting, episodes)
    calls = itertools.count(1)
    # A provider that refuses now and then, as they do.
    endpoint.script = lambda texts: (
        (503, {"error": {"message": "busy"}}) if next(calls) % 9 == 0 else (200, answer(texts))
    )
    forge, embedder = reflecting.forge, LitellmEmbedder(NEW)
    # litellm's import warns; by itself it hides that, but not while others change the filters.
    await embedder.embed(["imported"])
    forge.use_embedder(embedder)
    done = asyncio.Event()
    async with reflecting.worker():
        searching = [asyncio.create_task(search_until(done, reflecting)) for _ in range(2)]
        handle = await start_upkeep(reflecting, slice=min(100, episodes // 3))
        report = await handle.result()
        done.set()
        told = sum(await asyncio.gather(*searching), Counter[str]())
    assert report.done["embed"] == episodes
    assert set(report.left.values()) == {0}
    assert await models(forge, "episodes") == {(NEW, WIDTH)}
    assert told["200"] > 0
    assert set(told) <= {"200", "503 embedder_unavailable"}
    return told


async def test_every_episode_is_renewed_and_no_search_fails_but_by_503(
    reflecting: Reflecting, embedding_endpoint: EmbeddingEndpoint
) -> None:
    await assert_all_are_renewed_while_searched(reflecting, embedding_endpoint, episodes=60)


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_two_thousand_episodes_are_renewed_and_no_search_fails_but_by_503(
    reflecting: Reflecting,
    embedding_endpoint: EmbeddingEndpoint,
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    told = await assert_all_are_renewed_while_searched(
        reflecting, embedding_endpoint, episodes=2_000
    )
    record_testsuite_property("searches meanwhile", dict(told))


async def test_a_killed_worker_costs_no_more_than_a_slice(
    reflecting: Reflecting, held_forge: HeldForge
) -> None:
    await remember(reflecting, 12)
    reflecting.forge.use_embedder(NarrowEmbedder())
    hold = held_forge.hold("/upkeep/embeddings", "after")
    hold.let_go.set()
    async with reflecting.worker_process(FORGE_URL=held_forge.url) as doomed:
        handle = await start_upkeep(reflecting, slice=3)
        await hold.wait_for()
        hold.let_go.clear()
        await hold.wait_for()
        doomed.kill()
    hold.let_go.set()
    async with reflecting.worker():
        report = await handle.result()
        progress = await handle.query(PROGRESS, result_type=UpkeepReport)
    assert report.left == {"embed": 0, "fade": 0, "summarise": 0}
    assert progress == report
    assert await models(reflecting.forge, "episodes") == {("narrow", 16)}


async def test_without_an_embedder_upkeep_fails_by_name_and_the_next_one_finishes(
    reflecting: Reflecting,
) -> None:
    await remember(reflecting, 3)
    reflecting.forge.use_embedder(SilentEmbedder())
    async with reflecting.worker():
        failure = await failure_of(await start_upkeep(reflecting))
        assert failure.type == "UpkeepFailed"
        assert "embed: " in failure.message
        assert "embedder_unavailable" in failure.message
        reflecting.forge.use_embedder(NarrowEmbedder())
        report = await (await start_upkeep(reflecting)).result()
    assert report.done == {"embed": 3, "fade": 0, "summarise": 0}


async def test_a_long_upkeep_goes_on_with_a_new_history(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    await remember(reflecting, 12)
    reflecting.forge.use_embedder(NarrowEmbedder())
    short = "limit.historyCount.suggestContinueAsNew=20"
    async with running_temporal(tmp_path, "--dynamic-config-value", short) as server:
        reflecting.client = await connect(server.settings(reflecting.task_queue))
        async with reflecting.worker():
            handle = await start_upkeep(reflecting, slice=1)
            report = await handle.result()
        first = reflecting.client.get_workflow_handle(
            handle.id, run_id=handle.first_execution_run_id
        )
        assert (await first.describe()).status == WorkflowExecutionStatus.CONTINUED_AS_NEW
    assert report.done == {"embed": 12, "fade": 1, "summarise": 0}


async def test_a_model_takes_records_to_summaries_and_is_counted(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await remember_long_texts(reflecting, 3)
    answer = [{"n": number, "summary": f"Grew, {number}."} for number in (1, 2, 3, 9)]
    usage = {"prompt_tokens": 700, "completion_tokens": 60, "total_tokens": 760}
    model_endpoint.script(says(json.dumps({"summaries": answer}), usage))
    async with reflecting.worker(MULE_MODEL=MODEL):
        report = await (await start_upkeep(reflecting)).result()
    assert (report.done["summarise"], report.left["summarise"]) == (3, 0)
    assert report.model
    assert (report.model.calls, report.model.input_tokens) == (1, 700)
    assert await texts_at_rung_2(reflecting) == ["Grew, 1.", "Grew, 2.", "Grew, 3."]
    (question,) = model_endpoint.requests
    assert "My key is [" in question["messages"][1]["content"]
    assert SECRET not in str(question)


async def test_what_killed_and_failed_attempts_asked_is_counted(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await remember_long_texts(reflecting, 1)
    usage = {"prompt_tokens": 700, "completion_tokens": 60, "total_tokens": 760}
    model_endpoint.script(Scripted({}, manner="waits"))
    async with reflecting.worker_process(MULE_MODEL=MODEL) as doomed:
        handle = await start_upkeep(reflecting)
        await reflecting.until(model_endpoint.asked)
        doomed.kill()
    summary = json.dumps([{"n": 1, "summary": "Grew."}])
    model_endpoint.script(fails(503), says(summary, usage))
    async with reflecting.worker(MULE_MODEL=MODEL):
        report = await handle.result()
    assert report.model
    assert (report.model.calls, report.model.input_tokens) == (3, 700)
    assert report.done["summarise"] == 1


async def test_an_answer_of_the_model_that_is_none_leaves_every_record_where_it_is(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await remember_long_texts(reflecting, 1)
    usage = {"prompt_tokens": 700, "completion_tokens": 6, "total_tokens": 706}
    model_endpoint.script(says("I would rather not.", usage))
    async with reflecting.worker(MULE_MODEL=MODEL):
        failure = await failure_of(await start_upkeep(reflecting))
        assert "summarise: " in failure.message
        spent = UpkeepReport.model_validate(failure.details[0]).model
        assert spent
        assert (spent.calls, spent.input_tokens) == (2, 1_400)
        assert len(model_endpoint.requests) == 2
        # It is not asked again before the next fade.
        assert (await (await start_upkeep(reflecting)).result()).done["summarise"] == 0
    assert len(model_endpoint.requests) == 2
    assert await texts_at_rung_2(reflecting) == []


async def remember_long_texts(reflecting: Reflecting, count: int) -> None:
    """Let the agent live through so much, and have all of it at its key sentences, to fade on."""
    long = " ".join(f"In week {number} the garden of Ann grew by {number}." for number in range(40))
    await reflecting.learn(*[f"{number}: My key is {SECRET}. {long}" for number in range(count)])
    async with reflecting.forge.client("worker") as worker:
        fade = f"/agents/{reflecting.agent_id}/tiers/fade"
        await worker.post(fade, json={"thresholds": [0.0, 0.0, 9.0]})
        answer = await worker.post(fade, json={})
    assert answer.json()["wanting"] == count


async def texts_at_rung_2(reflecting: Reflecting) -> list[str]:
    async with reflecting.forge.client("worker") as worker:
        tier = (await worker.get(f"/agents/{reflecting.agent_id}/tiers/working")).json()
    assert tier["rung_2"].startswith(f"summaries by {MODEL}")
    return [one["text"] for one in tier["records"] if one["rung"] == 2]


async def test_a_wrong_input_is_named(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        failure = await failure_of(await start_upkeep(reflecting, slice=0))
    assert failure.type == "InvalidInput"
    assert failure.message.startswith("slice: ")
