"""An agent's memory as an MCP client finds it: over real standard input and output."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

from forge_client.beliefs import Door, NewBelief
from forge_client.client import ForgeClient
from forge_client.turns import Message, NewTurn
from surfaces.agent_tools import lines
from surfaces.agent_tools.server import TOOLS, AgentTools
from tests.fixtures.forge import AGENT, Forge
from tests.fixtures.stack import REFLECTION, environment
from tests.integration.forge_api.learning import active, belief

SAID = [
    {"role": "user", "content": "We deploy on Thursdays."},
    {"role": "assistant", "content": "Thursdays it is."},
]
HALF = {"role": "user", "content": "half: \ud800"}
GREETING = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}
GREETED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


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


async def test_every_refusal_names_what_is_wrong_and_repeats_nothing(forge: Forge) -> None:
    turn = {"turn_id": "t1", "conversation_id": "c1"}
    nowhere = "belief_not_found"
    async with connected(forge) as client:
        for tool, asked, told in (
            ("get_belief", {"belief_id": "bel_SENT"}, nowhere),
            ("get_belief", {"belief_id": ""}, nowhere),
            ("get_belief", {"belief_id": "SENT/keep"}, nowhere),
            ("get_belief", {"belief_id": "SENT" * 50_000}, "does not fit in an address"),
            ("record_turn", turn, "messages: is missing"),
            ("record_turn", turn | {"messages": 7}, "messages: must be a list"),
            ("record_turn", turn | {"messages": [{"role": "SENT"}]}, "messages.0.role: must be"),
            ("record_turn", turn | {"messages": [SAID[0] | {"tone": "SENT"}]}, "messages.0.tone"),
            ("search_memory", {"query": "SENT" * 25_000}, "query: must hold at most 4000"),
            ("list_beliefs", {"status": "SENT"}, "status: must be pending"),
            ("propose_belief", {"content": "SENT\0"}, "content: contains a NUL"),
            ("propose_belief", {"content": "SENT" * 50_000}, "content: must hold at most 32768"),
            ("SENT", {}, "no such tool"),
        ):
            refused = await client.call_tool(tool, asked)
            assert refused.is_error
            assert told in said(refused)
            assert not {"SENT", "pydantic", "input_value"} & set(re.findall(r"\w+", said(refused)))


async def test_a_call_that_holds_half_a_character_is_answered(forge: Forge) -> None:
    own = {"FORGE_URL": forge.url, "FORGE_API_KEY": forge.keys["agent"]}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("record_turn", {"turn_id": "h", "conversation_id": "c", "messages": [HALF]}),
        ("search_memory", {"query": "\ud800"}),
        ("list_beliefs", {"cursor": "\ud800"}),
        ("get_belief", {"belief_id": "\ud800"}),
        ("propose_belief", {"content": "half: \ud800", "source_episodes": ["\ud800"]}),
    ]
    sent = [GREETING, GREETED, *(asking(n, *call) for n, call in enumerate(calls, 1))]
    served = await asyncio.create_subprocess_exec(
        REFLECTION,
        "mcp",
        "--agent",
        AGENT,
        env=environment() | own,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert served.stdin
    assert served.stdout
    served.stdin.write("".join(json.dumps(one) + "\n" for one in sent).encode())
    async with asyncio.timeout(60):
        answers = [json.loads(await served.stdout.readline()) for _ in range(len(calls) + 1)]
    _, complaints = await served.communicate(b"")
    assert {one["id"] for one in answers} == set(range(len(calls) + 1))
    assert all("result" in one for one in answers)
    assert not complaints


async def test_words_that_hold_half_a_character_are_shown(forge: Forge) -> None:
    turn = NewTurn(turn_id="h", conversation_id="c", messages=[Message.model_validate(HALF)])
    async with ForgeClient(forge.url, forge.keys["agent"]) as agent:
        episode = (await agent.record_turn(AGENT, turn)).episode.id
        learned = NewBelief(content="Half is half", source_episodes=[episode])
        belief_id = (await agent.create_belief(AGENT, learned)).id
        tools = AgentTools(agent, AGENT)
        [source] = (await tools.get_provenance(belief_id)).episodes
    assert source.entries[0].content == "half: \ufffd"


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (r'"\ud83d\ude00"', r'"\ud83d\ude00"'),
        (r'"\ud83d \uDE00"', r'"\ufffd \ufffd"'),
        (r'"\\ud83d"', r'"\\ud83d"'),
        (r'"\\\ud83d\ud83d\ude00"', r'"\\\ufffd\ud83d\ude00"'),
    ],
)
def test_only_half_a_character_is_replaced(sent: str, read: str) -> None:
    assert lines.mended(sent) == read


def asking(number: int, tool: str, asked: dict[str, Any]) -> dict[str, Any]:
    asked = {"name": tool, "arguments": asked}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": asked}
