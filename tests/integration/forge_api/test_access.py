"""Who may do what: every route has a rule, and the rules hold over HTTP."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import get_args

import asyncpg
import httpx
import pytest
from fastapi.routing import iter_route_contexts

from forge_api import access
from forge_api.memory import keys
from forge_api.settings import Settings
from forge_client.names import Role
from tests.fixtures.forge import AGENT, TENANT, TURNS, Forge, live_forge, turn
from tests.fixtures.postgres import FreshDatabase

CANARY = "canary-4c1e"
OPEN = {
    "GET /openapi.json",
    "GET /docs",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /sign-in",
    "POST /sign-in",
    "GET /static/{name}",
}
ONLY = {
    "POST /agents": {"admin"},
    "POST /keys": {"admin"},
    "GET /keys": {"admin"},
    "DELETE /keys/{key_id}": {"admin"},
    "POST /agents/{agent_id}/turns": {"agent", "admin"},
    "POST /embeddings": {"worker"},
    "POST /upkeep/embeddings": {"worker"},
    "POST /upkeep/summaries": {"worker"},
    "POST /upkeep/summaries/due": {"worker"},
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


@dataclass(frozen=True)
class Visitor:
    """A kind of caller: `role` None has no key that counts; `sees_agent` of the tested agent."""

    name: str
    key: str | None
    role: Role | None = None
    sees_agent: bool = True

    def verdict(self, route: str, roles: frozenset[str]) -> str:
        """Return the problem code that the route must answer; `admitted` for none of access."""
        if self.role is None:
            return "unauthenticated"
        if self.role not in roles:
            return "forbidden"
        if "{agent_id}" in route and not self.sees_agent:
            return "agent_not_found"
        return "admitted"


async def visitors_of(forge: Forge, role: Role, database: FreshDatabase) -> list[Visitor]:
    """Return every kind of caller with a key of this role."""
    revoked, expired = await forge.create_key(role), await forge.create_key(role)
    await keys.revoke(forge.services.pool, TENANT, revoked.id, datetime.now(UTC))
    await expire(expired.id, database)
    found = [
        Visitor(f"{role}, every agent", forge.keys[role], role),
        Visitor(f"{role}, revoked", revoked.key),
        Visitor(f"{role}, expired", expired.key),
        Visitor(f"{role}, rival", (await forge.create_key(role, tenant="rival")).key, role, False),
    ]
    if role == "admin":
        return found  # An admin key is never bound.
    own = await forge.create_key(role, agents=[AGENT])
    other = await forge.create_key(role, agents=["other-agent"])
    return [
        *found,
        Visitor(f"{role}, bound to it", own.key, role),
        Visitor(f"{role}, bound to another", other.key, role, False),
    ]


async def expire(key_id: str, database: FreshDatabase) -> None:
    owner = await asyncpg.connect(database.owner_url)
    past = datetime.now(UTC) - timedelta(seconds=1)
    await owner.execute("UPDATE api_keys SET expires_at = $2 WHERE id = $1", key_id, past)
    await owner.close()


async def answer_of(client: httpx.AsyncClient, route: str) -> str:
    """Return the code of access that a route answers, or `admitted`."""
    async with client.stream(*path_of(route)) as answer:
        if answer.status_code < 400:
            return "admitted"
        problem = json.loads(await answer.aread())
    assert answer.headers["Content-Type"] == "application/problem+json", route
    assert ("WWW-Authenticate" in answer.headers) == (answer.status_code == 401)
    code = str(problem["code"])
    return code if code in {"unauthenticated", "forbidden", "agent_not_found"} else "admitted"


async def test_role_by_route_by_tenant_there_is_no_hole(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await forge.create_agent("other-agent")
    table = {
        route: roles
        for route, roles in access.access_table(forge.app).items()
        if roles != access.ANYONE
    }
    visitors = [Visitor("no key", None), Visitor("a made-up key", "sk_forge_made-up")]
    for role in get_args(Role):
        visitors += await visitors_of(forge, role, fresh_database)
    wrong = []
    for visitor in visitors:
        async with forge.client(key=visitor.key) as client:
            for route, roles in table.items():
                got, due = await answer_of(client, route), visitor.verdict(route, roles)
                if got != due:
                    wrong.append(f"{visitor.name} at {route}: {got}, must be {due}")
    assert wrong == []
    assert len(visitors) == 2 + 3 * 6 + 4


async def test_another_tenant_s_ids_are_not_found_under_an_agent_of_one_s_own(forge: Forge) -> None:
    async with forge.client("agent") as ours:
        belief = await ours.post(
            f"/agents/{AGENT}/memory/beliefs", json={"content": f"{CANARY} is ours"}
        )
        recorded = await ours.post(TURNS, json=turn("t1", f"{CANARY}, please.", "Yes."))
    ids = {
        "{agent_id}": await forge.create_agent("spy", key=(await forge.keys_of("rival"))["admin"]),
        "{belief_id}": belief.json()["id"],
        "{entry_id}": recorded.json()["entries"][0]["id"],
        "{key_id}": (await forge.create_key("worker")).id,
    }
    rivals = await forge.keys_of("rival")
    for route, roles in access.access_table(forge.app).items():
        if not any(name in route for name in list(ids)[1:]):
            continue
        method, path = route.split(" ")
        for name, value in ids.items():
            path = path.replace(name, value)
        for role in (one for one in get_args(Role) if one in roles):
            async with forge.client(key=rivals[role]) as rival:
                answer = await rival.request(
                    method, path, json={"confidence": 0.5}, headers={"If-Match": '"1"'}
                )
            assert answer.status_code in {404, 422}, f"{role} at {route}"
            assert CANARY not in answer.text


def test_every_route_with_a_rule_asks_it_before_the_body(forge: Forge) -> None:
    for route in iter_route_contexts(forge.app.routes):
        if access.access_table(forge.app).get(f"GET {route.path}") != access.ANYONE:
            assert isinstance(route.original_route, access.GuardedRoute), route.path


async def test_a_caller_without_a_key_gets_no_body_read(forge: Forge) -> None:
    host, port = forge.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    # The rest of the body never comes: only a server that does not wait for it can answer.
    writer.write(
        b"POST /agents HTTP/1.1\r\nHost: forge\r\nContent-Type: application/json\r\n"
        b'Content-Length: 30000000\r\n\r\n{"id": "'
    )
    assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"HTTP/1.1 401")
    writer.close()


async def test_a_key_that_asks_too_often_is_told_when_to_come_again(
    forge_settings: Settings,
) -> None:
    async with live_forge(replace(forge_settings, requests_per_minute=3)) as forge:
        forge.keys = await forge.keys_of(TENANT)
        async with forge.client("worker") as worker, forge.client("agent") as agent:
            statuses = [(await worker.get("/agents")).status_code for _ in range(3)]
            refused = await worker.get("/agents")
            assert (await agent.get("/agents")).status_code == 200
    assert statuses == [200] * 3
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert int(refused.headers["Retry-After"]) == refused.json()["retry_after"] == 20


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


async def test_the_use_of_a_key_is_noted_once_a_minute_at_most(forge: Forge) -> None:
    async with forge.client("admin") as admin:

        async def last_used() -> str:
            listed = (await admin.get("/keys")).json()["keys"]
            return str(next(key["last_used_at"] for key in listed if key["role"] == "admin"))

        assert await last_used() == await last_used() != "None"
