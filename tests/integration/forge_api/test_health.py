"""Whether forge lives, whether its parts answer, and what it counts."""

from __future__ import annotations

from tests.fixtures.forge import AGENT, Forge, SilentEmbedder


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
    assert down.json()["status"] == "unready"
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


async def test_the_interface_describes_itself(forge: Forge) -> None:
    async with forge.client() as nobody:
        described = (await nobody.get("/openapi.json")).json()
        page = await nobody.get("/docs")
    assert "/agents/{agent_id}" in described["paths"]
    assert set(described["components"]["securitySchemes"]) == {"HTTPBearer", "APIKeyHeader"}
    assert "Problem" in described["components"]["schemas"]
    assert "HTTPValidationError" not in described["components"]["schemas"]
    assert page.status_code == 200
