from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from tests.fixtures.forge import AGENT, TURNS, Forge, SilentEmbedder, turn
from tests.integration.forge_api.learning import (
    BELIEFS,
    JSON,
    active,
    belief,
    door,
    item,
    pending,
    propose,
    send,
)

MODEL = {"name": "stub"}


async def remember(forge: Forge, turn_id: str, *said: str) -> str:
    """Record a turn and return its episode's id."""
    body = json.dumps(turn(turn_id, *said))
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, content=body, headers=JSON)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["episode"]["id"])


async def unreflected(forge: Forge) -> list[str]:
    async with forge.client("worker") as worker:
        answer = await worker.get(f"/agents/{AGENT}/memory/episodes", params={"reflected": "false"})
    return [episode["id"] for episode in answer.json()["episodes"]]


async def all_beliefs(forge: Forge) -> list[dict[str, Any]]:
    async with forge.client("worker") as worker:
        found: list[dict[str, Any]] = (await worker.get(BELIEFS)).json()["beliefs"]
    return found


def report(run_id: str = "run-1", **fields: Any) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "agent_id": AGENT,
        "outcome": "proposed",
        "model": MODEL,
        "started_at": "2026-01-01T00:00:00Z",
        **fields,
    }


async def test_a_grounded_addition_is_pending_and_needs_no_review(forge: Forge) -> None:
    episode = await remember(forge, "t1", "I prefer terse answers in terminals.", "Noted.")
    content = "The user prefers terse answers in terminals"
    [result] = await propose(forge, item(content, source_episodes=[episode], rationale="Said so"))
    assert (result["accepted"], result["route"], result["reasons"]) == (True, "safe", [])
    one = await belief(forge, result["belief_id"])
    assert (one["status"], one["version"], one["rationale"]) == ("pending", 1, "Said so")
    assert one["source_episodes"] == [episode]


async def test_what_needs_review_says_so_before_its_rationale(forge: Forge) -> None:
    [result] = await propose(forge, item("The user likes tea", rationale="a guess"))
    assert result["route"] == "needs_review"
    assert "no_source_episode" in result["reasons"]
    one = await belief(forge, result["belief_id"])
    assert one["rationale"].startswith("[needs human review] names no episode that taught it")
    assert one["rationale"].endswith("a guess")
    assert [reason["code"] for reason in one["review_reasons"]] == ["no_source_episode"]


async def test_an_invented_episode_is_flagged(forge: Forge) -> None:
    [result] = await propose(forge, item("The user likes tea", source_episodes=["ep_invented"]))
    assert any(reason.startswith("unknown_source_episode") for reason in result["reasons"])


async def test_another_agents_episode_is_unknown(forge: Forge) -> None:
    await forge.create_agent("neighbour")
    async with forge.client("agent") as agent:
        answer = await agent.post("/agents/neighbour/turns", json=turn("t1", "I like tea.", "Ok."))
    foreign = answer.json()["episode"]["id"]
    [result] = await propose(forge, item("The user likes tea", source_episodes=[foreign]))
    assert any(reason.startswith("unknown_source_episode") for reason in result["reasons"])


async def test_a_caller_adds_reasons_and_clears_none(forge: Forge) -> None:
    [result] = await propose(forge, item("The user likes tea", review_reasons=["odd hour"]))
    one = await belief(forge, result["belief_id"])
    assert [(reason["code"], reason["text"]) for reason in one["review_reasons"]] == [
        ("no_source_episode", "names no episode that taught it"),
        ("caller", "odd hour"),
    ]


async def test_a_contradiction_of_an_active_belief_is_flagged_with_both_spans(forge: Forge) -> None:
    held = await active(forge, "The user wants verbose replies")
    [result] = await propose(forge, item("The user never wants verbose replies"))
    assert result["accepted"]
    one = await belief(forge, result["belief_id"])
    [reason] = [one for one in one["review_reasons"] if one["code"] == "contradicts"]
    assert (reason["belief_id"], reason["rule"]) == (held, "negation_overlap")
    assert reason["span"]
    assert reason["other_span"]


async def test_an_exact_double_is_rejected_and_names_the_other(forge: Forge) -> None:
    first = await pending(forge, "The user likes green tea")
    [result] = await propose(forge, item("the user  LIKES green tea"))
    assert (result["accepted"], result["rejected_code"]) == (False, "duplicate")
    assert (result["duplicate_of"], result["similarity"]) == (first, 1.0)


