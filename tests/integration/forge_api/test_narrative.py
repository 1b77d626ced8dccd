"""The whole log out and in again over HTTP, in both formats."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from lxml import etree  # type: ignore[import-untyped]

from forge_api.memory import turn_entries
from forge_client.turns import NewTurn
from reflection_memory.entry import ReflectionEntry
from reflection_memory.wire import ndjson
from tests.fixtures.forge import AGENT, TENANT, TURNS, Forge, turn

LOG = "/reflection-memory"
XML, NDJSON = "application/xml", "application/x-ndjson"
SECRET = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
ODD = "a\0b\ud800 \x1b[0m\r\n]]>"


async def live(forge: Forge) -> None:
    """Let the log hold turns, odd texts and a secret."""
    async with forge.client("agent") as agent:
        for number in range(3):
            said = json.dumps(turn(f"t{number}", ODD, f"My key is {SECRET}."))
            headers = {"Content-Type": "application/json"}
            assert (await agent.post(TURNS, content=said, headers=headers)).status_code == 201


async def told(forge: Forge, kind: str = NDJSON, **query: Any) -> str:
    async with forge.client(query.pop("role", "admin")) as caller:
        answer = await caller.get(f"{LOG}/narrative", params=query, headers={"Accept": kind})
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"].startswith(kind)
    return answer.text


async def imported(forge: Forge, document: str, kind: str, key: str) -> httpx.Response:
    async with forge.client(key=key) as admin:
        headers = {"Content-Type": kind}
        return await admin.post(f"{LOG}/import", content=document, headers=headers)


def entries(document: str) -> list[dict[str, Any]]:
    """Return the entries of JSON lines, without the commit times, which each log gives itself."""
    found = [json.loads(line) for line in document.splitlines()]
    assert found.pop()["entries"] == len(found)
    return [{name: one[name] for name in one if name != "timestamp"} for one in found]


async def heir(forge: Forge) -> str:
    """Return the admin key of a tenant whose log is empty."""
    return (await forge.keys_of("heir"))["admin"]


async def story_of(forge: Forge, key: str) -> list[dict[str, Any]]:
    async with forge.client(key=key) as admin:
        answer = await admin.get(f"{LOG}/narrative", headers={"Accept": NDJSON})
    return entries(answer.text)


@pytest.mark.parametrize("kind", [XML, NDJSON])
async def test_a_log_imported_into_an_empty_one_is_equal_and_verifies(
    forge: Forge, kind: str
) -> None:
    await live(forge)
    before = entries(await told(forge, role="reviewer"))
    document = await told(forge, kind)
    key = await heir(forge)
    account = (await imported(forge, document, kind, key)).json()
    kept = await story_of(forge, key)
    assert account["new"] == account["read"] == len(before) + 1
    assert kept[: len(before)] == before
    assert kept[0]["content"] == ODD
    assert [one["content"]["event"] for one in kept[len(before) :]] == [
        "log.read_verbatim",
        "log.imported",
    ]
    again = (await imported(forge, document, kind, key)).json()
    assert (again["new"], again["known"]) == (0, account["read"])
    assert len(await story_of(forge, key)) == len(kept) + 1
    async with forge.client(key=key) as admin:
        assert (await admin.get(f"{LOG}/verify")).json()["ok"] is True


async def test_the_xml_is_what_its_schema_says(forge: Forge) -> None:
    await live(forge)
    async with forge.client("worker") as worker:
        schema = etree.XMLSchema(
            etree.fromstring((await worker.get(f"{LOG}/narrative.xsd")).content)
        )
    schema.assertValid(etree.fromstring((await told(forge, XML)).encode()))


async def test_what_was_erased_stays_erased_whatever_is_imported(forge: Forge) -> None:
    await live(forge)
    older = await told(forge)
    async with forge.client("admin") as admin:
        await admin.post(f"/agents/{AGENT}/erasures", json={"turn_ids": ["t1"]})
    account = (await imported(forge, older, NDJSON, forge.keys["admin"])).json()
    assert (account["erased_here"], account["known"]) == (2, len(entries(older)) - 2)
    newer = await told(forge)
    assert [one.get("erased", False) for one in entries(newer)[2:4]] == [True, True]
    key = await heir(forge)
    await imported(forge, newer, NDJSON, key)
    kept = await story_of(forge, key)
    assert kept[: len(entries(newer))] == entries(newer)
    assert (await imported(forge, older, NDJSON, key)).json()["erased_here"] == 2
    assert (await imported(forge, newer, NDJSON, key)).json()["erased_here"] == 2


def narrative_of(sent: dict[str, Any], **changed: Any) -> str:
    """Return what a log of the same tenant told of a turn, which this one has never had."""
    made = turn_entries.entries(TENANT, AGENT, NewTurn.model_validate(sent))
    at = datetime(2026, 5, 1, tzinfo=UTC)
    kept = [
        ReflectionEntry(
            position=place,
            timestamp=at,
            occurred_at=one.occurred_at or at,
            sequence=place,
            **{name: getattr(one, name) for name in ("id", "origin", "lane", "type", "source")},
            content=one.content,
            correlation_id=one.correlation_id,
            metadata=dict(one.metadata),
            **changed,
        )
        for place, one in enumerate(made, start=1)
    ]
    return (ndjson.lines(kept) + ndjson.end(len(kept), len(kept))).decode()


async def test_a_turn_whose_entries_an_import_brought_is_taken_once(forge: Forge) -> None:
    sent = turn("t1", "Tea, please.", "Noted.")
    key = forge.keys["admin"]
    assert (await imported(forge, narrative_of(sent), NDJSON, key)).json()["new"] == 2
    async with forge.client("agent") as agent:
        first, again = [await agent.post(TURNS, json=sent) for _ in range(2)]
        assert (first.status_code, again.status_code) == (201, 200)
        assert [one["position"] for one in first.json()["entries"]] == [1, 2]
        assert again.json() == first.json()
    await imported(forge, narrative_of(turn("t2", "Tea?")), NDJSON, key)
    await imported(forge, narrative_of(turn("t3", "Tea?"), erased=True), NDJSON, key)
    async with forge.client("agent") as agent:
        other = await agent.post(TURNS, json=turn("t2", "Coffee?"))
        gone = await agent.post(TURNS, json=turn("t3", "Tea?"))
    assert (other.status_code, other.json()["code"]) == (409, "entry_differs")
    assert (gone.status_code, gone.json()["code"]) == (410, "erased")


async def test_words_that_arrive_erased_are_told_and_not_touched(forge: Forge) -> None:
    await live(forge)
    key = await heir(forge)
    await imported(forge, await told(forge), NDJSON, key)
    async with forge.client("admin") as admin:
        await admin.post(f"/agents/{AGENT}/erasures", json={"turn_ids": ["t1"]})
    account = (await imported(forge, await told(forge), NDJSON, key)).json()
    assert account["erased_there"] == 2
    assert (await story_of(forge, key))[2]["content"] == ODD


async def test_an_id_that_says_something_else_is_named_and_the_rest_is_taken(forge: Forge) -> None:
    await live(forge)
    document = await told(forge)
    key = await heir(forge)
    first, *rest = document.splitlines(keepends=True)
    await imported(forge, "".join([first, rest[-1]]), NDJSON, key)
    changed = {**json.loads(first), "content": "never said"}
    account = (
        await imported(forge, "".join([json.dumps(changed) + "\n", *rest]), NDJSON, key)
    ).json()
    assert (account["differing"], account["named"]) == (1, [changed["id"]])
    assert account["new"] == len(rest) - 1
    assert (await story_of(forge, key))[0]["content"] == ODD


async def test_secrets_are_masked_for_whoever_may_not_read_them(forge: Forge) -> None:
    await live(forge)
    assert SECRET in await told(forge)
    assert SECRET in await told(forge, role="agent")
    assert SECRET not in await told(forge, role="worker")
    assert SECRET not in await told(forge, masked=True)


async def test_an_agent_is_told_its_own_entries_only(forge: Forge) -> None:
    await live(forge)
    await forge.create_agent("other")
    other = (await forge.create_key("agent", agents=["other"])).key
    async with forge.client(key=other) as agent:
        answer = await agent.get(f"{LOG}/narrative", headers={"Accept": NDJSON})
    assert entries(answer.text) == []


async def test_a_narrative_goes_on_behind_a_position(forge: Forge) -> None:
    await live(forge)
    whole = entries(await told(forge))
    assert entries(await told(forge, after=4))[: len(whole) - 4] == whole[4:]


@pytest.mark.parametrize(
    ("document", "kind", "named"),
    [
        ("<narrative/>", XML, "narrative"),
        (
            '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>',
            XML,
            "declares a type",
        ),
        ("{}", NDJSON, "line 1"),
        (
            '{"content": {"a": 1, "a": 2}}',
            NDJSON,
            "line 1: has an object that names a member twice",
        ),
        ("x", "text/plain", "Content-Type"),
    ],
)
async def test_what_is_no_narrative_is_refused_by_name(
    forge: Forge, document: str, kind: str, named: str
) -> None:
    answer = await imported(forge, document, kind, forge.keys["admin"])
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert named in answer.json()["detail"]


async def test_what_came_before_a_fault_stays(forge: Forge) -> None:
    await live(forge)
    key = await heir(forge)
    cut = (await told(forge))[:-40]
    answer = await imported(forge, cut, NDJSON, key)
    assert answer.status_code == 422
    assert (await story_of(forge, key)) == []
