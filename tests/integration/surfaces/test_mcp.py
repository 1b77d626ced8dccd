"""An agent's memory as an MCP client finds it: over real standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

from forge_client.beliefs import Door
from surfaces.agent_tools.server import TOOLS
from tests.fixtures.forge import AGENT, Forge
from tests.fixtures.stack import REFLECTION, environment
from tests.integration.forge_api.learning import active, belief

SAID = [
    {"role": "user", "content": "We deploy on Thursdays."},
    {"role": "assistant", "content": "Thursdays it is."},
]


@asynccontextmanager
async def connected(forge: Forge) -> AsyncIterator[Client]:
    own = {"FORGE_URL": forge.url, "FORGE_API_KEY": forge.keys["agent"]}
    started = StdioServerParameters(
        command=str(REFLECTION), args=["mcp", "--agent", AGENT], env=environment() | own
    )
    async with asyncio.timeout(120), Client(started) as client:
        yield client


async def answer(client: Client, tool: str, **asked: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, asked)
    assert not result.is_error, said(result)
    found: dict[str, Any] | None = result.structured_content
    assert found is not None
    return found


def said(result: CallToolResult) -> str:
    return " ".join(getattr(one, "text", "") for one in result.content)


async def test_an_agent_records_searches_and_proposes_and_passes_no_door(forge: Forge) -> None:
    held = await active(forge, "The user lives in Oslo")
    async with connected(forge) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {tool.__name__ for tool in TOOLS}
        assert not any(door in name for door in get_args(Door) for name in names)

        turn = {"turn_id": "t1", "conversation_id": "c1", "messages": SAID}
        recorded = await answer(client, "record_turn", **turn)
        assert await answer(client, "record_turn", **turn) == recorded
        episode = recorded["episode"]["id"]
        found = await answer(client, "search_memory", query="when do we deploy?")
        assert episode in {one["id"] for one in found["episodes"]}

        proposed = await answer(
            client,
            "propose_belief",
            content="The team deploys on Thursdays",
            source_episodes=[episode],
        )
        assert (await belief(forge, proposed["id"]))["status"] == "pending"
        [card] = (await answer(client, "list_cards"))["cards"]
        assert card["belief"]["id"] == proposed["id"]
        words = (await answer(client, "get_provenance", belief_id=proposed["id"]))["episodes"]
        assert words[0]["entries"][0]["content"] == SAID[0]["content"]

        assert "The user lives in Oslo" in (await answer(client, "get_context"))["block"]
        [listed] = (await answer(client, "list_beliefs"))["beliefs"]
        assert (await answer(client, "get_belief", belief_id=held))["belief"] == listed

        refused = await client.call_tool("get_belief", {"belief_id": "bel_nowhere"})
        assert refused.is_error
        assert "belief_not_found" in said(refused)