async def test_a_near_double_with_new_evidence_is_told_what_to_strengthen(forge: Forge) -> None:
    first = await remember(forge, "t1", "I like green tea in the morning.", "Noted.")
    held = await active(
        forge, "The user likes green tea in the morning", source_episodes=[first], confidence=0.6
    )
    again = await remember(forge, "t2", "In the morning I like green tea.", "As ever.")
    near = "In the morning the user likes green tea."
    [result] = await propose(forge, item(near, source_episodes=[first, again]))
    assert (result["accepted"], result["rejected_code"]) == (False, "near_duplicate")
    assert (result["duplicate_of"], result["new_episodes"]) == (held, [again])
    assert "propose to strengthen that belief" in result["rejected_reason"]
    change = {"op": "strengthen", "target_belief_id": held, "confidence": 0.74}
    [taken] = await propose(forge, item(near, source_episodes=[again], **change))
    assert taken["accepted"]


async def test_an_exact_double_is_seen_again_with_its_new_episodes(forge: Forge) -> None:
    held = await active(forge, "The user likes green tea")
    again = await remember(forge, "t1", "I like green tea.", "Noted.")
    [result] = await propose(forge, item("the user likes GREEN tea", source_episodes=[again]))
    assert (result["rejected_code"], result["new_episodes"]) == ("duplicate", [again])
    assert result["reasons"] == [f"duplicate {held}", f"seen_again {held} {again}"]


@pytest.mark.parametrize(
    "words",
    ["the user likes green tea in the MORNING", "In the morning the user likes green tea."],
    ids=["exactly", "nearly"],
)
async def test_what_a_person_forgot_comes_back_flagged(forge: Forge, words: str) -> None:
    dropped = await active(forge, "The user likes green tea in the morning")
    await door(forge, dropped, "forget", actor="Ana")
    [result] = await propose(forge, item(words))
    assert f"forgotten_before {dropped}" in result["reasons"]
    card = await belief(forge, result["belief_id"])
    [reason] = [one for one in card["review_reasons"] if one["code"] == "forgotten_before"]
    assert re.fullmatch(r"repeats what was forgotten on \d{4}-\d\d-\d\d by Ana", reason["text"])


async def test_a_near_double_is_rejected_with_its_similarity(forge: Forge) -> None:
    first = await pending(forge, "The user likes green tea in the morning")
    [result] = await propose(forge, item("In the morning the user likes green tea."))
    assert (result["accepted"], result["duplicate_of"]) == (False, first)
    assert 0.92 < result["similarity"] < 1


async def test_a_near_double_that_contradicts_is_no_double(forge: Forge) -> None:
    held = await active(forge, "The user wants replies with emoji")
    [result] = await propose(forge, item("The user wants replies without emoji"))
    assert result["accepted"], result
    assert any(reason.startswith(f"contradicts {held}") for reason in result["reasons"])


async def test_a_double_within_the_batch_names_the_item_that_stays(forge: Forge) -> None:
    first, second = await propose(forge, item("The user likes tea"), item("the user likes TEA"))
    assert first["accepted"]
    assert (second["accepted"], second["duplicate_of"]) == (False, first["belief_id"])


async def test_a_forgotten_belief_may_be_proposed_again(forge: Forge) -> None:
    one = await pending(forge, "The user likes tea")
    async with forge.client("reviewer") as reviewer:
        await reviewer.post(f"{BELIEFS}/{one}/forget")
    assert (await propose(forge, item("The user likes tea")))[0]["accepted"]


async def test_a_change_that_quotes_its_own_target_is_no_double(forge: Forge) -> None:
    target = await active(forge, "The user likes tea")
    [result] = await propose(
        forge, item("The user likes tea", op="strengthen", target_belief_id=target, confidence=0.9)
    )
    assert (result["accepted"], result["route"]) == (True, "needs_review")
    one = await belief(forge, result["belief_id"])
    assert (one["target_belief_id"], one["target_version"]) == (target, 2)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"op": "strengthen"}, "invalid"),
        ({"op": "add", "target_belief_id": "bel_x"}, "invalid"),
        ({"op": "forget", "target_belief_id": "bel_x"}, "unknown_target"),
        ({"op": "destroy"}, "invalid"),
        ({"confidence": 1.5}, "invalid"),
        ({"kind": "rumour"}, "invalid"),
        ({"content": "   "}, "invalid"),
        ({"content": "a\0b"}, "invalid"),
        ({"content": "half \ud83d"}, "invalid"),
        ({"rationale": "a\0b"}, "invalid"),
        ({"rationale": "half \udc00"}, "invalid"),
        ({"unheard_of": 1}, "invalid"),
        ({"source_episodes": ["a\0b"]}, "invalid"),
    ],
)
async def test_one_bad_item_is_rejected_and_the_others_go_on(
    forge: Forge, fields: dict[str, Any], code: str
) -> None:
    bad, good = await propose(forge, item("The user likes tea") | fields, item("Snow is white"))
    assert (bad["accepted"], bad["rejected_code"]) == (False, code)
    assert bad["rejected_reason"]
    assert good["accepted"]


