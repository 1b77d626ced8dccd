"""Whatever is sent, forge answers as its own description says, and never with a fault of its own.

Requests are made from `/openapi.json`: valid ones, and ones that are wrong in every part.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import load_all_checks
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from forge_api import description
from tests.fixtures.forge import AGENT, TURNS, Forge, turn

CHECKS = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
# Generic in more ways than a reader of this test wants to know of.
Operation = Any
Sent = Any

STREAM = "text/event-stream"


async def known_ids(forge: Forge) -> dict[str, str]:
    """Return ids of things that exist, so that requests come further than `not found`."""
    async with forge.client("agent") as agent, forge.client("worker") as worker:
        belief = await agent.post(f"/agents/{AGENT}/memory/beliefs", json={"content": "Tea."})
        recorded = await agent.post(TURNS, json=turn())
        episode = recorded.json()["episode"]["id"]
        run = {"run_id": "run-1", "reflected_episodes": [episode], "beliefs": []}
        await worker.post(f"/agents/{AGENT}/memory/beliefs/proposals", json=run)
    return {
        "agent_id": AGENT,
        "belief_id": belief.json()["id"],
        "entry_id": recorded.json()["entries"][0]["id"],
        "run_id": "run-1",
    }


def operations(schema: Any) -> Iterator[Operation]:
    """Yield what answers with an end; a stream has none."""
    for found in schema.get_all_operations():
        operation = found.ok()
        if STREAM not in str(operation.definition.raw["responses"]):
            yield operation


class Asker:
    """Sends generated requests to one forge and judges the answers."""

    def __init__(self, forge: Forge, ids: dict[str, str]) -> None:
        self._forge = forge
        self._ids = ids
        self._session = requests.Session()
        self.asked = 0

    def ask_all(self, each: int, *, derandomize: bool) -> None:
        """Send `each` requests to every operation."""
        schema = schemathesis.openapi.from_url(f"{self._forge.url}/openapi.json")
        for operation in operations(schema):
            self._ask(operation, each, derandomize)
        self._session.close()

    def _ask(self, operation: Operation, count: int, derandomize: bool) -> None:
        right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @settings(
            max_examples=count,
            derandomize=derandomize,
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.one_of(right, wrong), st.booleans(), st.data())
        def ask(case: Sent, known: bool, data: st.DataObject) -> None:
            if known:
                ids = {name: self._ids.get(name, value) for name, value in path_of(case).items()}
                case.path_parameters = ids
            role = data.draw(st.sampled_from(operation.definition.raw["x-roles"]))
            self._judge(case, role)

        ask()

    def _judge(self, case: Sent, role: str) -> None:
        key = self._forge.keys.get(role)  # type: ignore[call-overload]
        answer = case.call(
            headers={"Authorization": f"Bearer {key}"} if key else {}, session=self._session
        )
        self.asked += 1
        assert answer.status_code != 500, answer.text
        case.validate_response(answer, checks=CHECKS)


def path_of(case: Sent) -> dict[str, Any]:
    return dict(case.path_parameters or {})


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    ("total", "derandomize"),
    [(300, True), pytest.param(5_000, False, marks=pytest.mark.soak)],
)
async def test_every_answer_is_as_described_and_none_is_a_fault_of_forge_s_own(
    forge: Forge, total: int, derandomize: bool
) -> None:
    load_all_checks()
    asker = Asker(forge, await known_ids(forge))
    described = len(forge.app.openapi()["paths"])
    await asyncio.to_thread(asker.ask_all, -(-total // described), derandomize=derandomize)
    assert asker.asked >= total


@pytest.mark.parametrize("row_id", ["bel_\0", "\0", "bel_\ud800", "bel_\n", 7, None, ["bel_1"]])
async def test_a_forged_cursor_is_invalid_wherever_one_is_taken(
    forge: Forge, row_id: object
) -> None:
    forged = json.dumps(["2026-03-02T03:00:04+00:00", row_id], separators=(",", ":")).encode()
    cursor = base64.urlsafe_b64encode(forged).decode().rstrip("=")
    takers = [
        path.replace("{agent_id}", AGENT)
        for method, path, operation in description.operations(forge.app.openapi())
        # There it is an agent's id, for anybody to read.
        if path != "/agents"
        and method == "GET"
        and any(parameter["name"] == "cursor" for parameter in operation.get("parameters", ()))
    ]
    assert len(takers) >= 5
    async with forge.client("reviewer") as reviewer:
        for path in takers:
            answer = await reviewer.get(path, params={"cursor": cursor})
            assert (answer.status_code, answer.json().get("code")) == (422, "invalid"), path
