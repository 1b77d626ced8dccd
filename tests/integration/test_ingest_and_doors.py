from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio

from forge_client.beliefs import Door, DoorRequest, NewBelief
from forge_client.client import ForgeClient
from forge_client.errors import ForgeRefused
from surfaces import samples
from surfaces.cli import cards, door, failures, ingest, main
from surfaces.cli.target import OwnTarget
from tests.fixtures.forge import AGENT, Forge

BELIEF = "The user wants [bold]short[/bold] replies."


@pytest_asyncio.fixture
async def agent_client(forge: Forge) -> AsyncIterator[ForgeClient]:
    async with ForgeClient(forge.url, forge.keys["agent"]) as client:
        yield client


def servers(forge: Forge) -> OwnTarget:
    return OwnTarget({"FORGE_URL": forge.url, "FORGE_API_KEY": forge.keys["reviewer"]})


def knock(opened: Door, reason: str | None = None, agent_id: str | None = None) -> door.Knock:
    return door.Knock(opened, DoorRequest(reason=reason), agent_id)


async def passed(forge: Forge, opened: Door, belief_id: str) -> int:
    return await door.pass_each(servers(forge), [belief_id], knock(opened))


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def said(content: str) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": content}]}


async def test_the_sample_fortnight_is_recorded_once_however_often_it_is_ingested(
    agent_client: ForgeClient,
) -> None:
    files: Sequence[Path] = [samples.fortnight()]
    first = await ingest.record_files(agent_client, AGENT, files)
    again = await ingest.record_files(agent_client, AGENT, files)
    episodes = [episode async for episode in agent_client.each_episode(AGENT)]
    assert (first.new, first.already_there) == (len(episodes), 0)
    assert (again.new, again.already_there) == (0, len(episodes))
    assert not first.malformed + first.refused + again.malformed + again.refused
    assert len(episodes) >= 60


