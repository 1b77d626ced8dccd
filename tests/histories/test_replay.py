"""Today's workflow still follows the histories that earlier versions recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from temporalio.client import WorkflowHistory
from temporalio.worker import Replayer
from temporalio.workflow import NondeterminismError

from temporal_link.client import data_converter
from temporal_link.settings import read_temporal
from tests.fixtures.temporal import CODEC_KEY
from workflows.agent_reflection import AgentReflection
from workflows.cards_waiting import CardsWaiting
from workflows.model_trial import ModelTrial
from workflows.nightly import Nightly
from workflows.upkeep import Upkeep

HERE = Path(__file__).parent
RECORDED = sorted(path.stem for path in HERE.glob("*.json") if path.stem != "broken")


def history(name: str) -> WorkflowHistory:
    recorded = json.loads((HERE / f"{name}.json").read_text("utf-8"))
    return WorkflowHistory.from_json(recorded.pop("workflowId"), recorded)


def replayer() -> Replayer:
    settings = read_temporal({"TEMPORAL_CODEC_KEY": CODEC_KEY})
    return Replayer(
        workflows=[AgentReflection, CardsWaiting, ModelTrial, Nightly, Upkeep],
        data_converter=data_converter(settings),
    )


@pytest.mark.parametrize("name", RECORDED)
async def test_a_recorded_run_replays(name: str) -> None:
    await replayer().replay_workflow(history(name))


async def test_a_run_whose_steps_came_in_another_order_does_not() -> None:
    with pytest.raises(NondeterminismError):
        await replayer().replay_workflow(history("broken"))


def test_every_way_to_end_a_run_is_among_the_recorded() -> None:
    assert set(RECORDED) == {
        "cancelled",
        "continued",
        "dry_run",
        "failed",
        "invalid_input",
        "model_trial",
        "night",
        "night_capped",
        "night_continued",
        "night_failed",
        "night_resumed",
        "night_told",
        "nothing_to_reflect",
        "notice",
        "notice_failed",
        "overtaken",
        "proposed",
        "recalled",
        "started_by_event",
        "told",
        "two_passes",
        "upkeep",
        "upkeep_asked",
        "upkeep_continued",
        "upkeep_failed",
    }
