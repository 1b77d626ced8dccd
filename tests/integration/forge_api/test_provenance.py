from __future__ import annotations

from typing import Any

import pytest

from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory
from tests.fixtures.forge import TENANT, Forge
from tests.integration.forge_api.learning import BELIEFS, item, pending, send
from tests.integration.forge_api.test_proposals import remember, report

SECRET = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
ASKED = f"I prefer terse answers. My token is {SECRET}.\r\n\tOdd: \u200b caf\u00e9 \ud83d"


async def learned(forge: Forge) -> tuple[str, str]:
    """Return a belief that a run proposed from one turn, and the turn's episode."""
    episode = await remember(forge, "t1", ASKED, "Noted.")
    answer = await send(
        forge,
        item("The user prefers terse answers", source_episodes=[episode]),
        run_id="run-1",
        reflected_episodes=[episode],
        report=report(),
    )
    return answer.json()["results"][0]["belief_id"], episode


async def walk(forge: Forge, belief_id: str, role: Any = "reviewer", **query: Any) -> Any:
    async with forge.client(role) as reader:
        return await reader.get(f"{BELIEFS}/{belief_id}/provenance", params=query)


async def test_one_call_goes_from_the_belief_to_the_words(forge: Forge) -> None:
    one, episode = await learned(forge)
    found = (await walk(forge, one)).json()
    assert found["belief"]["id"] == one
    assert found["run"]["run_id"] == "run-1"
    [source] = found["episodes"]
    assert source["episode"]["id"] == episode
    assert [entry["id"] for entry in source["entries"]] == source["episode"]["entry_ids"]
    assert "I prefer terse answers." in source["entries"][0]["content"]


@pytest.mark.parametrize("role", ["agent", "worker", "reviewer", "admin"])
async def test_secrets_are_masked_for_whoever_does_not_ask(forge: Forge, role: Any) -> None:
    one, _ = await learned(forge)
    assert SECRET not in (await walk(forge, one, role)).text


async def test_a_reviewer_gets_the_words_as_they_came(forge: Forge) -> None:
    one, _ = await learned(forge)
    found = (await walk(forge, one, verbatim="true")).json()
    assert found["episodes"][0]["entries"][0]["content"] == ASKED
    assert found["verbatim"] is True


@pytest.mark.parametrize("role", ["agent", "worker", "admin"])
async def test_nobody_else_gets_them(forge: Forge, role: Any) -> None:
    one, _ = await learned(forge)
    answer = await walk(forge, one, role, verbatim="true")
    assert answer.status_code == 403
    assert SECRET not in answer.text


async def test_the_log_remembers_that_the_words_were_read(forge: Forge) -> None:
    one, _ = await learned(forge)
    log = ReflectionMemory(forge.services.pool, forge.services.keyring, TENANT)
    story = HistoryQuery(correlation_id=f"belief/{one}", limit=10)
    await walk(forge, one)
    before = await log.query(story)
    await walk(forge, one, verbatim="true")
    *after, notice = await log.query(story)
    assert after == before
    assert (notice.origin, notice.type) == ("SYSTEM", "SYSTEM_NOTICE")
    assert notice.content["event"] == "belief.read_verbatim"


async def test_a_cited_episode_that_is_not_there_is_named(forge: Forge) -> None:
    one = await pending(forge, "The user likes tea", source_episodes=["ep_gone"])
    found = (await walk(forge, one)).json()
    assert (found["missing_episodes"], found["episodes"], found["run"]) == (["ep_gone"], [], None)
