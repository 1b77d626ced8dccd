"""The README cannot lie: what it has a person type is typed here, in its order, on a real stack."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from surfaces import samples
from surfaces.cli import main
from tests.fixtures.stack import REFLECTION, StackProcess, environment, reflection

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
STAYS_UP = re.compile(r"^(make \w+|reflection up)\b")
PLACES = ("127.0.0.1:8110", "127.0.0.1:7233", "127.0.0.1:8233")


@dataclass(frozen=True)
class Typed:
    """One block as it was typed, and what it printed."""

    block: str
    status: int
    printed: str


@pytest_asyncio.fixture(scope="module")
async def typed(stack: StackProcess, tmp_path_factory: pytest.TempPathFactory) -> list[Typed]:
    """Every block but those that stay up, typed one after another in one folder."""
    here = tmp_path_factory.mktemp("readme")
    (here / ".reflection").symlink_to(stack.folder)
    (here / ".venv").mkdir()
    (here / ".venv" / "bin").symlink_to(REFLECTION.parent)
    card = await card_of_the_demo(stack)
    return [
        await type_in(here, with_values(block, stack, card))
        for block in BLOCKS
        if not STAYS_UP.match(block)
    ]


async def card_of_the_demo(stack: StackProcess) -> str:
    """Do what the README's demo has done by then; return the id of a card."""
    where = ("--data-dir", str(stack.folder), "--agent", "demo")
    for words in (("seed",), ("ingest", str(samples.fortnight())), ("run",)):
        status, _, told = await reflection(*words, *where)
        assert status == 0, told
    _, printed, _ = await reflection("cards", *where, "--json")
    found: str = json.loads(printed)["cards"][0]["belief"]["id"]
    return found


def with_values(block: str, stack: StackProcess, card: str) -> str:
    """Put this stack's ports in the place of the usual ones, and a real id for `bel_…`."""
    for place, port in zip(PLACES, stack.ports, strict=True):
        block = block.replace(place, f"127.0.0.1:{port}")
    return block.replace("bel_…", card)


async def type_in(here: Path, block: str) -> Typed:
    shell = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-e", "-c", f'export PATH="$PWD/.venv/bin:$PATH"\n{block}'),
        cwd=here,
        env=environment(),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await shell.communicate()
    return Typed(block, shell.returncode or 0, printed.decode())


def only(typed: list[Typed], words: str) -> Typed:
    (found,) = (one for one in typed if words in one.block)
    return found


def test_whatever_the_readme_tells_to_type_works(typed: list[Typed]) -> None:
    assert not [one for one in typed if one.status != 0]
    assert len(typed) >= 5


def test_a_person_of_the_demo_sees_the_cards_and_keeps_one(typed: list[Typed]) -> None:
    printed = only(typed, "reflection keep").printed
    assert "I've learned:" in printed
    assert "is active" in printed


def test_an_agent_of_your_own_is_taught_and_reflects(typed: list[Typed]) -> None:
    printed = only(typed, "reflection ingest").printed
    assert "my-agent is created" in printed
    assert "1 turn recorded: 1 new" in printed
    assert "of my-agent: " in printed


def test_a_turn_sent_with_curl_is_an_episode_that_the_search_finds(typed: list[Typed]) -> None:
    recorded, found = map(json.loads, only(typed, "curl").printed.splitlines())
    assert recorded["turn_id"] == "turn-1"
    assert recorded["episode"]["id"] in json.dumps(found)


def test_a_run_that_plain_temporal_started_is_read_with_our_own_command(
    typed: list[Typed],
) -> None:
    printed = only(typed, "temporal workflow start").printed
    assert "agent-reflection/my-agent" in printed
    assert re.search(r" my-agent +\w+ +\d+ of \d+ ", printed)


def test_the_path_is_set_before_the_first_command_that_needs_it() -> None:
    first = next(place for place, block in enumerate(BLOCKS) if "reflection " in block)
    assert any("export PATH=" in block for block in BLOCKS[:first])


def test_every_command_that_the_documents_name_is_there() -> None:
    for page in (ROOT / "README.md", ROOT / "docs" / "command-line.md"):
        code = "\n".join(re.findall(r"```sh\n.*?```|`[^`\n]+`", page.read_text("utf-8"), re.DOTALL))
        named = set(re.findall(r"(?:^|[`\n ])reflection ([a-z]+)\b", code))
        assert named <= set(main.COMMANDS), page.name