async def test_a_rejection_never_quotes_the_value(forge: Forge) -> None:
    answer = await send(forge, item("The user likes tea", kind="canary-value"))
    assert "canary-value" not in answer.text


async def test_a_pending_belief_is_no_target(forge: Forge) -> None:
    one = await pending(forge, "The user likes tea")
    [result] = await propose(forge, item("The user likes tea", op="weaken", target_belief_id=one))
    assert result["rejected_code"] == "unknown_target"


async def test_proposals_pass_redaction(forge: Forge) -> None:
    secret = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
    answer = await send(
        forge,
        item(
            f"The user's token is {secret}",
            rationale=f"saw {secret}",
            source_episodes=[f"ep_{secret}"],
            review_reasons=[f"holds {secret}"],
        ),
        actor=f"me {secret}",
        run_id="run-1",
        report=report(results=[{"op": "add", "belief": f"token {secret}", "route": "safe"}]),
    )
    assert answer.json()["results"][0]["accepted"]
    assert secret not in answer.text
    async with forge.client("reviewer") as reviewer:
        for path in (BELIEFS, f"/agents/{AGENT}/runs", f"/agents/{AGENT}/cards"):
            assert secret not in (await reviewer.get(path)).text


async def test_six_identical_calls_without_a_run_store_each_item_once(forge: Forge) -> None:
    items = [item("The user likes tea"), item("Snow is white and cold")]
    answers = await asyncio.gather(*(send(forge, *items) for _ in range(6)))
    named = [
        tuple(result["belief_id"] or result["duplicate_of"] for result in answer.json()["results"])
        for answer in answers
    ]
    assert len(set(named)) == 1
    assert {one["id"] for one in await all_beliefs(forge)} == set(named[0])


