"""What an erasure takes, what it leaves, and that nothing brings the words back."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from database import errors
from database.pool import connection
from tests.fixtures.forge import AGENT, TURNS, Forge, turn
from tests.integration.forge_api.learning import (
    BELIEFS,
    active,
    belief,
    change,
    door,
    item,
    pending,
    propose,
    with_audit,
)

WORD = "zanzibarquux"
ERASURES = f"/agents/{AGENT}/erasures"
EPISODES = f"/agents/{AGENT}/memory/episodes"


def secret_turn() -> dict[str, Any]:
    return turn("t1", f"I keep my {WORD} in the shed.", f"Noted: {WORD}.", task_ref=WORD)


async def record(forge: Forge, sent: dict[str, Any]) -> str:
    """Record a turn, and return its episode's id."""
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json=sent)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["episode"]["id"])


async def erase(forge: Forge, *turn_ids: str, **request: Any) -> dict[str, Any]:
    answer = await asked(forge, {"turn_ids": list(turn_ids)} if turn_ids else request)
    assert answer.status_code == 200, answer.text
    done: dict[str, Any] = answer.json()
    return done


async def asked(forge: Forge, request: dict[str, Any]) -> httpx.Response:
    async with forge.client("admin") as admin:
        return await admin.post(ERASURES, json=request)


