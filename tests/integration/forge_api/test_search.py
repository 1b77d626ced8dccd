"""Search and embeddings over HTTP."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.fixtures.forge import AGENT, TURNS, Forge, SilentEmbedder, turn

SEARCH = f"/agents/{AGENT}/memory/search"

SAID = {
    "tea": ("I only drink green tea in the morning.", "Green tea it is."),
    "train": ("Book the night train to Vienna.", "Booked, wagon 21."),
    "deploy": ("Never deploy on a Friday.", "I will wait until Monday."),
    "quoted": ("The path is C:\\temp\\o'brien & co | (draft)!", "Saved."),
}


async def remember(forge: Forge, agent_id: str = AGENT) -> None:
    async with forge.client("agent") as agent:
        for turn_id, said in SAID.items():
            sent = turn(turn_id, *said, finished_at="2026-03-01T12:00:00Z")
            await agent.post(f"/agents/{agent_id}/turns", json=sent)


async def found(forge: Forge, q: str, **query: Any) -> list[str]:
    async with forge.client("worker") as worker:
        answer = await worker.get(SEARCH, params={"q": q, **query})
    assert answer.status_code == 200, answer.text
    return [episode["turn_id"] for episode in answer.json()["episodes"]]


@pytest.mark.parametrize(
    ("question", "turn_id"),
    [
        ("Which tea in the mornings?", "tea"),
        ("trains Vienna", "train"),
        ("When may we deploy?", "deploy"),
        ("Which railway journey did they take at night?", "train"),
        ("o'brien", "quoted"),
        ("C:\\temp", "quoted"),
    ],
)
async def test_words_and_meaning_find_the_turn(forge: Forge, question: str, turn_id: str) -> None:
    await remember(forge)
    assert (await found(forge, question))[0] == turn_id


@pytest.mark.parametrize("question", ["the of and", "' | & ! ( ) : * \\", "🫖", "%", "\ufffd"])
async def test_a_question_without_words_is_still_answered(forge: Forge, question: str) -> None:
    await remember(forge)
    assert len(await found(forge, question)) == len(SAID)


async def test_the_best_k_come_back_best_first(forge: Forge) -> None:
    await remember(forge)
    async with forge.client("agent") as agent:
        answer = (await agent.get(SEARCH, params={"q": "green tea", "k": 2})).json()
    scores = [episode["score"] for episode in answer["episodes"]]
    assert len(scores) == 2
    assert scores == sorted(scores, reverse=True)
    assert (answer["query"], answer["scope"], answer["beliefs"]) == ("green tea", "agent", [])


async def test_since_leaves_out_what_is_older(forge: Forge) -> None:
    await remember(forge)
    assert await found(forge, "tea", since="2026-03-02T00:00:00Z") == []
    assert len(await found(forge, "tea", since="2026-03-01T00:00:00Z")) == len(SAID)


async def test_the_turn_beside_the_words_is_found_in_its_own_conversation(forge: Forge) -> None:
    diary = [
        ("before", "c1", "Shall we talk about the zeppelin?"),
        ("after", "c1", "It was built in 1936."),
        ("elsewhere", "c2", "It was sold in 1937."),
        *((f"other{number}", "c3", f"Number {number} is unrelated.") for number in range(9)),
    ]
    async with forge.client("agent") as agent:
        for turn_id, conversation, text in diary:
            sent = {**turn(turn_id, text), "conversation_id": conversation}
            assert (await agent.post(TURNS, json=sent)).status_code == 201
    ranked = await found(forge, "zeppelin")
    assert ranked[0] == "before"
    assert ranked.index("after") < ranked.index("elsewhere")


async def test_another_agent_s_episodes_are_never_found(forge: Forge) -> None:
    await remember(forge, await forge.create_agent("other-agent"))
    for scope in ("agent", "org", "episodes"):
        assert await found(forge, "green tea", scope=scope) == []


async def test_an_episode_without_a_vector_is_found_by_its_words(forge: Forge) -> None:
    working = forge.services.embedder
    forge.use_embedder(SilentEmbedder())
    async with forge.client("agent") as agent:
        await agent.post(TURNS, json=turn("t1", "Green tea, please.", "Here."))
    forge.use_embedder(working)
    assert await found(forge, "tea") == ["t1"]


async def test_without_its_embedder_search_is_unavailable_not_worse(forge: Forge) -> None:
    await remember(forge)
    forge.use_embedder(SilentEmbedder())
    async with forge.client("worker") as worker:
        for answer in (
            await worker.get(SEARCH, params={"q": "tea"}),
            await worker.post("/embeddings", json={"texts": ["tea"]}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "embedder_unavailable")


async def believe(forge: Forge, content: str) -> str:
    """Propose a belief of `my-agent`; it is pending."""
    async with forge.client("agent") as agent:
        answer = await agent.post(f"/agents/{AGENT}/memory/beliefs", json={"content": content})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def pass_door(forge: Forge, belief_id: str, door: str, **said: Any) -> None:
    async with forge.client("reviewer") as reviewer:
        path = f"/agents/{AGENT}/memory/beliefs/{belief_id}/{door}"
        answer = await reviewer.post(path, json=said)
    assert answer.status_code == 200, answer.text


async def beliefs_found(
    forge: Forge, scope: str, agent_id: str = AGENT, key: str | None = None
) -> list[str]:
    async with forge.client(key=key or forge.keys["worker"]) as client:
        path = f"/agents/{agent_id}/memory/search"
        answer = await client.get(path, params={"q": "which tea in the morning", "scope": scope})
    assert answer.status_code == 200, answer.text
    return [belief["id"] for belief in answer.json()["beliefs"]]


async def test_only_an_active_belief_is_found_and_a_forgotten_one_never_again(forge: Forge) -> None:
    belief_id = await believe(forge, "The user drinks green tea in the morning.")
    assert await beliefs_found(forge, "agent") == []
    await pass_door(forge, belief_id, "keep")
    assert await beliefs_found(forge, "agent") == [belief_id]
    assert await beliefs_found(forge, "episodes") == []
    await pass_door(forge, belief_id, "forget")
    for scope in ("agent", "org"):
        assert await beliefs_found(forge, scope) == []


async def test_a_belief_crosses_to_another_agent_of_its_tenant_only_as_the_organisation_s(
    forge: Forge,
) -> None:
    private = await believe(forge, "The user drinks green tea in the morning.")
    shared = await believe(forge, "The office serves black tea from seven on.")
    await pass_door(forge, private, "keep")
    await pass_door(forge, shared, "edit", scope="org")
    other = await forge.create_agent("other-agent")
    assert await beliefs_found(forge, "agent", other) == []
    assert await beliefs_found(forge, "org", other) == [shared]
    assert await beliefs_found(forge, "org") == [private, shared]
    rival = await forge.keys_of("rival")
    stranger = await forge.create_agent("rival-agent", key=rival["admin"])
    assert await beliefs_found(forge, "org", stranger, rival["worker"]) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "q"),
        ({"q": ""}, "q"),
        ({"q": "  "}, "q"),
        ({"q": "tea", "k": 0}, "k"),
        ({"q": "tea", "k": 51}, "k"),
        ({"q": "tea", "scope": "world"}, "scope"),
    ],
)
async def test_a_parameter_at_fault_is_named(
    forge: Forge, query: dict[str, Any], field: str
) -> None:
    async with forge.client("worker") as worker:
        answer = await worker.get(SEARCH, params=query)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


async def test_embeddings_come_in_order_each_of_length_one(forge: Forge) -> None:
    async with forge.client("worker") as worker:
        answer = (await worker.post("/embeddings", json={"texts": ["tea", "train", "tea"]})).json()
    vectors = np.array(answer["vectors"])
    assert vectors.shape == (3, answer["dimension"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert answer["vectors"][0] == answer["vectors"][2] != answer["vectors"][1]
    assert answer["model"] == forge.services.embedder.name


async def test_of_the_organisations_beliefs_other_agents_learn_the_words_and_no_sources(
    forge: Forge,
) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json=turn("t1", "The office serves black tea."))
        source = answer.json()["episode"]["id"]
        new = {
            "content": "The office serves black tea.",
            "source_episodes": [source],
            "rationale": "Ada said so",
        }
        answer = await agent.post(f"/agents/{AGENT}/memory/beliefs", json=new)
    shared = answer.json()["id"]
    await pass_door(forge, shared, "edit", scope="org")
    other = await forge.create_agent("other-agent")
    async with forge.client("worker") as worker:
        query = {"q": "black tea", "scope": "org"}
        own = await worker.get(f"/agents/{AGENT}/memory/search", params=query)
        foreign = await worker.get(f"/agents/{other}/memory/search", params=query)
        [its_own], [seen] = own.json()["beliefs"], foreign.json()["beliefs"]
        for path in ("", "/history", "/provenance"):
            hidden = await worker.get(f"/agents/{other}/memory/beliefs/{shared}{path}")
            assert hidden.status_code == 404
    assert (its_own["source_episodes"], its_own["rationale"]) == ([source], "Ada said so")
    assert (seen["id"], seen["content"]) == (shared, "The office serves black tea.")
    assert (seen["source_episodes"], seen["rationale"], seen["run_id"]) == ([], "", None)
    assert source not in foreign.text
