"""Who may do what: every route has a rule, and the rules hold over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import asyncpg
import pytest

from forge_api import access
from forge_client.names import Role
from tests.fixtures.forge import AGENT, Forge
from tests.fixtures.postgres import FreshDatabase

OPEN = {"GET /openapi.json", "GET /docs", "GET /healthz", "GET /readyz", "GET /metrics"}
ONLY = {
    "POST /agents": {"admin"},
    "POST /keys": {"admin"},
    "GET /keys": {"admin"},
    "DELETE /keys/{key_id}": {"admin"},
    "POST /agents/{agent_id}/turns": {"agent", "admin"},
    "POST /embeddings": {"worker"},
}
READS = {
    "GET /agents",
    "GET /agents/{agent_id}",
    "GET /agents/{agent_id}/memory/episodes",
    "GET /agents/{agent_id}/memory/search",
}


def path_of(route: str) -> tuple[str, str]:
    """Return method and address, with our agent and made-up ids in it."""
    method, path = route.split(" ")
    path = path.replace("{agent_id}", AGENT)
    while "{" in path:
        before, _, rest = path.partition("{")
        path = f"{before}x{rest.partition('}')[2]}"
    return method, path


async def test_every_route_declares_who_may_call_it(forge: Forge) -> None:
    table = access.access_table(forge.app)
    assert [route for route, roles in table.items() if not roles] == []
    assert {route for route, roles in table.items() if roles == access.ANYONE} == OPEN


async def test_the_rules_of_these_routes_are_the_contract_s(forge: Forge) -> None:
    table = access.access_table(forge.app)
    assert {route: set(table[route]) for route in ONLY} == ONLY
    assert {table[route] for route in READS} == {frozenset(get_args(Role))}


async def test_no_route_but_the_open_ones_answers_without_a_key(forge: Forge) -> None:
    async with forge.client() as nobody, forge.client(key="sk_forge_made-up") as stranger:
        for route in access.access_table(forge.app).keys() - OPEN:
            for client in (nobody, stranger):
                answer = await client.request(*path_of(route))
                assert answer.status_code == 401, route
                assert answer.json()["code"] == "unauthenticated"
                assert answer.headers["WWW-Authenticate"] == "Bearer"
                assert answer.headers["Content-Type"] == "application/problem+json"


async def test_every_route_refuses_exactly_the_roles_that_it_does_not_name(forge: Forge) -> None:
    table = access.access_table(forge.app)
    for role in get_args(Role):
        async with forge.client(role) as client:
            for route in table.keys() - OPEN:
                async with client.stream(*path_of(route)) as answer:
                    refused = answer.status_code == 403
                assert refused == (role not in table[route]), f"{role} at {route}"


async def test_another_tenant_s_agent_is_not_found_on_any_route(forge: Forge) -> None:
    table = access.access_table(forge.app)
    for role, key in (await forge.keys_of("rival")).items():
        async with forge.client(key=key) as rival:
            for route in (one for one in table if "{agent_id}" in one and role in table[one]):
                answer = await rival.request(*path_of(route))
                assert (answer.status_code, answer.json()["code"]) == (404, "agent_not_found")


async def test_a_bound_key_sees_its_agents_and_no_other(forge: Forge) -> None:
    await forge.create_agent("other-agent")
    key = (await forge.create_key("agent", agents=["other-agent"])).key
    async with forge.client(key=key) as bound:
        assert (await bound.get("/agents/other-agent")).status_code == 200
        refused = await bound.get(f"/agents/{AGENT}")
        listed = (await bound.get("/agents")).json()["agents"]
    assert (refused.status_code, refused.json()["code"]) == (404, "agent_not_found")
    assert [agent["id"] for agent in listed] == ["other-agent"]


async def test_the_key_may_come_in_either_header(forge: Forge) -> None:
    async with forge.client() as client:
        answer = await client.get("/agents", headers={"X-API-Key": forge.keys["worker"]})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer  x", "Basic YTpi", "Bearer \xff\xfe", "x" * 9_000]
)
async def test_a_broken_authorization_header_is_an_unknown_key(forge: Forge, header: str) -> None:
    async with forge.client() as client:
        answer = await client.get("/agents", headers={b"Authorization": header.encode("latin-1")})
    assert answer.status_code == 401


async def test_a_revoked_key_is_refused_from_the_next_request_on(forge: Forge) -> None:
    created = await forge.create_key("worker")
    async with forge.client("admin") as admin, forge.client(key=created.key) as worker:
        assert (await worker.get("/agents")).status_code == 200
        revoked = (await admin.delete(f"/keys/{created.id}")).json()
        assert (await worker.get("/agents")).status_code == 401
        again = (await admin.delete(f"/keys/{created.id}")).json()
    assert revoked["revoked_at"] == again["revoked_at"] is not None


async def test_an_expired_key_is_refused(forge: Forge, fresh_database: FreshDatabase) -> None:
    created = await forge.create_key("worker")
    owner = await asyncpg.connect(fresh_database.owner_url)
    past = datetime.now(UTC) - timedelta(seconds=1)
    await owner.execute("UPDATE api_keys SET expires_at = $2 WHERE id = $1", created.id, past)
    await owner.close()
    async with forge.client(key=created.key) as worker:
        assert (await worker.get("/agents")).status_code == 401


async def test_the_use_of_a_key_is_noted_once_a_minute_at_most(forge: Forge) -> None:
    async with forge.client("admin") as admin:

        async def last_used() -> str:
            listed = (await admin.get("/keys")).json()["keys"]
            return str(next(key["last_used_at"] for key in listed if key["role"] == "admin"))

        assert await last_used() == await last_used() != "None"
