"""The commands of a person at a terminal, against a live forge: what they print and return."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from forge_api import access
from forge_client.beliefs import NewBelief
from forge_client.client import ForgeClient
from forge_client.reflection import ReflectionInput
from forge_client.runs import Coverage, Failure, ModelUse, Report
from stack import private_file
from surfaces.cli import failures, keys, main, reflect, role_keys
from surfaces.cli.target import OwnTarget
from temporal_link.client import connect
from tests.fixtures.forge import AGENT, TENANT, Forge, SilentEmbedder
from tests.fixtures.temporal import TemporalServer

BELIEF = "The user wants [bold]short[/bold] replies."
LATER = "The user wants short replies, in English."


class Said(str):
    """What a command printed; `status` is its exit status, `err` what it told beside."""

    __slots__ = ("err", "status")
    status: int
    err: str

    def json(self) -> Any:
        return json.loads(self)


Run = Callable[..., Awaitable[Said]]


@pytest.fixture
def run(forge: Forge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command as a person with a reviewer's key."""
    monkeypatch.setenv("FORGE_URL", forge.url)
    monkeypatch.setenv("FORGE_API_KEY", forge.keys["reviewer"])
    monkeypatch.delenv("REFLECTION_DATA_DIR", raising=False)
    monkeypatch.delenv("AGENT_ID", raising=False)

    async def command(*words: str) -> Said:
        capsys.readouterr()
        status = await asyncio.to_thread(
            failures.status_of, lambda: main.cli.main(words, "reflection", standalone_mode=False)
        )
        shown = capsys.readouterr()
        said = Said(shown.out)
        said.status, said.err = status, shown.err
        return said

    return command


async def proposed(forge: Forge, content: str = BELIEF) -> str:
    async with ForgeClient(forge.url, forge.keys["agent"]) as agent:
        return (await agent.create_belief(AGENT, NewBelief(content=content))).id


async def test_edited_words_are_kept_and_an_undo_brings_the_card_back(
    forge: Forge, run: Run
) -> None:
    belief = await proposed(forge)
    edited = await run("edit", belief, LATER, "--reason", "in English, I meant")
    assert edited.splitlines() == [f"{belief} is active (version 2)", f"  {LATER}"]
    undone = await run("undo", belief)
    assert undone.splitlines() == [f"{belief} is pending (version 3)", f"  {BELIEF}"]
    again = await run("undo", belief)
    assert (again.status, "door_closed" in again.err) == (1, True)


async def test_what_was_forgotten_can_be_brought_back_and_a_closed_door_names_the_commands(
    forge: Forge, run: Run
) -> None:
    belief = await proposed(forge)
    await run("keep", belief)
    await run("forget", belief)
    shut = await run("forget", belief)
    assert shut.err == (
        f"{belief}: This belief is already forgotten, so there is nothing to forget. What can be "
        "done: `reflection unforget`, `reflection undo` (409 door_closed)\n"
    )
    back = await run("unforget", belief)
    assert back.startswith(f"{belief} is active (version 4)\n")
    nowhere = await run("unforget", "bel_0", "--agent", AGENT)
    assert nowhere.err.startswith(f"bel_0: {AGENT} has no such belief. Remedy: ")


async def test_the_end_of_an_id_will_do_where_it_names_one_belief(forge: Forge, run: Run) -> None:
    one, other = await proposed(forge), await proposed(forge, "The user collects stamps.")
    assert (await run("keep", one[-10:])).startswith(f"{one} is active")
    assert (await run("forget", one[-10:], "--agent", AGENT)).startswith(f"{one} is forgotten")
    doubtful = await run("beliefs", one[:8])
    assert doubtful.status == 1
    assert one in doubtful.err
    assert other in doubtful.err


async def test_an_edit_may_change_how_sure_one_is_and_nothing_else(forge: Forge, run: Run) -> None:
    belief = await proposed(forge)
    [answer] = (await run("edit", belief, "--confidence", "0.9", "--json")).json()
    assert (answer["belief"]["confidence"], answer["belief"]["content"]) == (0.9, BELIEF)


