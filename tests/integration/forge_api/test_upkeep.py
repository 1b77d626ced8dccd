"""Vectors for what lacks them, over HTTP: after a failure, and after a change of the model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forge_api.embedding import Vectors
from tests.fixtures.forge import AGENT, TURNS, Forge, SilentEmbedder, turn
from tests.integration.forge_api.embedders import NarrowEmbedder, models

UPKEEP = "/upkeep/embeddings"
EPISODES = f"/agents/{AGENT}/memory/episodes"
BELIEFS = f"/agents/{AGENT}/memory/beliefs"
SEARCH = f"/agents/{AGENT}/memory/search"
WORDS = "The user prefers the zebra-striped dashboard"


class Interrupted(NarrowEmbedder):
    """Has `meanwhile` happen while it works."""

    def __init__(self, meanwhile: Any) -> None:
        super().__init__()
        self._meanwhile = meanwhile

    async def embed(self, texts: Sequence[str]) -> Vectors:
        await self._meanwhile()
        return await super().embed(texts)


async def learn(forge: Forge, count: int) -> None:
    async with forge.client("agent") as agent:
        for number in range(count):
            said = turn(f"t{number}", f"Ticket {number} is about the zebra.")
            assert (await agent.post(TURNS, json=said)).status_code == 201


async def test_what_came_while_the_embedder_was_down_gets_its_vector(forge: Forge) -> None:
    working = forge.services.embedder
    forge.use_embedder(SilentEmbedder())
    await learn(forge, 3)
    async with forge.client("worker") as worker:
        refused = await worker.post(UPKEEP, json={})
        forge.use_embedder(working)
        assert await models(forge, "episodes") == {(None, None)}
        done = await worker.post(UPKEEP, json={})
        again = await worker.post(UPKEEP, json={})
    assert (refused.status_code, refused.json()["code"]) == (503, "embedder_unavailable")
    assert done.json() == {"done": 3, "left": 0}
    assert again.json() == {"done": 0, "left": 0}
    assert await models(forge, "episodes") == {(working.name, 256)}


async def test_a_change_of_the_model_renews_beliefs_first_and_slice_by_slice(forge: Forge) -> None:
    await learn(forge, 4)
    async with forge.client("worker") as worker, forge.client("agent") as agent:
        assert (await agent.post(BELIEFS, json={"content": WORDS})).status_code == 201
        forge.use_embedder(NarrowEmbedder())
        slices = [(await worker.post(UPKEEP, json={"limit": 2})).json() for _ in range(3)]
        assert await models(forge, "beliefs") == {("narrow", 16)}
    assert slices == [
        {"done": 2, "left": 3},
        {"done": 2, "left": 1},
        {"done": 1, "left": 0},
    ]
    assert await models(forge, "episodes") == {("narrow", 16)}


async def test_while_vectors_are_mixed_search_compares_only_the_current_ones(forge: Forge) -> None:
    await learn(forge, 4)
    forge.use_embedder(NarrowEmbedder())
    async with forge.client("worker") as worker, forge.client("agent") as agent:
        await worker.post(UPKEEP, json={"limit": 2})
        assert len(await models(forge, "episodes")) == 2
        found = await agent.get(SEARCH, params={"q": "zebra ticket", "scope": "episodes"})
    assert found.status_code == 200
    assert len(found.json()["episodes"]) == 4, "what has no current vector is found by its words"


async def test_a_model_that_changed_its_width_under_the_same_name_is_never_compared(
    forge: Forge,
) -> None:
    forge.use_embedder(NarrowEmbedder(16))
    await learn(forge, 2)
    async with forge.client("worker") as worker, forge.client("agent") as agent:
        assert (await agent.post(BELIEFS, json={"content": WORDS})).status_code == 201
        forge.use_embedder(NarrowEmbedder(24))
        assert (await agent.get(SEARCH, params={"q": "zebra"})).status_code == 200
        other = await agent.post(BELIEFS, json={"content": "Deploys happen on Fridays"})
        assert other.status_code == 201
        assert (await worker.post(UPKEEP, json={})).json() == {"done": 3, "left": 0}
    assert await models(forge, "episodes") == {("narrow", 24)}
    assert await models(forge, "beliefs") == {("narrow", 24)}


async def test_words_that_changed_while_they_were_embedded_do_not_get_the_old_vector(
    forge: Forge,
) -> None:
    async with forge.client("agent") as agent, forge.client("reviewer") as reviewer:
        belief = (await agent.post(BELIEFS, json={"content": WORDS})).json()
        was = forge.services

        async def edit() -> None:
            forge.use_embedder(was.embedder)
            address = f"{BELIEFS}/{belief['id']}/edit"
            done = await reviewer.post(address, json={"content": "Quite another thing"})
            assert done.status_code == 200, done.text

        forge.use_embedder(Interrupted(edit))
        async with forge.client("worker") as worker:
            await worker.post(UPKEEP, json={})
    assert await models(forge, "beliefs") == {(was.embedder.name, 256)}


async def test_upkeep_touches_the_worker_s_own_tenant_alone(forge: Forge) -> None:
    await learn(forge, 1)
    forge.use_embedder(NarrowEmbedder())
    rival = await forge.create_key("worker", tenant="rival")
    async with forge.client(key=rival.key) as worker:
        assert (await worker.post(UPKEEP, json={})).json() == {"done": 0, "left": 0}


async def test_what_was_erased_is_left_alone_also_while_it_was_being_embedded(
    forge: Forge,
) -> None:
    await learn(forge, 3)

    async def erase(*turns: str) -> None:
        async with forge.client("admin") as admin:
            done = await admin.post(f"/agents/{AGENT}/erasures", json={"turn_ids": list(turns)})
            assert done.status_code == 200, done.text

    await erase("t0")
    forge.use_embedder(Interrupted(lambda: erase("t1")))
    async with forge.client("worker") as worker:
        assert (await worker.post(UPKEEP, json={})).json() == {"done": 2, "left": 0}
    assert await models(forge, "episodes") == {("narrow", 16), (None, None)}
