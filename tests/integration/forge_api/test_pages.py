"""The pages without a browser: many cards, exact counts, what a stranger and a script are told."""

from __future__ import annotations

import re

import asyncpg

from tests.fixtures.forge import AGENT, Forge
from tests.fixtures.postgres import FreshDatabase
from tests.integration.forge_api.learning import pending

CARD = re.compile(r'<article class="card" id="(bel_[0-9a-f]+)"')
NEXT = re.compile(r'href="([^"]+)" rel="next"')
HTML = {"Accept": "text/html"}

# By the owner's hand: five thousand proposals would take the gate minutes.
MANY = """
WITH made AS (
    SELECT 'bel_' || lpad(to_hex(n), 32, '0') AS id, n FROM generate_series(1, $1) AS n
), moved AS (
    UPDATE belief_audit_heads SET position = position + $1, at = at + interval '1 second'
    WHERE agent_id = $2 RETURNING position - $1 AS start
), rows AS (
    INSERT INTO belief_audit (agent_id, position, decision, belief_id, version, action, to_status,
        kind, scope, confidence, sealed, data_key_id, key_id, role, at, root)
    SELECT $2, start + n, start + n, id, 1, 'propose', 'pending', 'fact', 'agent', 0.7, '\\x00',
        decode(repeat('00', 16), 'hex'), 'key', 'worker', now(), decode(repeat('00', 32), 'hex')
    FROM made, moved
)
INSERT INTO beliefs (id, agent_id, content, content_digest, kind, scope, status, op, confidence,
    rationale, source_episodes, review_reasons, version, created_at, updated_at)
SELECT id, $2, 'The user keeps the number ' || n, sha256(id::bytea), 'fact', 'agent', 'pending',
    'add', 0.7, '', '{}', '[]', 1, now() - n * interval '1 millisecond', now()
FROM made
"""


async def test_of_five_thousand_cards_every_one_is_reached_and_counted(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await pending(forge, "The user likes tea")
    owner = await asyncpg.connect(fresh_database.owner_url)
    await owner.execute(MANY, 4_999, AGENT)
    await owner.close()
    seen: list[str] = []
    path = f"/?agent={AGENT}"
    async with forge.client("reviewer") as reviewer:
        first = (await reviewer.get(path)).text
        assert "5\u202f000 cards open" in first
        while path:
            page = (await reviewer.get(path)).text
            seen += CARD.findall(page)
            found = NEXT.search(page)
            path = found[1].replace("&amp;", "&") if found else ""
    assert len(seen) == len(set(seen)) == 5_000


async def test_a_stranger_is_led_to_sign_in_and_a_script_is_told_why(forge: Forge) -> None:
    async with forge.client() as stranger:
        led = await stranger.get(f"/runs?agent={AGENT}", headers=HTML)
        told = await stranger.get(f"/runs?agent={AGENT}")
    assert (led.status_code, led.headers["Location"]) == (
        303,
        f"/sign-in?next=%2Fruns%3Fagent%3D{AGENT}",
    )
    assert (told.status_code, told.json()["code"]) == (401, "unauthenticated")


async def test_an_agent_of_somebody_else_is_not_found_on_any_page(forge: Forge) -> None:
    await forge.create_agent("spy", key=(await forge.keys_of("rival"))["admin"])
    async with forge.client("reviewer") as reviewer:
        for path in ("/", "/beliefs", "/runs", "/log"):
            answer = await reviewer.get(path, params={"agent": "spy"}, headers=HTML)
            assert answer.status_code == 404
            assert "There is no such agent" in answer.text


async def test_no_address_makes_a_page_fail(forge: Forge) -> None:
    strange = {
        "cursor": "x",
        "filter": "x",
        "kind": "x",
        "on": "0000-99-99",
        "after": "-1",
        "done": "a/b/c/9",
        "belief": "x",
        "q": "\ud800'",
    }
    async with forge.client("reviewer") as reviewer:
        for path in ("/", "/beliefs", "/runs", "/log", f"/beliefs/{AGENT}/x", f"/runs/{AGENT}/x"):
            for name, value in strange.items():
                sent = value.encode("utf-8", "surrogatepass")
                address = f"{path}?agent={AGENT}&{name}=" + "".join(f"%{byte:02x}" for byte in sent)
                answer = await reviewer.get(address, headers=HTML)
                assert answer.status_code < 500, address


async def test_an_address_that_is_none_is_told_as_its_reader_reads(forge: Forge) -> None:
    async with forge.client() as anybody:
        page = await anybody.get("/no/such/page", headers=HTML)
        problem = await anybody.get("/no/such/page")
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "No page has this address." in page.text
    assert (problem.status_code, problem.json()["code"]) == (404, "not_found")