async def test_an_edit_without_words_and_without_a_terminal_is_wrong_usage(
    forge: Forge, run: Run
) -> None:
    refused = await run("edit", await proposed(forge))
    assert refused.status == 2
    assert "Your editor needs a terminal. Give WORDS" in refused.err


async def test_a_review_without_a_terminal_is_refused_and_the_plain_one_ends_with_its_input(
    forge: Forge, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    await proposed(forge)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    refused = await run("review")
    assert (refused.status, "--plain" in refused.err) == (2, True)
    ended = await run("review", "--plain")
    assert (ended.status, ended.splitlines()[0]) == (0, "Card 1 of 1")


async def test_a_door_tells_programs_what_became_of_each_belief(forge: Forge, run: Run) -> None:
    belief = await proposed(forge)
    kept = await run("keep", belief, "bel_nowhere", "--json")
    assert kept.status == 1
    assert [one.get("code") for one in kept.json()] == [None, "belief_not_found"]
    assert kept.json()[0]["belief"]["status"] == "active"


async def test_beliefs_are_a_table_for_people_and_json_for_programs(forge: Forge, run: Run) -> None:
    belief = await proposed(forge)
    none = await run("beliefs")
    assert none.splitlines()[0] == "0 of 0 beliefs"
    assert none.splitlines()[1].startswith("1 card waits for a decision")
    await run("keep", belief)
    head, row, _, count = (await run("beliefs", "--agent", AGENT)).splitlines()
    assert head.split()[:2] == ["id", "agent"]
    assert row.split()[0] == belief
    assert row.endswith(BELIEF)
    assert count == "1 of 1 belief"
    listed = (await run("beliefs", "--json")).json()
    assert [one["id"] for one in listed["beliefs"]] == [belief]
    earlier = await run("beliefs", "--as-of", "2020-01-01T00:00:00Z", "--json")
    assert earlier.json()["total"] == 0
    refused = await run("beliefs", "--as-of", "yesterday")
    assert (refused.status, "such as 2026-01-31T03:00:00Z" in refused.err) == (2, True)


async def test_no_more_beliefs_are_asked_for_than_wanted(forge: Forge, run: Run) -> None:
    for word in ("tea", "rain", "maps"):
        await run("keep", await proposed(forge, f"The user writes about {word}."))
    listed = (await run("beliefs", "--limit", "2", "--json")).json()
    assert (len(listed["beliefs"]), listed["total"]) == (2, 3)


async def test_one_belief_shows_its_history_newest_first(forge: Forge, run: Run) -> None:
    belief = await proposed(forge)
    await run("keep", belief, "--reason", "seen")
    shown = await run("beliefs", belief)
    assert shown.startswith(f"{belief} is active (version 2)\n  fact · scope agent · 50 % sure\n")
    assert shown.index("keep: pending → active") < shown.index("propose: new → pending")
    assert "Reason: seen" in shown
    assert (await run("beliefs", belief, "--json")).json()["audit"][0]["action"] == "keep"
    await run("edit", belief, "--confidence", "0.9", "--scope", "org", "--kind", "procedure")
    told = "kind fact → procedure, scope agent → org, confidence 50 % → 90 %"
    assert f"\n    {told}\n" in await run("beliefs", belief)
    assert "  procedure, org  " in await run("beliefs")


async def test_runs_are_listed_with_why_they_failed_and_shown_one_by_one(
    forge: Forge, run: Run
) -> None:
    async with ForgeClient(forge.url, forge.keys["worker"]) as worker:
        failed = await worker.put_run(
            Report(
                run_id="run-1",
                agent_id=AGENT,
                outcome="failed",
                failure=Failure(type="ForgeUnavailable", message="no_connection"),
                coverage=Coverage(available=3, left_for_next_run=3),
                model=ModelUse(name="stub:answer.json"),
                started_at=forge.services.clock(),
            )
        )
    _, row, _, count = (await run("runs")).splitlines()
    assert "failed" in row
    assert row.endswith("ForgeUnavailable: no_connection")
    assert count == "1 of 1 run"
    assert (await run("runs", failed.run_id)).startswith(f"Run run-1 of {AGENT}: failed")
    assert (await run("runs", "--json")).json()["runs"][0]["run_id"] == "run-1"
    nowhere = await run("runs", "run-2")
    assert (nowhere.status, "run_not_found" in nowhere.err) == (1, True)


async def test_verify_names_each_chain_and_gives_anchors_that_hold_later(
    forge: Forge, run: Run
) -> None:
    await proposed(forge)
    first = (await run("verify", "--json")).json()
    assert [(one["chain"], one["ok"]) for one in first] == [
        ("log", True),
        (f"audit/{AGENT}", True),
    ]
    await proposed(forge, "The user drinks tea.")
    anchors = [word for one in first for word in ("--anchor", one["anchor"])]
    root = first[0]["anchor"].rpartition(":")[2]
    assert (await run("verify", "--anchor", root)).status == 0
    later = await run("verify", *anchors)
    assert later.status == 0
    assert later.count("ok  ") == 2


async def test_verify_reads_the_anchors_that_forge_kept_outside(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    elsewhere = {"tenant": "another", "anchor": "x"}
    file.write_text(f'{json.dumps(elsewhere)}\n{{"tenant":')
    assert (await run("verify", "--anchor-file", str(file))).status == 0
    kept = {"tenant": TENANT, "anchor": f"999:{'ab' * 32}"}
    file.write_text(f"{json.dumps(kept)}\n{json.dumps(elsewhere)}\n")
    cut = await run("verify", "--anchor-file", str(file), "--tenant", TENANT)
    assert (cut.status, "its tail was cut" in cut) == (1, True)


async def test_verify_fails_where_the_chain_is_not_the_one_of_the_anchor(run: Run) -> None:
    for chain in ("log", f"audit/{AGENT}"):
        cut = await run("verify", "--anchor", f"{chain}=999:{'ab' * 32}")
        assert cut.status == 1
        assert f"FAIL  {chain}: " in cut
    assert (await run("verify", "--anchor", f"audit/nobody=1:{'ab' * 32}")).status == 2
    assert (await run("verify", "--anchor", "log")).status == 2
    assert (await run("verify", "--anchor", "log=x")).status == 1


async def test_the_doctor_shows_the_table_that_the_app_itself_goes_by(
    forge: Forge, run: Run
) -> None:
    told = (await run("doctor", "--access", "--json")).json()
    table = access.access_table(forge.app)
    assert told == {route: sorted(roles) for route, roles in table.items()}
    shown = await run("doctor", "--access")
    row = next(line for line in shown.splitlines() if line.endswith("/{belief_id}/keep"))
    assert row.split()[:4] == ["-", "-", "yes", "-"]


async def test_the_doctor_names_the_part_of_forge_that_fails(
    forge: Forge, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEMPORAL_ADDRESS", "127.0.0.1:1")
    forge.use_embedder(SilentEmbedder())
    told = (await run("doctor", "--json")).json()
    states = {one["part"]: one["ok"] for one in told}
    assert states["forge"]
    assert states["forge's database"]
    assert not states["forge's embedder"]
    assert "FORGE_EMBEDDING_MODEL" in next(
        one["remedy"] for one in told if one["part"] == "forge's embedder"
    )


async def test_without_a_worker_nothing_is_started_and_the_remedy_is_told(
    temporal_server: TemporalServer, task_queue: str
) -> None:
    servers = OwnTarget(
        {"FORGE_URL": "http://127.0.0.1:1"} | temporal_server.environment(task_queue)
    )
    with pytest.raises(reflect.NoWorker, match=r"nothing was started.*worker\.py"):
        await reflect.now(servers, ReflectionInput(agent_id="nobody-works"))
    client = await connect(temporal_server.settings(task_queue))
    assert [one async for one in client.list_workflows(f"TaskQueue = '{task_queue}'")] == []


async def test_a_run_whose_worker_went_away_is_not_waited_for_for_ever(
    temporal_server: TemporalServer, task_queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter(["a worker", "a worker", None])

    async def living_worker(*_: object) -> str | None:
        return next(seen)

    monkeypatch.setattr(reflect, "living_worker", living_worker)
    monkeypatch.setattr(reflect, "LOOK_EVERY_SECONDS", 0.01)
    servers = OwnTarget(
        {"FORGE_URL": "http://127.0.0.1:1"} | temporal_server.environment(task_queue)
    )
    with pytest.raises(reflect.NoWorker, match="goes on once one does"):
        await reflect.now(servers, ReflectionInput(agent_id=f"left-{task_queue}"))
    client = await connect(temporal_server.settings(task_queue))
    handle = client.get_workflow_handle(f"agent-reflection/left-{task_queue}")
    await handle.terminate()


async def test_the_keys_that_are_missing_are_made_and_no_second_ones(
    forge: Forge, tmp_path: Path
) -> None:
    servers = OwnTarget({"FORGE_URL": forge.url, "FORGE_API_KEY": forge.keys["admin"]})
    whole = ["keys there already: agent, worker, reviewer, admin"]
    assert await seeded(servers, None) == whole
    async with servers.forge("admin") as admin:
        for key in (await admin.list_keys()).keys:
            if key.role in ("agent", "reviewer"):
                await admin.revoke_key(key.id)
    shown = (await seeded(servers, tmp_path / "keys"))[1:]
    files = [tmp_path / "keys" / role for role in ("agent", "reviewer")]
    assert shown == [f"agent key of {AGENT}: {files[0]}", f"reviewer key: {files[1]}"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    async with ForgeClient(forge.url, files[1].read_text().strip()) as reviewer:
        assert [one.id for one in await reviewer.list_agents()] == [AGENT]
    assert await seeded(servers, None) == whole


async def test_no_key_is_made_where_its_file_cannot_be_written(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = OwnTarget({"FORGE_URL": forge.url, "FORGE_API_KEY": forge.keys["admin"]})
    async with servers.forge("admin") as admin:
        for key in (await admin.list_keys()).keys:
            if key.role != "admin":
                await admin.revoke_key(key.id)
    taken = [tmp_path / role for role in ("worker", "reviewer")]
    for file in taken:
        file.write_text("somebody's")
    with pytest.raises(FileExistsError) as refused:
        await seeded(servers, tmp_path)
    assert refused.value.filename == ", ".join(map(str, taken))
    assert names_in(tmp_path) == ["reviewer", "worker"]

    def full(path: Path, _: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(private_file, "write", full)
    with pytest.raises(OSError, match="No space left"):
        await seeded(servers, tmp_path / "new")
    assert names_in(tmp_path / "new") == []
    async with servers.forge("admin") as admin:
        known = (await admin.list_keys()).keys
    assert [key.role for key in known if not key.revoked_at] == ["admin"]


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def seeded(servers: OwnTarget, folder: Path | None) -> list[str]:
    told: list[str] = []
    await role_keys.ensure(servers, AGENT, folder, told.append)
    return told


async def test_cards_are_narrowed_to_those_of_a_kind(forge: Forge, run: Run) -> None:
    belief = await proposed(forge)
    assert belief in await run("cards", "--filter", "adds")
    assert await run("cards", "--filter", "stale") == "No open card is of this kind: stale\n"


async def test_a_sign_in_link_is_an_address_of_this_forge(forge: Forge, run: Run) -> None:
    assert (await run("sign-in")).startswith(f"{forge.url}/sign-in#")


async def test_an_unknown_agent_starts_no_run(run: Run) -> None:
    refused = await run("run", "--agent", "nobody")
    assert (refused.status, "agent_not_found" in refused.err) == (1, True)


async def test_keys_are_listed_with_what_they_may_and_how_long(
    forge: Forge, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORGE_API_KEY", forge.keys["admin"])
    bound = await forge.create_key("reviewer", agents=[AGENT])
    listed = await run("keys", "list")
    assert listed.splitlines()[0].split() == list(keys.HEAD)
    [row] = [line for line in listed.splitlines() if line.startswith(bound.id)]
    assert row.split()[1:3] == ["reviewer", AGENT]
    assert row.split()[4:] == ["-", "-", "-"]
    assert await run("keys", "revoke", bound.id) == f"{bound.id} is revoked\n"
    [shown] = [
        key for key in (await run("keys", "list", "--json")).json()["keys"] if key["id"] == bound.id
    ]
    assert shown["revoked_at"]
    assert bound.key not in listed
