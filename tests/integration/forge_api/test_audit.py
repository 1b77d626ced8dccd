from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from database import errors
from database.pool import connection
from tests.fixtures.forge import AGENT, Forge
from tests.fixtures.postgres import FreshDatabase
from tests.integration.forge_api.learning import active, change, door, pending, with_audit

VERIFY = f"/agents/{AGENT}/memory/audit/verify"


async def verify(forge: Forge, **query: Any) -> dict[str, Any]:
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.get(VERIFY, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def a_story(forge: Forge) -> list[str]:
    """Write seven rows: two beliefs, a kept change with its target, a forgotten one."""
    target = await active(forge, "The user lives in Paris")
    one = await change(forge, "supersede", target, "The user lives in Rome")
    await door(forge, one, "keep", reason="a new job", actor="Ann")
    other = await pending(forge, "Snow is white and cold")
    await door(forge, other, "forget")
    return [target, one, other]


async def as_superuser(database: FreshDatabase, *statements: str) -> None:
    """Do what no key and no role of forge's may: step round the guards, as their owner."""
    owner = await asyncpg.connect(database.owner_url)
    try:
        await owner.execute("ALTER TABLE belief_audit DISABLE TRIGGER append_only")
        await owner.execute("ALTER TABLE belief_audit_heads DISABLE TRIGGER never_removed")
        await owner.execute("ALTER TABLE belief_audit_heads DISABLE TRIGGER forward_only")
        await owner.execute(
            "ALTER TABLE beliefs DROP CONSTRAINT IF EXISTS every_version_is_audited"
        )
        for statement in statements:
            await owner.execute(statement)
    finally:
        await owner.close()


async def test_an_agent_without_beliefs_has_a_whole_audit(forge: Forge) -> None:
    assert (await verify(forge))["ok"] is True
    assert (await verify(forge))["checked"] == 0


async def test_an_untouched_audit_verifies_to_its_last_row(forge: Forge) -> None:
    await a_story(forge)
    found = await verify(forge)
    assert (found["ok"], found["checked"], found["first_bad"]) == (True, 7, None)


async def test_a_change_and_its_target_are_one_decision(forge: Forge) -> None:
    target, one, _ = await a_story(forge)
    own = (await with_audit(forge, one))["audit"][0]
    its = (await with_audit(forge, target))["audit"][0]
    assert own["decision"] == its["decision"] == own["position"]
    assert (its["position"], its["at"]) == (own["position"] + 1, own["at"])


@pytest.mark.parametrize(
    ("tampering", "first_bad"),
    [
        ("UPDATE belief_audit SET key_id = 'key_other' WHERE position = 3", 3),
        ("UPDATE belief_audit SET to_status = 'forgotten' WHERE position = 2", 2),
        ("UPDATE belief_audit SET confidence = 0.1 WHERE position = 4", 4),
        ("UPDATE belief_audit SET at = at + interval '1 microsecond' WHERE position = 5", 5),
        ("UPDATE belief_audit SET sealed = sealed || '\\x00' WHERE position = 6", 6),
        ("UPDATE belief_audit SET root = sha256('x') WHERE position = 7", 7),
        ("DELETE FROM belief_audit WHERE position = 1", 1),
        ("DELETE FROM belief_audit WHERE position = 4", 4),
        ("DELETE FROM belief_audit WHERE position = 7", 7),
        ("UPDATE belief_audit_heads SET root = sha256('x')", 7),
        ("UPDATE belief_audit_heads SET position = 6", 7),
        ("DELETE FROM belief_audit_heads", 1),
    ],
)
async def test_whatever_a_superuser_does_is_named(
    forge: Forge, fresh_database: FreshDatabase, tampering: str, first_bad: int
) -> None:
    await a_story(forge)
    await as_superuser(fresh_database, tampering)
    found = await verify(forge)
    assert (found["ok"], found["first_bad"]) == (False, first_bad)


async def test_two_rows_that_changed_places_are_named(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await a_story(forge)
    await as_superuser(
        fresh_database,
        "UPDATE belief_audit SET position = 100 WHERE position = 2",
        "UPDATE belief_audit SET position = 2, decision = 2 WHERE position = 3",
        "UPDATE belief_audit SET position = 3 WHERE position = 100",
    )
    assert (await verify(forge))["first_bad"] == 2


async def test_a_tail_cut_together_with_the_head_shows_against_an_anchor(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await a_story(forge)
    before = await verify(forge)
    anchor = f"{before['position']}:{before['root']}"
    assert (await verify(forge, anchor=anchor))["ok"] is True
    await as_superuser(
        fresh_database,
        "DELETE FROM belief_audit WHERE position > 4",
        "UPDATE belief_audit_heads SET position = 4, root = "
        "(SELECT root FROM belief_audit WHERE position = 4)",
    )
    assert (await verify(forge))["ok"] is True
    found = await verify(forge, anchor=anchor)
    assert (found["ok"], found["first_bad"]) == (False, 5)


@pytest.mark.parametrize("anchor", ["", "7", "seven:00", "7:zz"])
async def test_an_anchor_that_is_none_is_refused(forge: Forge, anchor: str) -> None:
    async with forge.client("reviewer") as reviewer:
        assert (await reviewer.get(VERIFY, params={"anchor": anchor})).status_code == 422


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE belief_audit SET key_id = 'other'",
        "UPDATE belief_audit SET key_id = 'other' WHERE false",
        "DELETE FROM belief_audit",
        "TRUNCATE belief_audit",
        "DELETE FROM belief_audit_heads",
        "DELETE FROM beliefs",
        "TRUNCATE beliefs CASCADE",
        "UPDATE runs SET outcome = 'failed'",
        "UPDATE beliefs SET status = 'active'",
        "UPDATE beliefs SET content = 'other'",
        "UPDATE beliefs SET version = version + 2",
        "UPDATE beliefs SET op = 'forget'",
        "UPDATE belief_audit_heads SET position = position - 1",
    ],
)
async def test_the_apis_own_role_cannot_rewrite_history(forge: Forge, statement: str) -> None:
    await a_story(forge)
    with pytest.raises(errors.DatabaseRefused):
        async with connection(forge.services.pool) as ours:
            await ours.execute(statement)
    assert (await verify(forge))["ok"] is True


async def test_no_version_is_committed_without_its_audit_row(forge: Forge) -> None:
    await pending(forge, "The user likes tea")
    with pytest.raises(errors.DatabaseRefused, match="every_version_is_audited"):
        async with connection(forge.services.pool) as ours:
            await ours.execute("UPDATE beliefs SET status = 'active', version = version + 1")


@pytest.mark.parametrize(
    "verb", ["UPDATE belief_audit SET role = role", "DELETE FROM belief_audit"]
)
async def test_the_guard_holds_for_replicas_too(
    forge: Forge, fresh_database: FreshDatabase, verb: str
) -> None:
    await a_story(forge)
    owner = await asyncpg.connect(fresh_database.owner_url)
    try:
        await owner.execute("SET session_replication_role = replica")
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
            await owner.execute(verb)
    finally:
        await owner.close()


async def test_the_words_in_the_audit_are_sealed(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await a_story(forge)
    owner = await asyncpg.connect(fresh_database.owner_url)
    rows = await owner.fetch("SELECT row_to_json(belief_audit)::text, sealed FROM belief_audit")
    await owner.close()
    stored = " ".join(row[0] for row in rows).encode() + b"".join(row[1] for row in rows)
    for words in (b"Paris", b"a new job", b"Ann"):
        assert words not in stored


async def test_an_erased_belief_keeps_its_rows_and_the_chain_still_verifies(
    forge: Forge,
) -> None:
    _, _, other = await a_story(forge)
    keyring = forge.services.keyring
    async with connection(forge.services.pool) as ours:
        await keyring.destroy(ours, "acme", [f"belief/{other}"])
    assert [row["content"] for row in (await with_audit(forge, other))["audit"]] == [None, None]
    assert (await verify(forge))["ok"] is True
    answer = await door(forge, other, "restore", version=2)
    assert (answer.status_code, answer.json()["code"]) == (410, "erased")
