from __future__ import annotations

import itertools
from typing import Any

import asyncpg
import pytest

from database import errors
from database.pool import connection
from forge_api.memory import audit_chain
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


async def unguarded(database: FreshDatabase) -> asyncpg.Connection[asyncpg.Record]:
    """Step round the guards, as only their owner can: no key and no role of forge's may."""
    owner = await asyncpg.connect(database.owner_url)
    await owner.execute(
        "ALTER TABLE belief_audit DISABLE TRIGGER append_only;"
        "ALTER TABLE belief_audit_heads DISABLE TRIGGER never_removed;"
        "ALTER TABLE belief_audit_heads DISABLE TRIGGER forward_only;"
        "ALTER TABLE beliefs DISABLE TRIGGER version_by_version;"
        "ALTER TABLE beliefs DROP CONSTRAINT IF EXISTS every_version_is_audited"
    )
    for (name,) in await owner.fetch(
        "SELECT conname FROM pg_constraint "
        "WHERE conrelid = 'belief_audit'::regclass AND contype IN ('c', 'f')"
    ):
        await owner.execute(f"ALTER TABLE belief_audit DROP CONSTRAINT {name}")
    return owner


async def as_superuser(database: FreshDatabase, *statements: str) -> None:
    owner = await unguarded(database)
    try:
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


OTHERWISE = {
    "decision": "decision + 1",
    "belief_id": "belief_id || '0'",
    "version": "version + 100",
    "action": "'restore'",
    "from_status": "'applied'",
    "to_status": "'applied'",
    "kind": "'constraint'",
    "scope": "'org'",
    "confidence": "confidence + 0.001",
    "target_version": "coalesce(target_version, 0) + 1",
    "superseded_by": "coalesce(superseded_by, '') || 'x'",
    "sealed": "set_byte(sealed, 20, get_byte(sealed, 20) # 1)",
    "data_key_id": "set_byte(data_key_id, 0, get_byte(data_key_id, 0) # 1)",
    "key_id": "key_id || 'x'",
    "role": "'agent' || role",
    "run_id": "coalesce(run_id, '') || 'x'",
    "at": "at + interval '1 microsecond'",
    "root": "set_byte(root, 31, get_byte(root, 31) # 1)",
}
"""Column → another value than whatever it holds."""


