"""What a reflection does when nothing goes wrong: each outcome, and how the run reads."""

from __future__ import annotations

import base64
import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from temporalio.api.sdk.v1 import WorkflowMetadata
from temporalio.client import WorkflowExecutionStatus

from forge_client.names import BUILT_IN_PROPOSER, PROGRESS, SEARCH_AGENT, SEARCH_OUTCOME
from forge_client.reflection import Progress
from tests.fixtures.reflecting import Reflecting
from tests.integration.workflows.answers import diff, stub

METADATA = "__temporal_workflow_metadata"
"""The query with which the Web UI asks for the current details."""

WORDS = "I prefer the zebra-striped dashboard, please keep it brief."


async def test_a_run_stores_its_proposals_marks_its_episodes_and_returns_forges_report(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    episodes = await reflecting.learn(WORDS, "Keep the zebra-striped dashboard.")
    model = stub(
        tmp_path,
        diff("The user prefers the zebra-striped dashboard", *episodes),
        diff("the user prefers  the zebra-striped dashboard", *episodes),
        diff("The user lives on the moon", "ep_invented"),
    )
    async with reflecting.worker(MULE_MODEL=model):
        report = await reflecting.reflect()
    assert report.outcome == "proposed"
    assert report.coverage.model_dump() == {"reflected": 2, "available": 2, "left_for_next_run": 0}
    assert (report.proposed, report.accepted, report.rejected) == (3, 2, 1)
    assert [one.route for one in report.results] == ["safe", "duplicate", "needs_review"]
    assert report.results[0].belief_id
    assert any("unknown_source_episode" in reason for reason in report.results[2].reasons)
    assert report.model.name == model
    assert await reflecting.unreflected() == []
    assert len(await reflecting.pending()) == 2
    async with reflecting.caller() as reader:
        assert await reader.get_run(reflecting.agent_id, report.run_id) == report


async def test_without_a_model_the_built_in_proposer_is_asked_and_named(
    reflecting: Reflecting,
) -> None:
    await reflecting.learn(*["I prefer short answers in the terminal."] * 3)
    async with reflecting.worker():
        report = await reflecting.reflect()
    assert report.model.name == BUILT_IN_PROPOSER
    assert report.model.calls == 0
    assert report.coverage.reflected == 3


async def test_no_episodes_is_nothing_to_reflect(reflecting: Reflecting) -> None:
    async with reflecting.worker():
        report = await reflecting.reflect()
    assert report.outcome == "nothing_to_reflect"
    assert report.model.name == BUILT_IN_PROPOSER
    async with reflecting.caller() as reader:
        assert (await reader.list_runs(reflecting.agent_id)).runs == [report]


async def test_an_empty_answer_is_nothing_new_and_marks_the_episodes(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    await reflecting.learn(WORDS)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        report = await reflecting.reflect()
    assert (report.outcome, report.proposed) == ("nothing_new", 0)
    assert await reflecting.unreflected() == []


async def test_a_dry_run_judges_and_stores_nothing_but_its_report(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    [episode] = await reflecting.learn(WORDS)
    model = stub(tmp_path, diff("The user prefers the zebra-striped dashboard", episode))
    async with reflecting.worker(MULE_MODEL=model):
        report = await reflecting.reflect(dry_run=True)
    assert (report.outcome, report.accepted) == ("dry_run", 0)
    assert [one.route for one in report.results] == ["safe"]
    assert len(await reflecting.unreflected()) == 1
    assert await reflecting.pending() == []


async def test_what_max_episodes_and_since_leave_is_counted(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    episodes = await reflecting.learn(WORDS, WORDS, WORDS)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        report = await reflecting.reflect(max_episodes=1)
        future = dt.datetime.now(dt.UTC) + dt.timedelta(days=1)
        later = await reflecting.reflect(since=future)
    assert report.coverage.model_dump() == {"reflected": 1, "available": 3, "left_for_next_run": 2}
    assert [one.id for one in await reflecting.unreflected()] == episodes[1:]
    assert (later.outcome, later.coverage.left_for_next_run) == ("nothing_to_reflect", 2)


async def test_recall_reflects_on_what_its_queries_find(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    await reflecting.learn(WORDS, "Deploy with helm on Fridays.")
    async with reflecting.worker(MULE_MODEL=stub(tmp_path)):
        report = await reflecting.reflect(pull="recall", queries=["zebra dashboard"])
    assert report.coverage.available == 2
    assert report.coverage.reflected >= 1


async def test_more_than_ten_diffs_are_counted_over_the_limit(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    episodes = await reflecting.learn(WORDS)
    colours = [
        "red",
        "blue",
        "green",
        "white",
        "black",
        "brown",
        "grey",
        "pink",
        "teal",
        "gold",
        "lime",
        "navy",
    ]
    diffs = [diff(f"The user painted the {colour} door", *episodes) for colour in colours]
    async with reflecting.worker(MULE_MODEL=stub(tmp_path, *diffs)):
        report = await reflecting.reflect(dry_run=True)
    assert (report.proposed, report.over_limit) == (10, 2)


async def test_a_near_repetition_with_new_evidence_is_a_card_that_strengthens_what_it_repeats(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    [first] = await reflecting.learn("I like green tea in the morning.")
    model = stub(tmp_path, diff("The user likes green tea in the morning", first))
    async with reflecting.worker(MULE_MODEL=model):
        held = (await reflecting.reflect()).results[0].belief_id
        await keep(reflecting, held)
        [again] = await reflecting.learn("In the morning I like green tea.")
        stub(tmp_path, diff("In the morning the user likes green tea.", first, again))
        report = await reflecting.reflect()
    [result] = report.results
    assert (result.route, result.op, result.accepted) == ("needs_review", "strengthen", True)
    async with reflecting.caller("reviewer") as reader:
        [card] = await reader.all_beliefs(reflecting.agent_id, "pending")
        assert (card.op, card.target_belief_id, card.confidence) == ("strengthen", held, 0.88)
        assert card.source_episodes == [first, again]
        await keep(reflecting, card.id)
        [belief] = await reader.all_beliefs(reflecting.agent_id, "active")
    assert (belief.id, belief.confidence) == (held, 0.88)
    assert belief.content == "The user likes green tea in the morning"


async def test_the_gates_clock_is_the_workflows_unless_it_is_pinned(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    [episode] = await reflecting.learn(WORDS)
    model = stub(tmp_path, diff("The user prefers the zebra-striped dashboard", episode))
    async with reflecting.worker(MULE_MODEL=model):
        first = await reflecting.reflect()
        belief_id = first.results[0].belief_id
        await keep(reflecting, belief_id)
        await reflecting.learn("Something else entirely happened.")
        in_a_month = dt.datetime.now(dt.UTC) + dt.timedelta(days=30)
        pinned = await reflecting.reflect(dry_run=True, now=in_a_month)
        off = await reflecting.reflect(dry_run=True, now=in_a_month, lambda_per_day=0)
        today = await reflecting.reflect(dry_run=True)
    [faded] = pinned.decayed
    assert faded.belief_id == belief_id
    assert faded.decayed == pytest.approx(0.8 * 0.5488, abs=1e-3)
    assert (pinned.decayed_total, off.decayed, today.decayed) == (1, [], [])


async def test_a_run_reads_like_a_report(reflecting: Reflecting, tmp_path: Path) -> None:
    [episode] = await reflecting.learn(WORDS)
    model = stub(tmp_path, diff("The user prefers the zebra-striped dashboard", episode))
    async with reflecting.worker(MULE_MODEL=model):
        handle = await reflecting.start()
        report = await handle.result()
        progress = await handle.query(PROGRESS, result_type=Progress)
        metadata = await handle.query(METADATA, result_type=WorkflowMetadata)
    described = await handle.describe()
    assert described.status == WorkflowExecutionStatus.COMPLETED
    found = {pair.key.name: pair.value for pair in described.typed_search_attributes}
    assert found[SEARCH_AGENT] == reflecting.agent_id
    assert found[SEARCH_OUTCOME] == "proposed"
    assert found["PendingCards"] == 1
    assert await described.static_summary() == (
        f"What {reflecting.agent_id} may have learned from its latest turns"
    )
    assert (progress.step, progress.passes, progress.run_id) == ("done", 1, report.run_id)
    assert progress.coverage.reflected == 1
    assert "reflected on 1 of 1 episode, 0 left" in metadata.current_details
    assert "| add | The user prefers the zebra-striped dashboard | safe |" in (
        metadata.current_details
    )


async def test_nothing_of_memory_is_in_the_clear_in_temporal(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    [episode] = await reflecting.learn(WORDS)
    model = stub(tmp_path, diff("The user prefers the zebra-striped dashboard", episode))
    async with reflecting.worker(MULE_MODEL=model):
        await reflecting.reflect()
    _, shown = await reflecting.temporal.command(
        *("workflow", "show", "--output", "json", "--workflow-id", reflecting.workflow_id)
    )
    payloads = list(payloads_in(json.loads(shown)))
    assert len(payloads) > 10
    for clear in [shown.encode(), *payloads]:
        assert b"zebra" not in clear
        assert reflecting.forge.keys["worker"].encode() not in clear


async def keep(reflecting: Reflecting, belief_id: str | None) -> None:
    """Pass the door as a person does."""
    async with reflecting.forge.client("reviewer") as reviewer:
        door = f"/agents/{reflecting.agent_id}/memory/beliefs/{belief_id}/keep"
        assert (await reviewer.post(door, json={})).status_code == 200


def payloads_in(shown: Any) -> Iterator[bytes]:
    """Yield the data of every payload, as Temporal holds it."""
    if isinstance(shown, dict):
        if isinstance(data := shown.get("data"), str):
            yield base64.b64decode(data)
        for value in shown.values():
            yield from payloads_in(value)
    elif isinstance(shown, list):
        for value in shown:
            yield from payloads_in(value)
