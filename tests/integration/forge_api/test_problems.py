"""Every failure is a problem with a stable code, and none repeats what was sent."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest
import pytest_asyncio

from forge_api.settings import Settings
from forge_client.problems import STATUS_OF
from tests.fixtures.forge import AGENT, Forge, live_forge

CANARY = "canary-7f3a"


def problem_of(answer: httpx.Response, code: str) -> dict[str, object]:
    """Return the problem, after checking what all of them promise."""
    problem: dict[str, object] = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.status_code == problem["status"] == STATUS_OF[code]
    assert problem["code"] == code
    assert problem["detail"]
    assert CANARY not in answer.text
    return problem


async def test_an_unknown_address_is_not_found(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        problem_of(await admin.get(f"/{CANARY}"), "not_found")


async def test_a_method_that_a_route_lacks_is_told(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.patch("/agents")
    problem_of(answer, "method_not_allowed")
    assert answer.headers["Allow"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"text"', f'{{"id": "{CANARY}", "{CANARY}": 1'.encode()],
)
async def test_a_body_that_is_no_object_is_invalid(forge: Forge, body: bytes) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post(
            "/agents", content=body, headers={"Content-Type": "application/json"}
        )
    problem_of(answer, "invalid")


async def test_what_is_no_json_is_told_by_its_place_and_not_as_a_field(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post(
            "/agents",
            content=f'{{"id": "{CANARY}",}}',
            headers={"Content-Type": "application/json"},
        )
    problem = problem_of(answer, "invalid")
    place = len(f'{{"id": "{CANARY}",') + 1
    assert problem["errors"] == [
        {"field": "body", "message": f"is not JSON (at character {place})"}
    ]
    assert f"body: is not JSON (at character {place})" in str(problem["detail"])


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "is missing"),
        ({"Content-Type": "application/x-www-form-urlencoded"}, "says another type"),
        ({"Content-Type": "text/plain; charset=utf-8"}, "says another type"),
    ],
)
async def test_a_body_of_another_type_is_told_by_the_header(
    forge: Forge, sent: dict[str, str], told: str
) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post("/agents", content=b'{"id": "a"}', headers=sent)
    problem = problem_of(answer, "invalid")
    assert problem["errors"] == [
        {"field": "Content-Type", "message": f"{told}; send application/json"}
    ]


async def test_a_fault_is_told_in_words_and_not_by_its_field_alone(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post("/agents", json={"id": "my agent!"})
    detail = str(problem_of(answer, "invalid")["detail"])
    assert "id: must be 1 to 64 letters" in detail


async def test_the_fields_at_fault_are_named_without_their_values(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post("/agents", json={"id": f"{CANARY} !", "name": 7, "nam": CANARY})
    problem = problem_of(answer, "invalid")
    assert [error["field"] for error in problem["errors"]] == ["id", "name", "nam"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ('{"id": "a", "name": "x", "name": "y"}', "name"),
        ('{"id": "a", "name": {"deep": [{"k": 1, "k": 1}]}}', "k"),
        (f'{{"{CANARY}": 1, "{CANARY}": 2}}', "(a name that is not repeated here)"),
    ],
)
async def test_a_member_that_stands_twice_is_refused_by_name(
    forge: Forge, body: str, named: str
) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post(
            "/agents", content=body, headers={"Content-Type": "application/json"}
        )
    assert problem_of(answer, "invalid")["errors"] == [
        {"field": named, "message": "stands twice in one object; send it once"}
    ]


async def test_a_body_nested_without_end_is_refused(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post(
            "/agents", content=b"[" * 100_000, headers={"Content-Type": "application/json"}
        )
    problem_of(answer, "bad_request")


@pytest.mark.parametrize("path", [f"/agents/{AGENT}%00", f"/agents/{AGENT}?x=%00"])
async def test_a_nul_in_the_address_is_refused(forge: Forge, path: str) -> None:
    async with forge.client("admin") as admin:
        problem_of(await admin.get(path), "bad_request")


@pytest_asyncio.fixture
async def narrow_forge(forge_settings: Settings) -> AsyncIterator[Forge]:
    async with live_forge(replace(forge_settings, max_body_bytes=1_000)) as live:
        live.keys = await live.keys_of("acme")
        yield live


@pytest.mark.parametrize("declared", [True, False])
async def test_a_body_over_the_limit_is_too_large(narrow_forge: Forge, declared: bool) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(3):
            yield b" " * 500

    content = b" " * 1_500 if declared else pieces()
    async with narrow_forge.client("admin") as admin:
        answer = await admin.post(
            "/agents", content=content, headers={"Content-Type": "application/json"}
        )
    problem_of(answer, "too_large")


async def test_a_database_that_is_gone_is_told_and_not_explained(forge: Forge) -> None:
    await forge.services.pool.close()
    async with forge.client("admin") as admin:
        answer = await admin.get("/agents")
    problem_of(answer, "database_unavailable")
    assert answer.headers["Retry-After"]


async def test_what_nobody_foresaw_has_a_number_in_the_log_and_no_text(
    forge: Forge, caplog: pytest.LogCaptureFixture
) -> None:
    def broken_clock() -> None:
        raise RuntimeError(CANARY)

    forge.app.state.services = replace(forge.services, clock=broken_clock)  # type: ignore[arg-type]
    with caplog.at_level(logging.ERROR, "forge_api"):
        async with forge.client("admin") as admin:
            answer = await admin.get("/agents")
    problem = problem_of(answer, "internal")
    ours = [one.getMessage() for one in caplog.records if one.name.startswith("forge_api")]
    assert str(problem["correlation_id"]) in ours[0]
    assert "RuntimeError" in ours[0]
    assert CANARY not in caplog.text
