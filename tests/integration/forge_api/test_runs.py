from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import item, send
from tests.integration.forge_api.test_proposals import report

RUNS = f"/agents/{AGENT}/runs"


def failed(run_id: str = "run-1", **fields: Any) -> dict[str, Any]:
    failure = {"type": "UnknownAgent", "message": "agent my-agent is unknown"}
    return report(run_id, outcome="failed", failure=failure, **fields)


async def put(forge: Forge, body: dict[str, Any], role: Any = "worker") -> httpx.Response:
    async with forge.client(role) as caller:
        return await caller.put(f"{RUNS}/{body['run_id']}", json=body)


async def test_a_failed_run_has_its_report(forge: Forge) -> None:
    stored = await put(forge, failed())
    assert stored.status_code == 200
    async with forge.client("agent") as reader:
        assert (await reader.get(f"{RUNS}/run-1")).json() == stored.json()
    assert stored.json()["failure"]["type"] == "UnknownAgent"


async def test_the_same_report_again_changes_nothing(forge: Forge) -> None:
    answers = await asyncio.gather(*(put(forge, failed()) for _ in range(6)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


async def test_another_report_of_the_same_run_is_refused(forge: Forge) -> None:
    await put(forge, failed())
    answer = await put(forge, report(outcome="overtaken"))
    assert (answer.status_code, answer.json()["code"]) == (409, "run_differs")


async def test_a_run_that_stored_proposals_keeps_its_report(forge: Forge) -> None:
    await send(forge, item("The user likes tea"), run_id="run-1", report=report())
    assert (await put(forge, failed())).status_code == 409
    async with forge.client("worker") as worker:
        assert (await worker.get(f"{RUNS}/run-1")).json()["outcome"] == "proposed"


async def test_a_run_that_proposed_must_send_its_proposals(forge: Forge) -> None:
    assert (await put(forge, report())).status_code == 422


@pytest.mark.parametrize("role", ["agent", "reviewer", "admin"])
async def test_only_a_worker_reports(forge: Forge, role: Any) -> None:
    assert (await put(forge, failed(), role)).status_code == 403


async def test_address_and_report_must_agree(forge: Forge) -> None:
    async with forge.client("worker") as worker:
        assert (await worker.put(f"{RUNS}/other", json=failed())).status_code == 422


async def test_a_report_passes_redaction(forge: Forge) -> None:
    secret = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
    body = failed()
    body["failure"]["message"] = f"the provider said {secret}"
    assert secret not in (await put(forge, body)).text


async def test_what_cannot_be_stored_is_named(forge: Forge) -> None:
    body = failed()
    body["failure"]["message"] = "a\0b"
    answer = await put(forge, body)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (
        422,
        "report.failure.message",
    )


async def test_runs_are_listed_newest_first_page_by_page(forge: Forge) -> None:
    for n in range(5):
        await put(forge, failed(f"run-{n}", started_at=f"2026-01-0{n + 1}T00:00:00Z"))
    seen: list[str] = []
    cursor: dict[str, str] = {}
    async with forge.client("reviewer") as reviewer:
        while True:
            page = (await reviewer.get(RUNS, params={"limit": "2", **cursor})).json()
            assert page["total"] == 5
            seen += [run["run_id"] for run in page["runs"]]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
    assert seen == ["run-4", "run-3", "run-2", "run-1", "run-0"]


async def test_an_unknown_run_is_not_found(forge: Forge) -> None:
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.get(f"{RUNS}/none")
    assert (answer.status_code, answer.json()["code"]) == (404, "run_not_found")