async def test_six_identical_calls_of_one_run_get_one_answer(forge: Forge) -> None:
    episode = await remember(forge, "t1", "I like tea.", "Noted.")
    batch = {"run_id": "run-1", "reflected_episodes": [episode], "report": report()}
    items = [item("The user likes tea", source_episodes=[episode]), item("Snow is white")]
    answers = await asyncio.gather(*(send(forge, *items, **batch) for _ in range(6)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert len(await all_beliefs(forge)) == 2
    assert (await send(forge, *items, **batch)).text == answers[0].text


async def test_a_runs_id_again_gets_the_same_answer_whatever_it_sends(forge: Forge) -> None:
    first = await send(forge, item("The user likes tea"), run_id="run-1")
    again = await send(forge, item("The user likes coffee"), run_id="run-1")
    assert (again.status_code, again.text) == (200, first.text)
    assert len(await all_beliefs(forge)) == 1


async def test_a_run_that_said_it_stored_nothing_cannot_propose_any_more(forge: Forge) -> None:
    async with forge.client("worker") as worker:
        await worker.put(f"/agents/{AGENT}/runs/run-1", json=report(outcome="dry_run"))
    answer = await send(forge, item("The user likes coffee"), run_id="run-1")
    assert (answer.status_code, answer.json()["code"]) == (409, "run_differs")
    assert await all_beliefs(forge) == []


async def test_an_item_that_is_no_object_rejects_itself_alone(forge: Forge) -> None:
    results = await propose(forge, item("Ducks quack twice"), 5, None, item("Ducks swim"))
    assert [one["accepted"] for one in results] == [True, False, False, True]
    assert results[1]["rejected_reason"].startswith("item: must be an object")


async def test_a_run_marks_its_episodes_and_stores_its_report(forge: Forge) -> None:
    one = await remember(forge, "t1", "I like green tea.", "Noted.")
    two = await remember(forge, "t2", "What is the time?", "Noon.")
    draft = report(
        proposed=2,
        results=[
            {"op": "add", "belief": "known", "route": "duplicate", "rejected_code": "duplicate"},
            {"op": "add", "belief": "The user likes green tea", "route": "safe"},
        ],
    )
    answer = await send(
        forge,
        item("The user likes green tea", source_episodes=[one]),
        run_id="run-1",
        reflected_episodes=[one, two],
        report=draft,
    )
    stored = answer.json()["report"]
    assert (stored["outcome"], stored["proposed"], stored["accepted"], stored["rejected"]) == (
        "proposed",
        2,
        1,
        1,
    )
    assert stored["results"][1]["belief_id"] == answer.json()["results"][0]["belief_id"]
    assert await unreflected(forge) == []
    async with forge.client("worker") as worker:
        assert (await worker.get(f"/agents/{AGENT}/runs/run-1")).json() == stored


async def test_a_run_that_comes_second_is_overtaken_and_stores_nothing(forge: Forge) -> None:
    one = await remember(forge, "t1", "I like tea.", "Noted.")
    two = await remember(forge, "t2", "What is the time?", "Noon.")
    await send(forge, run_id="run-1", reflected_episodes=[one])
    late = await send(
        forge, item("The user likes tea"), run_id="run-2", reflected_episodes=[one, two]
    )
    assert (late.status_code, late.json()["code"]) == (409, "overtaken")
    assert await all_beliefs(forge) == []
    assert await unreflected(forge) == [two]
    async with forge.client("worker") as worker:
        assert (await worker.get(f"/agents/{AGENT}/runs/run-2")).status_code == 404


async def test_of_two_runs_over_the_same_episodes_at_once_one_is_overtaken(forge: Forge) -> None:
    episodes = [await remember(forge, f"t{n}", f"I like tea number {n}.", "Ok.") for n in range(3)]
    answers = await asyncio.gather(
        send(forge, item("The user likes tea"), run_id="a", reflected_episodes=episodes),
        send(forge, item("Snow is white"), run_id="b", reflected_episodes=episodes[::-1]),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(await all_beliefs(forge)) == 1


async def test_an_empty_run_is_a_success_with_nothing_new(forge: Forge) -> None:
    one = await remember(forge, "t1", "What is the time?", "Noon.")
    answer = await send(forge, run_id="run-1", reflected_episodes=[one], report=report())
    assert answer.json()["report"]["outcome"] == "nothing_new"
    assert await unreflected(forge) == []


@pytest.mark.parametrize(
    "fields", [{"run_id": "r"}, {"reflected_episodes": ["ep_1"]}, {"report": report()}]
)
async def test_an_agents_key_reports_no_run(forge: Forge, fields: dict[str, Any]) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(f"{BELIEFS}/proposals", json={"beliefs": [], **fields})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    "fields",
    [
        {"reflected_episodes": ["ep_1"]},
        {"run_id": "other", "report": report()},
        {"run_id": "run-1", "report": report() | {"agent_id": "other"}},
    ],
)
async def test_a_run_that_does_not_name_itself_is_refused(
    forge: Forge, fields: dict[str, Any]
) -> None:
    assert (await send(forge, **fields)).status_code == 422


async def test_without_an_embedder_nothing_is_stored(forge: Forge) -> None:
    one = await remember(forge, "t1", "I like tea.", "Noted.")
    forge.use_embedder(SilentEmbedder())
    answer = await send(forge, item("The user likes tea"), run_id="run-1", reflected_episodes=[one])
    assert (answer.status_code, answer.json()["code"]) == (503, "embedder_unavailable")
    assert await all_beliefs(forge) == []
    assert await unreflected(forge) == [one]


async def test_a_run_that_was_stored_is_answered_again_without_an_embedder(forge: Forge) -> None:
    first = await send(forge, item("The user likes tea"), run_id="run-1")
    forge.use_embedder(SilentEmbedder())
    assert (await send(forge, item("The user likes tea"), run_id="run-1")).text == first.text


async def test_a_belief_posted_alone_waits_as_pending(forge: Forge) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(BELIEFS, json={"content": "The user likes tea"})
        again = await agent.post(BELIEFS, json={"content": "the user likes tea"})
    assert answer.status_code == 201
    assert (answer.json()["status"], answer.json()["op"]) == ("pending", "add")
    assert (again.status_code, again.json()["duplicate_of"]) == (409, answer.json()["id"])


async def test_another_tenants_worker_does_not_find_the_agent(forge: Forge) -> None:
    foreign = await forge.keys_of("other")
    async with forge.client(key=foreign["worker"]) as stranger:
        answer = await stranger.post(f"{BELIEFS}/proposals", json={"beliefs": []})
    assert answer.status_code == 404