async def test_a_bad_line_and_a_changed_turn_are_named_and_the_rest_is_recorded(
    agent_client: ForgeClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turn = {"turn_id": "t1", "conversation_id": "c1"}
    path = written(
        tmp_path / "log.jsonl",
        turn | said("first words"),
        {"messages": "hunter2"},
        turn | said("other words"),
        said("last words"),
    )
    tally = await ingest.record_files(agent_client, AGENT, [path])
    assert tally.new == 2
    assert [(one["line"], one["field"]) for one in tally.malformed] == [(2, "messages")]
    assert [(one["line"], one["code"]) for one in tally.refused] == [(3, "turn_differs")]
    told = capsys.readouterr().err
    assert "line 2: messages" in told
    assert "line 3: This turn_id is recorded" in told
    assert "Remedy: a changed turn is another turn" in told
    assert told.index("line 2:") < told.index("line 3:")
    assert "hunter2" not in told


async def test_lines_without_ids_are_the_same_turns_in_whatever_file_they_stand(
    agent_client: ForgeClient, tmp_path: Path
) -> None:
    lines = [said(f"words {place}") for place in range(9)]
    first = written(tmp_path / "today.jsonl", *lines, lines[0])
    rotated = written(tmp_path / "today.jsonl.1", *reversed(lines))
    tally = await ingest.record_files(agent_client, AGENT, [first])
    assert (tally.new, tally.already_there) == (9, 1)
    tally = await ingest.record_files(agent_client, AGENT, [rotated])
    assert (tally.new, tally.already_there) == (0, 9)
    assert not tally.refused


async def test_lines_without_ids_are_recorded_in_the_order_of_the_file(
    agent_client: ForgeClient, tmp_path: Path
) -> None:
    path = written(tmp_path / "log.jsonl", *[said(f"words {place}") for place in range(20)])
    await ingest.record_files(agent_client, AGENT, [path])
    episodes = [episode async for episode in agent_client.each_episode(AGENT)]
    told = [episode.summary for episode in sorted(episodes, key=lambda one: one.created_at)]
    assert [int(summary.rpartition(" ")[2]) for summary in told] == list(range(20))


async def test_a_field_that_forge_refuses_is_told_with_its_reason(
    agent_client: ForgeClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "log.jsonl", {"messages": [{"role": "user", "content": 7}]})
    tally = await ingest.record_files(agent_client, AGENT, [path])
    assert tally.refused[0]["fields"] == ["messages.0.content"]
    assert "line 1: messages.0.content: must be text" in capsys.readouterr().err


async def test_a_json_array_is_told_once(
    agent_client: ForgeClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "turns.json"
    path.write_text(json.dumps([said("words")] * 50, indent=2))
    tally = await ingest.record_files(agent_client, AGENT, [path])
    assert len(tally.malformed) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "one JSON object per line" in told


async def test_an_agent_that_is_not_there_ends_it_before_a_line_is_sent(
    agent_client: ForgeClient, tmp_path: Path
) -> None:
    path = written(tmp_path / "log.jsonl", said("words"))
    with pytest.raises(ForgeRefused, match="agent_not_found"):
        await ingest.record_files(agent_client, "nobody", [path])


async def test_a_card_is_kept_and_then_forgotten_and_a_closed_door_is_told(
    forge: Forge, agent_client: ForgeClient, capsys: pytest.CaptureFixture[str]
) -> None:
    belief = await agent_client.create_belief(AGENT, NewBelief(content=BELIEF))
    async with servers(forge).forge("reviewer") as reviewer:
        found = await cards.all_open(reviewer, None)
    assert [card.belief.id for card in found.cards] == [belief.id]

    assert await door.pass_each(servers(forge), [belief.id], knock("keep", "seen")) == 0
    shown = capsys.readouterr()
    assert "is active (version 2)" in shown.out
    assert BELIEF in shown.out
    assert await door.pass_each(servers(forge), [belief.id], knock("keep", agent_id=AGENT)) == 1
    assert "door_closed" in capsys.readouterr().err
    assert await door.pass_each(servers(forge), [belief.id], knock("forget", agent_id=AGENT)) == 0


@pytest.mark.parametrize(
    ("first", "again", "told"),
    [
        (
            "keep",
            "keep",
            "already active, so there is nothing to keep. What can be done: `reflection forget`",
        ),
        ("forget", "forget", "already forgotten, so there is nothing to forget."),
        ("forget", "keep", "This belief is forgotten, so there is nothing to keep."),
    ],
)
async def test_a_closed_door_says_what_is_and_what_can_be_done(
    forge: Forge,
    agent_client: ForgeClient,
    capsys: pytest.CaptureFixture[str],
    first: Door,
    again: Door,
    told: str,
) -> None:
    belief = await agent_client.create_belief(AGENT, NewBelief(content=BELIEF))
    assert await passed(forge, first, belief.id) == 0
    assert await passed(forge, again, belief.id) == 1
    said = capsys.readouterr().err
    assert told in said
    assert "`reflection unforget`" in said or first == "keep"


async def test_a_keep_beside_an_active_opposite_says_so_and_is_done(
    forge: Forge, agent_client: ForgeClient, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = await agent_client.create_belief(
        AGENT, NewBelief(content="The user wants short replies.")
    )
    unwanted = await agent_client.create_belief(
        AGENT, NewBelief(content="The user never wants short replies.")
    )
    assert [reason.code for reason in unwanted.review_reasons if reason.belief_id] == [
        "contradicts"
    ]
    assert await passed(forge, "keep", wanted.id) == 0
    assert "says the opposite" not in capsys.readouterr().out
    assert await passed(forge, "keep", unwanted.id) == 0
    shown = capsys.readouterr().out
    assert f"{unwanted.id} is active" in shown
    assert f"ACTIVE NOW too, and says the opposite: {wanted.id}" in shown
    assert f"reflection forget {wanted.id}" in shown


async def test_a_key_that_is_not_there_is_told_and_the_next_is_revoked_all_the_same(
    forge: Forge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORGE_URL", forge.url)
    monkeypatch.setenv("FORGE_API_KEY", forge.keys["admin"])
    created = await forge.create_key("agent")
    words = ("keys", "revoke", "nope", created.id)
    status = await asyncio.to_thread(
        failures.status_of, lambda: main.cli.main(words, "reflection", standalone_mode=False)
    )
    assert status == 1
    shown = capsys.readouterr()
    assert "nope: there is no such key. `reflection keys list`" in shown.err
    assert f"{created.id} is revoked" in shown.out


async def test_a_turn_that_the_agent_never_answered_is_taken(
    agent_client: ForgeClient, tmp_path: Path
) -> None:
    path = written(tmp_path / "log.jsonl", said("Short replies, please."))
    tally = await ingest.record_files(agent_client, AGENT, [path])
    assert (tally.new, tally.refused) == (1, [])


async def test_a_belief_that_nobody_has_is_told_and_the_next_is_decided_all_the_same(
    forge: Forge, agent_client: ForgeClient, capsys: pytest.CaptureFixture[str]
) -> None:
    belief = await agent_client.create_belief(AGENT, NewBelief(content=BELIEF))
    ids = ["bel_nowhere", belief.id]
    assert await door.pass_each(servers(forge), ids, knock("forget")) == 1
    shown = capsys.readouterr()
    assert "bel_nowhere" in shown.err
    assert f"{belief.id} is forgotten" in shown.out
