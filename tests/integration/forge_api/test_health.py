"""Whether forge lives, whether its parts answer, and what it counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from forge_api.memory.backlog import TWO_NIGHTS, Backlog
from tests.fixtures.forge import AGENT, TURNS, Forge, SilentEmbedder, turn


async def test_a_forge_whose_parts_answer_is_ready(forge: Forge) -> None:
    async with forge.client() as nobody:
        assert (await nobody.get("/healthz")).json() == {"status": "ok"}
        answer = await nobody.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"
    parts = ("database", "embedder", "master_key", "reflection")
    assert answer.json()["parts"] == dict.fromkeys(parts, "ok")


async def test_the_part_that_fails_is_named_until_it_answers_again(forge: Forge) -> None:
    working = forge.services.embedder
    forge.use_embedder(SilentEmbedder())
    async with forge.client() as nobody:
        down = await nobody.get("/readyz")
        forge.use_embedder(working)
        up = await nobody.get("/readyz")
    assert down.status_code == 503
    assert down.json()["code"] == "unready"
    assert down.headers["Content-Type"] == "application/problem+json"
    assert down.json()["parts"]["embedder"] == "EmbedderUnavailable"
    assert down.json()["parts"]["database"] == "ok"
    assert up.status_code == 200


async def test_without_its_database_forge_lives_but_is_not_ready(forge: Forge) -> None:
    await forge.services.pool.close()
    async with forge.client() as nobody:
        assert (await nobody.get("/healthz")).status_code == 200
        answer = await nobody.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["database"] == "DatabaseUnavailable"


async def test_requests_are_counted_by_route_and_never_by_address(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        await admin.get(f"/agents/{AGENT}")
        await admin.get("/made-up")
        counters = (await admin.get("/metrics")).text
    counted = 'forge_requests_total{method="GET",route="/agents/{agent_id}",status="200"} 1.0'
    assert counted in counters
    assert 'route="unknown",status="404"' in counters
    assert AGENT not in counters


async def test_two_nights_without_a_reflection_are_told_and_take_nothing_down(
    forge: Forge,
) -> None:
    async with forge.client("agent") as agent:
        await agent.post(TURNS, json=turn())
        forge.use_clock(lambda: datetime.now(UTC) + TWO_NIGHTS - timedelta(minutes=1))
        assert (await agent.get("/readyz")).json()["status"] == "ok"
        forge.use_clock(lambda: datetime.now(UTC) + TWO_NIGHTS + timedelta(minutes=1))
        late = await agent.get("/readyz")
        counters = (await agent.get("/metrics")).text
    assert (late.status_code, late.json()["status"]) == (200, "stale")
    assert late.json()["parts"]["reflection"] == "stale"
    assert "forge_reflection_stale 1.0" in counters
    assert "forge_unreflected_episodes 1.0" in counters
    assert "forge_due_agents 1.0" in counters


async def test_nights_are_not_stale_while_anything_is_reflected_on_or_nothing_waits(
    forge: Forge,
) -> None:
    async with forge.client("agent") as agent, forge.client("worker") as worker:
        recorded = await agent.post(TURNS, json=turn())
        await agent.post(TURNS, json=turn("t2"))
        episode = recorded.json()["episode"]["id"]
        run = {"run_id": "r1", "reflected_episodes": [episode], "beliefs": []}
        done = await worker.post(f"/agents/{AGENT}/memory/beliefs/proposals", json=run)
        assert done.status_code == 200, done.text
        counters = (await agent.get("/metrics")).text
    assert "forge_unreflected_episodes 1.0" in counters
    assert "forge_reflection_stale 0.0" in counters


def test_a_backlog_is_stale_after_two_nights_in_which_nothing_was_read() -> None:
    now = datetime(2026, 3, 4, 9, tzinfo=UTC)
    long_ago, lately = now - timedelta(days=3), now - timedelta(days=1)
    assert Backlog(1, 1, waiting_since=long_ago, reflected_at=None).is_stale(now)
    assert Backlog(1, 1, waiting_since=long_ago, reflected_at=long_ago).is_stale(now)
    assert not Backlog(1, 1, waiting_since=long_ago, reflected_at=lately).is_stale(now)
    assert not Backlog(1, 1, waiting_since=lately, reflected_at=None).is_stale(now)
    assert not Backlog(0, 0, waiting_since=None, reflected_at=long_ago).is_stale(now)


async def test_the_interface_describes_itself(forge: Forge) -> None:
    async with forge.client() as nobody:
        described = (await nobody.get("/openapi.json")).json()
        page = await nobody.get("/docs")
    assert "/agents/{agent_id}" in described["paths"]
    assert set(described["components"]["securitySchemes"]) == {"HTTPBearer", "APIKeyHeader"}
    assert "Problem" in described["components"]["schemas"]
    assert "HTTPValidationError" not in described["components"]["schemas"]
    assert page.status_code == 200
