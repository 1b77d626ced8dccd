"""A run in Temporal's Web UI, as the stack serves it: a report for whoever may read it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from forge_client.agents import NewAgent, NewKey
from forge_client.names import workflow_id
from forge_client.turns import NewTurn
from tests.fixtures.browser import closed
from tests.fixtures.stack import StackProcess, reflection

AGENT = "shown-agent"
WORDS = "We deploy on Thursdays"


@pytest_asyncio.fixture(scope="module")
async def run_id(stack: StackProcess) -> str:
    """Let an agent reflect on three turns, and return the run's id."""
    async with stack.forge("admin") as admin:
        if AGENT not in {agent.id for agent in await admin.list_agents()}:
            await admin.create_agent(NewAgent(id=AGENT))
    async with stack.forge("agent") as agent:
        for number in range(3):
            messages = [{"role": "user", "content": f"{WORDS}."}]
            turn = {"turn_id": f"t{number}", "conversation_id": f"c{number}", "messages": messages}
            await agent.record_turn(AGENT, NewTurn.model_validate(turn))
    status, _, told = await reflection("run", "--agent", AGENT, "--data-dir", str(stack.folder))
    assert status == 0, told
    async with stack.forge("reviewer") as reviewer:
        return (await reviewer.list_runs(AGENT)).runs[-1].run_id


@pytest_asyncio.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context()
    context.set_default_timeout(30_000)
    yield await context.new_page()
    await closed(context.close())


async def sign_in(page: Page, stack: StackProcess, key: str) -> None:
    await page.goto(f"{stack.file.forge_url}/sign-in")
    await page.get_by_label("Reviewer key").fill(key)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Inbox")).to_be_visible()


async def test_a_reviewer_reads_a_run_there_as_a_report(
    stack: StackProcess, run_id: str, page: Page
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await sign_in(page, stack, stack.key("reviewer"))
    await page.goto(f"{stack.file.forge_url}/runs/{AGENT}/{run_id}")
    await page.get_by_role("link", name="this run in Temporal").click()
    await expect(page.get_by_text(workflow_id(AGENT)).first).to_be_visible(timeout=30_000)
    await expect(page.locator("main")).to_contain_text(WORDS, timeout=30_000)
    ours = (stack.file.forge_url, "data:", "blob:", "about:")
    assert [url for url in asked if not url.startswith(ours)] == []


async def test_whoever_is_bound_to_another_agent_sees_it_sealed(
    stack: StackProcess, run_id: str, page: Page
) -> None:
    async with stack.forge("admin") as admin:
        await admin.create_agent(NewAgent(id="another-agent"))
        bound = await admin.create_key(NewKey(role="reviewer", agents=["another-agent"]))
    await sign_in(page, stack, bound.key)
    place = workflow_id(AGENT).replace("/", "%2F")
    await page.goto(
        f"{stack.file.forge_url}/temporal/namespaces/default/workflows/{place}/{run_id}/history"
    )
    await expect(page.locator("main")).to_contain_text("Event ID", timeout=30_000)
    shown = await page.content()
    assert WORDS not in shown
    assert "outcome" not in shown
    listed = "/temporal/api/v1/namespaces/default/workflows"
    async with httpx.AsyncClient(base_url=stack.file.forge_url) as client:
        for key, due in ((bound.key, set()), (stack.key("reviewer"), {workflow_id(AGENT)})):
            answer = await client.get(listed, headers={"X-API-Key": key})
            ids = {one["execution"]["workflowId"] for one in answer.json().get("executions", ())}
            assert {one for one in ids if one.endswith(AGENT)} == due


async def test_nobody_else_gets_in_and_nobody_acts_on_a_run_there(stack: StackProcess) -> None:
    async with httpx.AsyncClient(base_url=stack.file.forge_url) as client:
        stranger = await client.get("/temporal/", headers={"Accept": "text/html"})
        assert stranger.headers["Location"] == "/sign-in?next=%2Ftemporal%2F"
        key = {"X-API-Key": stack.key("reviewer")}
        assert (await client.get("/temporal/", headers=key)).status_code == 200
        for place in ("x/terminate", "x%2Fquery%2Fy/terminate", "x/query/y/terminate"):
            path = f"/temporal/api/v1/namespaces/default/workflows/{place}"
            assert (await client.post(path, headers=key)).status_code == 403