async def test_a_change_in_any_column_of_any_row_is_named(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await a_story(forge)
    owner = await unguarded(fresh_database)
    columns = await owner.fetch(
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'belief_audit'"
    )
    assert {row[0] for row in columns} == {*OTHERWISE, "agent_id", "position"}
    assert set(audit_chain.COLUMNS) == {*OTHERWISE, "agent_id", "position"} - {"root"}
    for column, other in OTHERWISE.items():
        for position in (1, 4, 7):
            undone = owner.transaction()
            await undone.start()
            change = f"UPDATE belief_audit SET {column} = {other} WHERE position = $1"  # noqa: S608
            await owner.execute(change, position)
            # Read where it was changed: the change is never committed, so the next begins anew.
            verdict = await audit_chain.walk(owner, forge.services.keyring, AGENT)
            await undone.rollback()
            assert (verdict.ok, verdict.first_bad) == (False, position), column
    await owner.close()
    assert (await verify(forge))["ok"] is True


async def test_every_cut_and_every_hole_is_named(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await a_story(forge)
    end = await verify(forge)
    anchor = audit_chain.Anchor.parse(f"{end['position']}:{end['root']}")
    owner = await unguarded(fresh_database)
    for position in range(1, 8):
        for cut, kept in (("=", None), (">=", anchor)):
            undone = owner.transaction()
            await undone.start()
            removal = f"DELETE FROM belief_audit WHERE position {cut} $1"  # noqa: S608
            await owner.execute(removal, position)
            if kept:
                # With its head set back, only what was kept outside can tell.
                await owner.execute(
                    "UPDATE belief_audit_heads SET position = $1, root = coalesce("
                    "(SELECT root FROM belief_audit WHERE position = $1), $2)",
                    position - 1,
                    audit_chain.of(forge.services.keyring, AGENT).start(AGENT),
                )
                unseen = await audit_chain.walk(owner, forge.services.keyring, AGENT)
                assert unseen.ok
            verdict = await audit_chain.walk(owner, forge.services.keyring, AGENT, kept)
            await undone.rollback()
            assert (verdict.ok, verdict.first_bad) == (False, position), cut
    await owner.close()


async def test_any_two_rows_that_changed_places_are_named(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    await a_story(forge)
    owner = await unguarded(fresh_database)
    for first, second in itertools.combinations(range(1, 8), 2):
        undone = owner.transaction()
        await undone.start()
        for before, after in ((first, 100), (second, first), (100, second)):
            await owner.execute(
                "UPDATE belief_audit SET position = $2 WHERE position = $1", before, after
            )
        verdict = await audit_chain.walk(owner, forge.services.keyring, AGENT)
        await undone.rollback()
        assert (verdict.ok, verdict.first_bad) == (False, first)
    await owner.close()


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE beliefs SET content = 'The user lives in Oslo' WHERE id = $1",
        "UPDATE beliefs SET status = 'forgotten' WHERE id = $1",
        "UPDATE beliefs SET confidence = 0.99 WHERE id = $1",
        "UPDATE beliefs SET scope = 'org' WHERE id = $1",
        "UPDATE beliefs SET version = version + 1 WHERE id = $1",
        "DELETE FROM data_keys WHERE unit = 'belief/' || $1",
        "UPDATE data_keys SET wrapped = sha256(wrapped) WHERE unit = 'belief/' || $1",
    ],
)
async def test_a_belief_that_was_changed_behind_the_audit_s_back_is_named(
    forge: Forge, fresh_database: FreshDatabase, tampering: str
) -> None:
    _, one, _ = await a_story(forge)
    owner = await unguarded(fresh_database)
    await owner.execute("ALTER TABLE data_keys DISABLE TRIGGER USER")
    await owner.execute(tampering, one)
    await owner.close()
    found = await verify(forge)
    assert (found["ok"], found["differing_beliefs"], found["first_bad"]) == (False, [one], 4)


async def test_an_audit_that_is_gone_with_its_head_is_missed_by_the_beliefs(
    forge: Forge, fresh_database: FreshDatabase
) -> None:
    ids = await a_story(forge)
    await as_superuser(fresh_database, "DELETE FROM belief_audit", "DELETE FROM belief_audit_heads")
    found = await verify(forge)
    assert (found["ok"], found["differing_beliefs"]) == (False, sorted(ids))
    assert found["first_bad"] == 1


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
    alone = await verify(forge)
    assert alone["ok"] is False
    assert alone["differing_beliefs"]
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
    "statement",
    [
        "SET session_replication_role = replica",
        "ALTER TABLE belief_audit DISABLE TRIGGER append_only",
        "ALTER TABLE belief_audit DISABLE TRIGGER ALL",
        "DROP TRIGGER append_only ON belief_audit",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS ''",
        "ALTER TABLE belief_audit OWNER TO CURRENT_USER",
        "DROP TABLE belief_audit CASCADE",
        "GRANT UPDATE ON belief_audit TO CURRENT_USER",
    ],
)
async def test_the_apis_own_role_cannot_take_the_guards_away(forge: Forge, statement: str) -> None:
    await a_story(forge)
    # To grant what one may not do is a warning to Postgres, and changes nothing.
    statements = (statement, "UPDATE belief_audit SET key_id = 'other'")
    with pytest.raises(errors.DatabaseRefused):
        await as_forge(forge, *statements)
    assert (await verify(forge))["ok"] is True


async def as_forge(forge: Forge, *statements: str) -> None:
    async with connection(forge.services.pool) as ours:
        for statement in statements:
            await ours.execute(statement)


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


async def test_a_key_destroyed_behind_forges_back_is_named_by_its_belief(
    forge: Forge,
) -> None:
    _, _, other = await a_story(forge)
    keyring = forge.services.keyring
    async with connection(forge.services.pool) as ours:
        await keyring.destroy(ours, "acme", [f"belief/{other}"])
    assert [row["content"] for row in (await with_audit(forge, other))["audit"]] == [None, None]
    verdict = await verify(forge)
    assert (verdict["ok"], verdict["differing_beliefs"]) == (False, [other])
    answer = await door(forge, other, "restore", version=2)
    assert (answer.status_code, answer.json()["code"]) == (410, "erased")
