from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import httpx
from playwright.async_api import expect

from forge_api.memory import keys
from forge_client.client import ForgeClient
from tests.fixtures.browser import Desk
from tests.fixtures.forge import TENANT, Forge


async def test_a_reviewer_pastes_a_key_and_signs_out_again(desk: Desk) -> None:
    page = await desk.visitor()
    await page.goto(f"{desk.forge.url}/sign-in")
    await page.get_by_label("Reviewer key").fill(desk.forge.keys["reviewer"])
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_role("heading", name="Sign in to review")).to_be_visible()
    await page.goto(desk.forge.url + desk.inbox)
    assert "/sign-in?next=" in page.url


async def test_whoever_is_led_to_the_sign_in_comes_out_where_he_wanted_to_go(desk: Desk) -> None:
    page = await desk.visitor()
    await page.goto(f"{desk.forge.url}/beliefs?agent={desk.agent}")
    await page.get_by_label("Reviewer key").fill(desk.forge.keys["reviewer"])
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Beliefs")).to_be_visible()


async def test_another_role_s_key_is_told_so(desk: Desk) -> None:
    page = await desk.visitor()
    await page.goto(f"{desk.forge.url}/sign-in")
    await page.get_by_label("Reviewer key").fill(desk.forge.keys["worker"])
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("a reviewer's signs in")


async def test_a_sign_in_link_serves_once(desk: Desk) -> None:
    link = await desk.call("reviewer", "POST", "/sign-in/links")
    page = await desk.visitor()
    await page.goto(desk.forge.url + link["address"])
    await expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
    again = await desk.visitor()
    await again.goto(desk.forge.url + link["address"])
    await expect(again.get_by_role("alert")).to_contain_text("serves once")


async def test_a_sign_in_link_serves_for_ten_minutes(shared_forge: Forge) -> None:
    async with shared_forge.client("reviewer") as reviewer:
        token = (await reviewer.post("/sign-in/links")).json()["address"].partition("#")[2]
    shared_forge.use_clock(lambda: datetime.now(UTC) + timedelta(minutes=11))
    async with shared_forge.client() as visitor:
        late = await visitor.post("/sign-in", data={"token": token})
    shared_forge.use_clock(lambda: datetime.now(UTC))
    assert late.status_code == 401


async def test_a_sign_in_link_ends_with_its_key(shared_forge: Forge) -> None:
    created = await shared_forge.create_key("reviewer")
    async with ForgeClient(shared_forge.url, created.key) as reviewer:
        token = (await reviewer.make_sign_in_link()).address.partition("#")[2]
    await keys.revoke(shared_forge.services.pool, TENANT, created.id, datetime.now(UTC))
    async with shared_forge.client() as visitor:
        late = await visitor.post("/sign-in", data={"token": token})
    assert late.status_code == 401
    assert not late.cookies


@asynccontextmanager
async def signed_in(forge: Forge, key: str) -> AsyncIterator[httpx.AsyncClient]:
    """Yield a client that holds a session's cookie, and no key."""
    async with forge.client() as client:
        answer = await client.post("/sign-in", data={"key": key})
        assert answer.status_code == 303
        yield client


async def test_the_cookie_is_out_of_reach_and_ends_with_its_key(shared_forge: Forge) -> None:
    created = await shared_forge.create_key("reviewer")
    async with shared_forge.client() as visitor:
        answer = await visitor.post("/sign-in", data={"key": created.key})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert created.key not in cookie
    async with signed_in(shared_forge, created.key) as client:
        assert (await client.get("/")).status_code == 200
        await keys.revoke(shared_forge.services.pool, TENANT, created.id, datetime.now(UTC))
        assert (await client.get("/")).status_code == 401


async def test_a_form_without_its_token_changes_nothing(desk: Desk) -> None:
    one = await desk.propose("The user likes tea")
    async with signed_in(desk.forge, desk.forge.keys["reviewer"]) as client:
        for fields in ({}, {"csrf": "0" * 64}):
            path = f"/beliefs/{desk.agent}/{one}/keep"
            answer = await client.post(path, data={"version": "1", **fields})
            assert answer.status_code == 403
        door = await client.post(f"{desk.beliefs}/{one}/keep", json={})
        assert door.status_code == 403
    assert (await desk.belief(one))["status"] == "pending"


async def test_every_page_forbids_what_is_not_its_own(desk: Desk) -> None:
    async with desk.forge.client("reviewer") as client:
        for path in (desk.inbox, "/sign-in", "/static/pages.css"):
            policy = (await client.get(path)).headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy


async def test_nobody_is_led_to_another_site(desk: Desk) -> None:
    async with desk.forge.client() as visitor:
        for elsewhere in ("https://evil.example", "//evil.example", "/\\evil.example"):
            fields = {"key": desk.forge.keys["reviewer"], "next": elsewhere}
            answer = await visitor.post("/sign-in", data=fields)
            assert answer.headers["Location"] == "/"
