from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from surfaces import samples
from tests.fixtures.stack import StackProcess, reflection

CARD = re.compile(r"^(bel_\w+)  demo · (.*)$", re.MULTILINE)
SECRET = re.compile(r"sk_live_\w{24}")


@dataclass(frozen=True)
class Demo:
    """Two demos on one folder, one after the other: what each printed."""

    folder: Path
    first: str
    second: str


@pytest_asyncio.fixture(scope="module")
async def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    stack = StackProcess(tmp_path_factory.mktemp("demo") / "data")
    printed = []
    for _ in range(2):
        status, shown, told = await reflection("demo", "--exit", *stack.options)
        assert status == 0, shown + told
        printed.append(shown)
    return Demo(stack.folder, *printed)


def test_the_demo_records_every_sample_turn_and_reflects_on_all_of_them(demo: Demo) -> None:
    turns = len(samples.fortnight().read_bytes().splitlines())
    assert f"{turns} turns recorded: {turns} new, 0 already there" in demo.first
    assert f"Coverage: {turns} of {turns} episodes" in demo.first


def test_the_demo_shows_the_verdicts_and_at_least_three_cards_one_of_them_flagged(
    demo: Demo,
) -> None:
    assert re.search(r"^  add, safe, stored as bel_", demo.first, re.MULTILINE)
    cards = CARD.findall(demo.first)
    assert len(cards) >= 3
    assert any("needs review" in facts for _, facts in cards)
    assert "I've learned:" in demo.first
    assert re.search(r"forge\s+http://127\.0\.0\.1:\d+", demo.first)


def test_a_demo_that_has_ended_says_so_and_how_to_start_it_again(demo: Demo) -> None:
    lines = demo.first.splitlines()
    assert "ready" not in lines
    assert "The stack has ended. Its addresses were:" in lines
    assert lines[-1].startswith("Start it again, with all that is in it: reflection up --data-dir")


def test_a_second_demo_finds_nothing_to_reflect_on_and_the_same_cards(demo: Demo) -> None:
    assert "nothing_to_reflect" in demo.second
    assert ": 0 new, " in demo.second
    assert [card for card, _ in CARD.findall(demo.second)] == [
        card for card, _ in CARD.findall(demo.first)
    ]


def test_the_pasted_secret_is_nowhere_in_the_data_folder_nor_on_the_screen(demo: Demo) -> None:
    found = SECRET.search(samples.fortnight().read_text("utf-8"))
    assert found
    secret = found[0]
    assert secret not in demo.first + demo.second
    forms = {secret.encode(), *base64_forms(secret.encode())}
    for path in demo.folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert not any(form in content for form in forms), path.relative_to(demo.folder)


def base64_forms(secret: bytes) -> Iterator[bytes]:
    """What of its base64 is the same whatever stands around it, at each of three alignments."""
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + secret)
        yield encoded[4 if shift else 0 : len(encoded) // 4 * 4 - 4]
