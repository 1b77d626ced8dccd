"""A backlog that one question does not hold is read in passes: each episode once, and whole."""

from __future__ import annotations

import json

from tests.fixtures.model_endpoint import MODEL, ModelEndpoint
from tests.fixtures.reflecting import Reflecting

TURNS = 8
LONG = " ".join(f"I keep crate {place} in the northern shed." for place in range(12))


def episodes_in(request: dict[str, object]) -> list[dict[str, object]]:
    memory = json.loads(json.dumps(request))["messages"][1]["content"]
    lines = memory.split("<episodes>\n")[1].split("\n</episodes>")[0]
    return [json.loads(line) for line in lines.split("\n")]


async def test_what_does_not_fit_is_left_for_the_next_run_and_nothing_is_cut(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    learned = await reflecting.learn(*(f"Number {turn}. {LONG}" for turn in range(TURNS)))
    coverages = []
    async with reflecting.worker(MULE_MODEL=MODEL, MULE_INPUT_TOKENS="2500"):
        while await reflecting.unreflected():
            coverages.append((await reflecting.reflect()).coverage)
    assert len(coverages) > 1
    for coverage in coverages:
        assert coverage.reflected > 0
        assert coverage.reflected + coverage.left_for_next_run == coverage.available
    asked = [one for request in model_endpoint.requests for one in episodes_in(request)]
    assert [one["id"] for one in asked] == learned
    assert all("crate 11 in the northern shed" in json.dumps(one) for one in asked)
    assert all(
        sum(len(message["content"].encode()) for message in request["messages"]) <= 5_000
        for request in model_endpoint.requests
    )
