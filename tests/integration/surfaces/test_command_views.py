"""What `cards`, `beliefs` and `runs` show of texts that attack, and why no card waits."""

from __future__ import annotations

import unicodedata
from typing import Any

from forge_client.names import MAX_CONTENT
from surfaces.cli import screen
from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import BELIEFS, active, item, pending, propose
from tests.integration.surfaces.test_labels import run
from tests.integration.surfaces.test_review_screen import ATTACKS


def unseen(shown: str) -> set[str]:
    """Return what a terminal would obey or not show."""
    found = {one for one in shown if unicodedata.category(one) in screen.UNSEEN}
    return found - {"\n"}


async def test_attacking_texts_are_shown_whole_and_written_out_by_every_view(forge: Forge) -> None:
    assert max(map(len, ATTACKS.values())) < MAX_CONTENT
    for content in ATTACKS.values():
        await pending(forge, content, rationale=content[:500])
    listed, plain = await run(forge, "cards"), await run(forge, "review", "--plain", typed="q\n")
    assert not unseen(listed + plain)
    assert [one for one in ATTACKS.values() if screen.indented(one) not in listed] == []

    kept = await active(forge, "\x1b[31mTea\u202e [b]at[/b] four")
    table, one = await run(forge, "beliefs"), await run(forge, "beliefs", kept)
    assert not unseen(table + one)
    assert "[U+001B][31mTea[U+202E] [b]at[/b] four" in table
    assert "[U+001B][31mTea[U+202E] [b]at[/b] four" in one


async def test_a_run_s_attacking_words_are_written_out(forge: Forge) -> None:
    await report(forge, "r1", "proposed", ["<script>\x1b[2J [b]Tea[/b]\u200b"])
    failure = {"type": "NoMemory", "message": "\x1b]0;owned\x07 [red]gone"}
    await report(forge, "r2", "failed", failure=failure)
    listed = await run(forge, "runs")
    shown = [await run(forge, "runs", one) for one in ("r1", "r2")]
    assert not unseen("".join([listed, *shown]))
    assert "<script>[U+001B][2J [b]Tea[/b][U+200B]" in shown[0]
    assert "[U+001B]]0;owned[U+0007] [red]gone" in shown[1]


async def test_where_no_card_waits_the_reason_is_told(forge: Forge) -> None:
    async def told() -> str:
        listed, plain = await run(forge, "cards"), await run(forge, "review", "--plain")
        assert plain == listed
        return listed

    assert "No reflection has run yet. Let one: reflection run --agent" in await told()
    await report(forge, "r1", "nothing_new", coverage={"reflected": 47, "available": 60})
    assert "Nothing was proposed. The last run read 47 of 60 episodes" in await told()
    failure = {"type": "NoMemory", "message": "episodes: 503 embedder_unavailable"}
    await report(forge, "r2", "failed", failure=failure)
    assert "The last run failed: NoMemory: episodes: 503 embedder_unavailable" in await told()
    await report(forge, "r3", "proposed", ["The user likes tea"])
    [one] = (await _get(forge, f"{BELIEFS}?status=pending"))["beliefs"]
    await run(forge, "keep", one["id"])
    assert "All decided" in await told()


async def report(
    forge: Forge, run_id: str, outcome: str, contents: list[str] | None = None, **fields: Any
) -> None:
    """Store a run: with its proposals, or as one that stored nothing."""
    told = {
        "run_id": run_id,
        "agent_id": AGENT,
        "outcome": outcome,
        "model": {"name": "none"},
        "started_at": f"2026-11-30T03:00:0{run_id.removeprefix('r')}Z",
        **fields,
    }
    if contents:
        await propose(forge, *map(item, contents), run_id=run_id, report=told)
        return
    async with forge.client("worker") as worker:
        answer = await worker.put(f"/agents/{AGENT}/runs/{run_id}", json=told)
    assert answer.is_success, answer.text


async def _get(forge: Forge, path: str) -> dict[str, Any]:
    async with forge.client("reviewer") as reviewer:
        found: dict[str, Any] = (await reviewer.get(path)).json()
    return found
