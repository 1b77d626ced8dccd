"""Nothing of one agent's own reaches a key that is bound to another one, on any reading route."""

from __future__ import annotations

from typing import Any

import pytest

from forge_api import access
from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import active, item, pending, propose
from tests.integration.forge_api.test_proposals import remember, report

CANARY = "zyzzyva"
"""In every text of the first agent."""

ENDLESS = ("/stream", "/subscribe")


async def a_life(forge: Forge) -> dict[str, str]:
    """Let the first agent live and learn; return the ids of what came of it, by parameter."""
    episode = await remember(forge, "t1", f"I keep a {CANARY} at home.", f"A {CANARY}, noted.")
    words = f"The user keeps a {CANARY} at home"
    proposal = item(words, source_episodes=[episode], rationale=f"said {CANARY}")
    [result] = await propose(
        forge, proposal, run_id="run-1", reflected_episodes=[episode], report=report()
    )
    await active(forge, f"The {CANARY} is green")
    await pending(forge, f"The {CANARY} sleeps at noon", review_reasons=[f"odd {CANARY}"])
    async with forge.client("reviewer") as reviewer:
        recent = await reviewer.get("/reflection-memory/recent")
    return {
        "agent_id": "neighbour",
        "belief_id": result["belief_id"],
        "episode_id": episode,
        "run_id": "run-1",
        "entry_id": recent.json()["entries"][0]["id"],
    }


def reading_routes(forge: Forge, role: Any) -> list[str]:
    table = access.access_table(forge.app)
    paths = [route.removeprefix("GET ") for route in table if route.startswith("GET ")]
    ours = [path for path in paths if role in table[f"GET {path}"]]
    return [path for path in ours if not path.endswith(ENDLESS)]


def filled(path: str, ids: dict[str, str]) -> str:
    for name, value in ids.items():
        path = path.replace(f"{{{name}}}", value).replace(f"{{{name}:path}}", value)
    return path


@pytest.mark.parametrize("role", ["agent", "worker", "reviewer"])
async def test_a_bound_key_reads_nothing_of_another_agent_anywhere(forge: Forge, role: Any) -> None:
    ids = await a_life(forge)
    await forge.create_agent("neighbour")
    bound = (await forge.create_key(role, agents=["neighbour"])).key
    routes = reading_routes(forge, role)
    assert len(routes) > 15
    queries = ({"q": CANARY, "scope": "org"}, {"sources": AGENT, "n": "100"})
    async with forge.client(key=bound) as reader:
        for path in routes:
            for query in queries:
                answer = await reader.get(filled(path, ids), params=query)
                said = answer.text.replace(f"q={CANARY}", "").replace(f'"{CANARY}"', "")
                assert CANARY not in said, f"{path} {query}"
                assert answer.status_code < 500, path
            foreign = await reader.get(filled(path, ids | {"agent_id": AGENT}))
            assert CANARY not in foreign.text, path
            assert "{agent_id}" not in path or foreign.status_code == 404, path


async def test_an_unbound_reader_finds_all_of_it(forge: Forge) -> None:
    ids = await a_life(forge) | {"agent_id": AGENT}
    said = ""
    async with forge.client("reviewer") as reader:
        for path in reading_routes(forge, "reviewer"):
            said += (await reader.get(filled(path, ids), params={"q": CANARY})).text
    for words in ("keeps a", "is green", "sleeps at noon", "odd"):
        assert f"{words} {CANARY}" in said or f"{CANARY} {words}" in said
