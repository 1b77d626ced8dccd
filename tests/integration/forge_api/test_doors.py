from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api import learning
from tests.integration.forge_api.learning import active, belief, change, door, pending, with_audit


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_keep_makes_a_belief_active_at_version_two_with_two_audit_rows(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    kept = (await door(forge, one, "keep", actor="Ann", reason="three times")).json()["belief"]
    assert (kept["status"], kept["version"]) == ("active", 2)
    found = await with_audit(forge, one)
    assert found["belief"] == kept
    assert [(row["version"], row["action"]) for row in found["audit"]] == [
        (2, "keep"),
        (1, "propose"),
    ]
    newest = found["audit"][0]
    assert (newest["actor"], newest["reason"], newest["role"]) == ("Ann", "three times", "reviewer")
    assert (newest["from_status"], newest["to_status"]) == ("pending", "active")
    assert newest["content"] == "The user prefers terse answers"


async def test_a_kept_belief_is_found_by_search(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    await pending(forge, "The user keeps three cats at home")
    async with forge.client("agent") as agent:
        answer = await agent.get(f"/agents/{AGENT}/memory/search", params={"q": "terse answers"})
    assert [found["id"] for found in answer.json()["beliefs"]] == [one]


async def test_of_eight_keeps_at_once_one_wins(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    answers = await asyncio.gather(*(door(forge, one, "keep") for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {
        "door_closed"
    }
    assert (await belief(forge, one))["version"] == 2


@pytest.mark.parametrize("role", ["agent", "worker", "admin"])
@pytest.mark.parametrize("name", ["keep", "forget", "edit", "restore", "undo"])
async def test_no_other_key_opens_a_door(forge: Forge, role: Any, name: str) -> None:
    one = await pending(forge, "The user prefers terse answers")
    async with forge.client(role) as other:
        answer = await other.post(f"{learning.BELIEFS}/{one}/{name}", json={"content": "mine"})
    assert answer.status_code == 403
    assert (await belief(forge, one))["version"] == 1


async def test_another_tenants_reviewer_does_not_find_the_belief(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    foreign = await forge.keys_of("other")
    async with forge.client(key=foreign["reviewer"]) as stranger:
        answer = await stranger.post(f"{learning.BELIEFS}/{one}/keep")
    assert answer.status_code == 404


async def test_a_version_that_moved_is_told(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    assert code_of(await door(forge, one, "forget", version=1)) == (412, "version_moved")
    assert (await door(forge, one, "forget", version=2)).status_code == 200


async def test_a_version_that_is_none_is_refused(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.post(
            f"{learning.BELIEFS}/{one}/keep", headers={"If-Match": "latest"}
        )
    assert code_of(answer) == (422, "invalid")


@pytest.mark.parametrize("name", ["restore", "undo"])
async def test_taking_back_needs_a_version(forge: Forge, name: str) -> None:
    one = await pending(forge, "The user prefers terse answers")
    await door(forge, one, "forget")
    assert code_of(await door(forge, one, name)) == (428, "version_required")


async def test_an_unknown_belief_is_not_found(forge: Forge) -> None:
    assert code_of(await door(forge, "bel_unknown", "keep")) == (404, "belief_not_found")


async def test_edit_gives_the_persons_words_and_keeps_them(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    edited = await door(
        forge, one, "edit", content="Short answers in terminals", kind="preference", confidence=0.9
    )
    assert (
        edited.json()["belief"]
        | {
            "status": "active",
            "content": "Short answers in terminals",
            "kind": "preference",
            "confidence": 0.9,
            "version": 2,
        }
        == edited.json()["belief"]
    )
    async with forge.client("agent") as agent:
        answer = await agent.get(f"/agents/{AGENT}/memory/search", params={"q": "terminals"})
    assert [found["id"] for found in answer.json()["beliefs"]] == [one]


async def test_an_edit_of_nothing_is_refused(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    assert code_of(await door(forge, one, "edit", reason="why not")) == (422, "invalid")


async def test_an_edit_passes_redaction(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    edited = await door(
        forge, one, "edit", content=f"The token is {secret[:40]}", reason=secret[:40]
    )
    assert secret[:40] not in edited.text
    assert secret[:40] not in str(await with_audit(forge, one))


async def test_an_exact_double_of_an_active_belief_cannot_become_active(forge: Forge) -> None:
    first = await active(forge, "The user prefers terse answers")
    second = await pending(forge, "The moon is made of green cheese")
    answer = await door(forge, second, "edit", content="the user  prefers TERSE answers")
    assert code_of(answer) == (409, "duplicate")
    assert answer.json()["duplicate_of"] == first
    assert (await belief(forge, second))["status"] == "pending"


async def test_two_edits_to_the_same_words_at_once_make_one_active_belief(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    two = await pending(forge, "The moon is made of green cheese")
    answers = await asyncio.gather(
        *(door(forge, it, "edit", content="The very same words") for it in (one, two))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


@pytest.mark.parametrize(
    ("op", "confidence", "expected"), [("strengthen", 0.9, 0.9), ("weaken", 0.3, 0.3)]
)
async def test_a_kept_change_of_confidence_is_done_to_its_target(
    forge: Forge, op: str, confidence: float, expected: float
) -> None:
    target = await active(forge, "The user prefers terse answers")
    one = await change(forge, op, target, "The user prefers terse answers", confidence=confidence)
    kept = (await door(forge, one, "keep")).json()["belief"]
    assert (kept["status"], kept["version"]) == ("applied", 2)
    changed = await with_audit(forge, target)
    assert changed["belief"]["confidence"] == expected
    assert changed["belief"]["version"] == 3
    assert changed["audit"][0]["action"] in {"strengthened", "weakened"}


async def test_a_kept_forget_forgets_its_target(forge: Forge) -> None:
    target = await active(forge, "The user prefers terse answers")
    one = await change(forge, "forget", target, "The user prefers terse answers")
    assert (await door(forge, one, "keep")).json()["belief"]["status"] == "applied"
    assert (await belief(forge, target))["status"] == "forgotten"


async def test_a_kept_supersede_takes_its_targets_place(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    kept = (await door(forge, one, "keep")).json()["belief"]
    assert (kept["status"], kept["target_belief_id"]) == ("active", target)
    old = await belief(forge, target)
    assert (old["status"], old["superseded_by"]) == ("superseded", one)


async def test_an_edited_change_gives_the_persons_number(forge: Forge) -> None:
    target = await active(forge, "The user prefers terse answers")
    one = await change(forge, "strengthen", target, "The user prefers terse answers")
    assert (await door(forge, one, "edit", confidence=0.55)).json()["belief"]["status"] == "applied"
    assert (await belief(forge, target))["confidence"] == 0.55


async def test_an_edited_supersede_gives_the_persons_words(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    kept = (await door(forge, one, "edit", content="The user moved to Rome")).json()["belief"]
    assert (kept["status"], kept["content"]) == ("active", "The user moved to Rome")
    assert (await belief(forge, target))["content"] == "The user lives in Paris"


async def test_a_forget_has_no_edit(forge: Forge) -> None:
    target = await active(forge, "The user prefers terse answers")
    one = await change(forge, "forget", target, "The user prefers terse answers")
    assert code_of(await door(forge, one, "edit", content="other")) == (409, "door_closed")


async def test_a_dropped_change_leaves_its_target_alone(forge: Forge) -> None:
    target = await active(forge, "The user prefers terse answers")
    one = await change(forge, "forget", target, "The user prefers terse answers")
    assert (await door(forge, one, "forget")).json()["belief"]["status"] == "forgotten"
    assert (await belief(forge, target))["version"] == 2


async def test_a_stale_change_can_only_be_dropped(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, target, "edit", content="The user lives in Lyon")
    assert code_of(await door(forge, one, "keep")) == (409, "stale_target")
    edited = await door(forge, one, "edit", content="The user is in Rome")
    assert code_of(edited) == (409, "stale_target")
    assert (await door(forge, one, "forget")).status_code == 200


async def test_two_changes_of_one_target_at_once_one_is_stale(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome, near the river")
    two = await change(forge, "supersede", target, "A horse sleeps in Oslo")
    answers = await asyncio.gather(door(forge, one, "keep"), door(forge, two, "keep"))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_restore_brings_a_dropped_belief_back_as_pending(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    await door(forge, one, "forget")
    back = (await door(forge, one, "restore", version=2)).json()["belief"]
    assert (back["status"], back["version"]) == ("pending", 3)


async def test_restore_brings_a_forgotten_belief_back_as_active(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    await door(forge, one, "forget")
    back = (await door(forge, one, "restore", version=3)).json()["belief"]
    assert (back["status"], back["version"]) == ("active", 4)


async def test_what_is_not_forgotten_cannot_be_restored(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    assert code_of(await door(forge, one, "restore", version=2)) == (409, "door_closed")


async def test_restore_is_refused_while_the_words_stand_elsewhere(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    await door(forge, one, "forget")
    other = await active(forge, "The user prefers terse answers")
    answer = await door(forge, one, "restore", version=3)
    assert code_of(answer) == (409, "duplicate")
    assert answer.json()["duplicate_of"] == other


async def test_a_waiting_change_that_quotes_a_belief_does_not_bar_its_return(forge: Forge) -> None:
    target = await active(forge, "The user likes tea")
    await change(forge, "weaken", target, "The user likes tea", confidence=0.1)
    await door(forge, target, "forget")
    assert (await door(forge, target, "restore", version=3)).status_code == 200


async def test_undo_of_an_edit_brings_the_words_back(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    await door(forge, one, "edit", content="The user owns a red bicycle", confidence=0.2)
    back = (await door(forge, one, "undo", version=3)).json()["belief"]
    assert (back["content"], back["confidence"]) == ("The user prefers terse answers", 0.7)
    async with forge.client("agent") as agent:
        answer = await agent.get(f"/agents/{AGENT}/memory/search", params={"q": "terse"})
    assert [found["id"] for found in answer.json()["beliefs"]] == [one]


async def test_undo_of_a_keep_makes_the_belief_wait_again(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    back = (await door(forge, one, "undo", version=2)).json()["belief"]
    assert (back["status"], back["version"]) == ("pending", 3)
    assert (await door(forge, one, "keep", version=3)).status_code == 200


@pytest.mark.parametrize("op", ["strengthen", "weaken", "forget", "supersede"])
async def test_undo_of_a_change_puts_both_back_and_it_can_be_kept_again(
    forge: Forge, op: str
) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, op, target, "The user lives in Rome", confidence=0.9)
    await door(forge, one, "keep")
    back = (await door(forge, one, "undo", version=2)).json()["belief"]
    assert (back["status"], back["version"]) == ("pending", 3)
    restored = await belief(forge, target)
    assert (restored["status"], restored["confidence"], restored["superseded_by"]) == (
        "active",
        0.7,
        None,
    )
    assert back["target_version"] == restored["version"] == 4
    assert (await door(forge, one, "keep", version=3)).status_code == 200


async def test_undo_at_the_target_takes_the_change_back_too(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, one, "keep")
    assert (await door(forge, target, "undo", version=3)).json()["belief"]["status"] == "active"
    assert (await belief(forge, one))["status"] == "pending"


async def test_undo_is_refused_once_the_target_has_a_later_version(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "strengthen", target, "The user lives in Paris", confidence=0.9)
    await door(forge, one, "keep")
    await door(forge, target, "edit", content="The user lives in Lyon")
    assert code_of(await door(forge, one, "undo", version=2)) == (409, "stale_target")


async def test_undo_is_refused_once_the_successor_has_a_later_version(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, one, "keep")
    await door(forge, one, "edit", content="The user lives in Milan")
    assert code_of(await door(forge, target, "undo", version=3)) == (409, "stale_target")


async def test_a_dropped_change_of_a_target_that_moved_cannot_come_back(forge: Forge) -> None:
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "forget", target, "The user lives in Paris")
    await door(forge, one, "forget")
    await door(forge, target, "edit", confidence=0.1)
    for name in ("restore", "undo"):
        assert code_of(await door(forge, one, name, version=2)) == (409, "stale_target")


async def test_there_is_nothing_to_undo_on_a_belief_that_no_door_touched(forge: Forge) -> None:
    one = await pending(forge, "The user prefers terse answers")
    assert code_of(await door(forge, one, "undo", version=1)) == (409, "door_closed")


async def test_an_undo_cannot_be_undone(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    await door(forge, one, "undo", version=2)
    assert code_of(await door(forge, one, "undo", version=3)) == (409, "door_closed")


async def test_of_eight_undos_at_once_one_wins(forge: Forge) -> None:
    one = await active(forge, "The user prefers terse answers")
    answers = await asyncio.gather(*(door(forge, one, "undo", version=2) for _ in range(8)))
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(200) == 1
    assert set(statuses) - {200} == {412}