async def seen(forge: Forge, path: str, **query: Any) -> dict[str, Any]:
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.get(path, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def everything(forge: Forge) -> str:
    """Return all rows of all tables as one text."""
    async with connection(forge.services.pool) as ours:
        tables = await ours.fetch(
            "SELECT table_name FROM information_schema.tables "
            "WHERE table_schema = 'public' AND table_name <> 'api_keys'"
        )
        rows = [
            await ours.fetch(f"SELECT t::text FROM {table['table_name']} AS t")  # noqa: S608
            for table in tables
        ]
    return "\n".join(row[0] for table in rows for row in table)


async def verified(forge: Forge) -> bool:
    log = await seen(forge, "/reflection-memory/verify")
    audit = await seen(forge, f"/agents/{AGENT}/memory/audit/verify")
    return bool(log["ok"] and audit["ok"])


async def test_an_erased_turn_leaves_no_word_in_any_table(forge: Forge) -> None:
    episode = await record(forge, secret_turn())
    await active(forge, f"The user keeps a {WORD}", source_episodes=[episode], rationale=WORD)
    assert WORD in await everything(forge)
    done = await erase(forge, "t1")
    assert (done["turn_ids"], done["episode_ids"], done["entries"]) == (["t1"], [episode], 2)
    assert WORD not in await everything(forge)
    assert await verified(forge)


async def test_the_entries_and_the_episode_of_an_erased_turn_say_so(forge: Forge) -> None:
    await record(forge, secret_turn())
    await erase(forge, "t1")
    story = await seen(forge, "/reflection-memory/entries", correlation_id=f"{AGENT}/t1")
    assert [(one["erased"], one["content"]) for one in story["entries"]] == [(True, None)] * 2
    [episode] = (await seen(forge, EPISODES))["episodes"]
    assert episode["erased_at"] is not None
    assert (episode["summary"], episode["statements"], episode["task_ref"]) == ("", [], None)


async def test_the_log_tells_of_an_erasure_by_ids_alone(forge: Forge) -> None:
    episode = await record(forge, secret_turn())
    belief_id = await pending(forge, f"A {WORD} is kept", source_episodes=[episode])
    done = await erase(forge, "t1")
    told = await seen(forge, f"/reflection-memory/entries/{done['entry_id']}")
    assert told["origin"] == "SYSTEM"
    assert told["content"]["event"] == "memory.erased"
    assert told["content"]["turn_ids"] == ["t1"]
    assert told["content"]["erased_beliefs"] == [belief_id]
    assert WORD not in str(told)


async def test_a_belief_that_rests_on_nothing_else_leaves_active_for_good(forge: Forge) -> None:
    episode = await record(forge, secret_turn())
    belief_id = await active(forge, f"The user keeps a {WORD}", source_episodes=[episode])
    believed_at = (await belief(forge, belief_id))["updated_at"]
    done = await erase(forge, "t1")
    assert done["erased_beliefs"] == [belief_id]
    found = await with_audit(forge, belief_id)
    now, last = found["belief"], found["audit"][0]
    assert (now["status"], now["content"], now["erased_at"]) == ("forgotten", "", done["at"])
    assert (last["action"], last["from_status"], last["version"]) == ("erase", "active", 3)
    assert {row["content"] for row in found["audit"]} == {None}
    [then] = (await seen(forge, BELIEFS, as_of=believed_at))["beliefs"]
    assert (then["content"], then["erased_at"]) == ("", done["at"])


@pytest.mark.parametrize("name", ["restore", "undo", "keep", "edit", "forget"])
async def test_no_door_opens_on_an_erased_belief(forge: Forge, name: str) -> None:
    episode = await record(forge, secret_turn())
    belief_id = await active(forge, f"The user keeps a {WORD}", source_episodes=[episode])
    await erase(forge, "t1")
    words = {"content": "Other words"} if name == "edit" else {}
    answer = await door(forge, belief_id, name, version=3, **words)
    assert (answer.status_code, answer.json()["code"]) == (410, "erased")


async def test_a_belief_with_another_source_keeps_its_words_and_shows_the_loss(
    forge: Forge,
) -> None:
    one, other = await record(forge, secret_turn()), await record(forge, turn("t2", "I garden."))
    belief_id = await active(
        forge,
        "The user gardens",
        source_episodes=[one, other],
        rationale=f"They keep a {WORD}",
        review_reasons=[f"mentions a {WORD}"],
    )
    done = await erase(forge, "t1")
    assert (done["erased_beliefs"], done["lessened_beliefs"]) == ([], [belief_id])
    left = await belief(forge, belief_id)
    assert (left["status"], left["content"]) == ("active", "The user gardens")
    assert (left["erased_sources"], left["erased_at"]) == ([one], None)
    assert WORD not in await everything(forge)
    assert (await erase(forge, "t2"))["erased_beliefs"] == [belief_id]


async def test_a_change_without_a_source_falls_with_the_belief_whose_words_it_has(
    forge: Forge,
) -> None:
    episode = await record(forge, secret_turn())
    target = await active(forge, f"The user keeps a {WORD}", source_episodes=[episode])
    applied = await change(forge, "strengthen", target, f"The user keeps a {WORD}", confidence=0.9)
    await door(forge, applied, "keep")
    done = await erase(forge, "t1")
    assert done["erased_beliefs"] == sorted([target, applied])
    assert (await belief(forge, applied))["status"] == "applied"
    assert WORD not in await everything(forge)


async def test_reports_and_repeated_answers_of_runs_lose_the_words(forge: Forge) -> None:
    one, other = await record(forge, secret_turn()), await record(forge, turn("t2", "I garden."))
    fine = item("The user gardens", source_episodes=[other])
    batch = {"run_id": "r1", "reflected_episodes": [one, other]}
    items = (item(f"The user keeps a {WORD}", source_episodes=[one]), fine, item(f"Sheds: {WORD}!"))
    await propose(forge, *items, **batch)
    assert WORD in str(await seen(forge, f"/agents/{AGENT}/runs/r1"))
    assert (await erase(forge, "t1"))["cleaned_runs"] == ["r1"]
    report = await seen(forge, f"/agents/{AGENT}/runs/r1")
    told = [result["belief"] for result in report["results"]]
    assert told == ["(erased)", "The user gardens", "(erased)"]
    assert (report["accepted"], report["rejected"]) == (3, 0)


async def test_what_cites_nothing_rests_on_all_that_its_run_read(forge: Forge) -> None:
    one = await record(forge, secret_turn())
    batch = {"run_id": "r1", "reflected_episodes": [one]}
    [result] = await propose(forge, item(f"A {WORD} is kept"), **batch)
    assert (await erase(forge, "t1"))["erased_beliefs"] == [result["belief_id"]]
    assert WORD not in await everything(forge)


async def test_a_run_that_read_the_words_before_is_overtaken(forge: Forge) -> None:
    episode = await record(forge, secret_turn())
    await erase(forge, "t1")
    async with forge.client("worker") as worker:
        answer = await worker.post(
            f"{BELIEFS}/proposals",
            json={
                "beliefs": [item(f"A {WORD}", source_episodes=[episode])],
                "run_id": "late",
                "reflected_episodes": [episode],
            },
        )
    assert (answer.status_code, answer.json()["code"]) == (409, "overtaken")
    [result] = await propose(forge, item(f"A {WORD}", source_episodes=[episode]))
    assert result["rejected_code"] == "erased_source"
    assert WORD not in await everything(forge)


async def test_an_erased_turn_is_not_taken_again_whatever_it_says(forge: Forge) -> None:
    await record(forge, secret_turn())
    await erase(forge, "t1")
    async with forge.client("agent") as agent:
        for again in (secret_turn(), turn("t1", "Something else.")):
            answer = await agent.post(TURNS, json=again)
            assert (answer.status_code, answer.json()["code"]) == (410, "erased")
    assert WORD not in await everything(forge)


async def test_a_conversation_is_erased_as_far_as_it_went(forge: Forge) -> None:
    await record(forge, secret_turn())
    await record(forge, turn("t2", "And then?", conversation_id="c2"))
    await record(forge, turn("t3", f"The {WORD} again."))
    assert (await erase(forge, conversation_id="c1"))["turn_ids"] == ["t1", "t3"]
    again = await erase(forge, conversation_id="c1")
    assert (again["turn_ids"], again["already_erased"]) == ([], ["t1", "t3"])
    assert again["entry_id"] is None


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"turn_ids": ["t1", "unknown"]}, 404),
        ({"conversation_id": "unknown"}, 404),
        ({}, 422),
        ({"turn_ids": ["t1"], "conversation_id": "c1"}, 422),
    ],
)
async def test_a_request_that_names_nothing_whole_erases_nothing(
    forge: Forge, request_: dict[str, Any], status: int
) -> None:
    await record(forge, secret_turn())
    assert (await asked(forge, request_)).status_code == status
    assert WORD in await everything(forge)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE episodes SET summary = 'words'",
        "UPDATE turns SET digest = 'x'",
        "UPDATE episodes SET erased_at = NULL",
        "UPDATE beliefs SET rationale = 'words'",
        "UPDATE data_keys SET wrapped = 'x', destroyed_at = NULL WHERE destroyed_at IS NOT NULL",
    ],
)
async def test_the_apis_own_role_cannot_undo_an_erasure(forge: Forge, statement: str) -> None:
    episode = await record(forge, secret_turn())
    await pending(forge, f"A {WORD}", source_episodes=[episode])
    await erase(forge, "t1")
    with pytest.raises(errors.DatabaseRefused):
        async with connection(forge.services.pool) as ours:
            await ours.execute(statement)
