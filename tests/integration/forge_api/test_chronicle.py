"""What the system does is told to the log, and one correlation id tells a belief's whole story."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import active, change, door, item, pending, propose
from tests.integration.forge_api.test_proposals import remember, report

SECRET = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"


async def told(forge: Forge, **query: Any) -> list[dict[str, Any]]:
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.get("/reflection-memory/entries", params=query)
    assert answer.status_code == 200, answer.text
    entries: list[dict[str, Any]] = answer.json()["entries"]
    return entries


async def story(forge: Forge, belief_id: str) -> list[dict[str, Any]]:
    return await told(forge, correlation_id=f"belief/{belief_id}")


def events(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["content"]["event"] for entry in entries]


async def test_one_question_tells_a_beliefs_story_from_the_turn_to_the_last_door(
    forge: Forge,
) -> None:
    episode = await remember(forge, "t1", "I prefer terse answers in terminals.", "Noted.")
    content = "The user prefers terse answers in terminals"
    proposal = item(content, source_episodes=[episode])
    [result] = await propose(
        forge, proposal, run_id="run-1", reflected_episodes=[episode], report=report()
    )
    one = result["belief_id"]
    await door(forge, one, "keep", reason="three times")
    await door(forge, one, "edit", content="Short answers in terminals")
    await door(forge, one, "undo", version=3)
    found = await story(forge, one)
    assert events(found) == [
        "belief.taught",
        "belief.proposed",
        "belief.keep",
        "belief.edit",
        "belief.undo",
    ]
    taught, proposed, keep, *_ = found
    assert [turn["turn_id"] for turn in taught["content"]["turns"]] == ["t1"]
    words = await told(forge, correlation_id=f"{AGENT}/t1")
    assert taught["references"] == [entry["id"] for entry in words]
    assert (proposed["content"]["run_id"], proposed["content"]["route"]) == ("run-1", "safe")
    [run] = await told(forge, correlation_id=f"run/{AGENT}/run-1")
    assert proposed["references"] == [run["id"]]
    assert run["content"]["verdicts"] == [
        {"op": "add", "route": "safe", "accepted": True, "belief_id": one}
    ]
    assert (keep["content"]["from_status"], keep["content"]["to_status"]) == ("pending", "active")
    assert keep["references"] == [proposed["id"]]
    assert {entry["origin"] for entry in found} == {"SYSTEM"}


async def test_a_kept_change_stands_in_its_targets_story_too(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, one, "keep")
    own, its = await story(forge, one), await story(forge, target)
    assert events(its) == ["belief.proposed", "belief.keep", "belief.superseded"]
    assert its[-1]["content"]["superseded_by"] == one
    assert its[-1]["content"]["decision"] == own[-1]["content"]["decision"]
    reasons = own[0]["content"]["reasons"]
    assert {"code": "op_needs_review"} in [{"code": one["code"]} for one in reasons]


async def test_a_story_holds_no_words(forge: Forge) -> None:
    episode = await remember(forge, "t1", f"My token is {SECRET}, keep it to yourself.", "Noted.")
    one = await pending(
        forge, "The user owns a token", source_episodes=[episode], review_reasons=["odd hour"]
    )
    await door(forge, one, "edit", content="The user has one token", reason="shorter", actor="Ann")
    heard = str(await story(forge, one))
    for words in (SECRET, "token", "odd hour", "shorter", "Ann"):
        assert words not in heard


async def test_what_was_rejected_is_told_with_its_verdict(forge: Forge) -> None:
    first = await pending(forge, "The user likes green tea")
    await propose(forge, item("the user  LIKES green tea"))
    [rejected] = [
        entry
        for entry in await told(forge, sources=f"~forge/{AGENT}")
        if entry["content"]["event"] == "proposals.rejected"
    ]
    [verdict] = rejected["content"]["verdicts"]
    assert (verdict["rejected_code"], verdict["duplicate_of"]) == ("duplicate", first)


async def test_a_run_that_stored_nothing_is_told_once(forge: Forge) -> None:
    failed = report("run-2", outcome="failed", failure={"type": "Unread", "message": "a canary"})
    async with forge.client("worker") as worker:
        for _ in range(2):
            assert (await worker.put(f"/agents/{AGENT}/runs/run-2", json=failed)).status_code == 200
    [run] = await told(forge, correlation_id=f"run/{AGENT}/run-2")
    assert (run["content"]["outcome"], run["content"]["failure"]) == ("failed", "Unread")
    assert "canary" not in str(run)


async def test_keys_that_come_and_go_are_told_without_the_secret(forge: Forge) -> None:
    async with forge.client("admin") as admin:
        made = (await admin.post("/keys", json={"role": "worker", "label": "a label"})).json()
        for _ in range(2):
            await admin.delete(f"/keys/{made['id']}")
    found = await told(forge, correlation_id=f"key/{made['id']}")
    assert events(found) == ["key.created", "key.revoked"]
    assert made["key"] not in str(found)
    assert "a label" not in str(found)


async def test_a_door_that_stays_closed_is_not_told(forge: Forge) -> None:
    one = await active(forge, "The user likes tea")
    before = len(await story(forge, one))
    assert (await door(forge, one, "keep")).status_code == 409
    assert len(await story(forge, one)) == before


async def test_an_agents_key_hears_nothing_of_what_the_system_tells(forge: Forge) -> None:
    one = await active(forge, "The user likes tea")
    async with forge.client("agent") as agent:
        answer = await agent.get(
            "/reflection-memory/entries", params={"correlation_id": f"belief/{one}"}
        )
        foreign = await agent.get("/reflection-memory/entries", params={"sources": "~forge"})
    assert answer.json()["entries"] == []
    assert foreign.status_code == 404


async def test_the_end_of_the_audit_is_told_outside_of_the_database(
    forge: Forge, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="forge_api.memory.anchors"):
        one = await pending(forge, "The user likes tea")
        await door(forge, one, "keep")
        assert (await door(forge, one, "keep")).status_code == 409
    lines = [line.getMessage() for line in caplog.records if line.name.endswith("anchors")]
    assert [line.rpartition(" ")[0] for line in lines] == [f"audit anchor {AGENT}"] * 2
    async with forge.client("reviewer") as reviewer:
        for line in lines:
            answer = await reviewer.get(
                f"/agents/{AGENT}/memory/audit/verify",
                params={"anchor": line.rpartition(" ")[2]},
            )
            assert answer.json()["ok"] is True


async def test_a_bound_reviewer_reads_the_stories_of_its_own_agents_only(forge: Forge) -> None:
    await forge.create_agent("neighbour")
    one = await active(forge, "The user likes tea")
    async with forge.client("agent") as agent:
        path = "/agents/neighbour/memory/beliefs"
        other = (await agent.post(path, json={"content": "Snow is white"})).json()["id"]
    bound = await forge.create_key("reviewer", agents=["neighbour"])
    async with forge.client(key=bound.key) as reviewer:
        for belief_id, expected in ((one, []), (other, ["belief.proposed"])):
            query = {"correlation_id": f"belief/{belief_id}"}
            answer = await reviewer.get("/reflection-memory/entries", params=query)
            assert events(answer.json()["entries"]) == expected
        recent = (await reviewer.get("/reflection-memory/recent", params={"n": 100})).json()
        [first] = await story(forge, other)
        assert (await reviewer.get(f"/reflection-memory/entries/{first['id']}")).status_code == 200
        [first, *_] = await story(forge, one)
        assert (await reviewer.get(f"/reflection-memory/entries/{first['id']}")).status_code == 404
    assert {entry["source"] for entry in recent["entries"]} == {"~forge/neighbour"}


async def test_nobody_else_writes_into_a_story(forge: Forge) -> None:
    one = await active(forge, "The user likes tea")
    entry = {
        "origin": "INTERNAL",
        "lane": "UNIFIED",
        "type": "MESSAGE",
        "source": AGENT,
        "content": "A reviewer agreed.",
        "correlation_id": f"belief/{one}",
    }
    async with forge.client("agent") as agent:
        answer = await agent.post("/reflection-memory/entries", json=entry)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
