"""`reflection export` and `import` against a live forge: whole, cut off, and again."""

from __future__ import annotations

import importlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import pytest

from forge_client.client import ForgeClient
from forge_client.narratives import NDJSON, XML
from surfaces.cli import export, unfinished_export
from surfaces.cli.target import OwnTarget
from tests.fixtures.forge import TURNS, Forge, turn

bring_in: Any = importlib.import_module("surfaces.cli.import")

KINDS = [pytest.param(XML, "log.xml", id="xml"), pytest.param(NDJSON, "log.ndjson", id="ndjson")]


async def exported(forge: Forge, file: Path, kind: str) -> int:
    async with ForgeClient(forge.url, forge.keys["admin"]) as admin:
        return await export.write(admin, file, kind)


async def imported(forge: Forge, file: Path, key: str) -> Any:
    servers = OwnTarget({"FORGE_URL": forge.url, "FORGE_API_KEY": key})
    with file.open("rb") as opened:
        return await bring_in._import(servers, opened)


def cut_off(file: Path, kind: str, arrived: bytes) -> Path:
    """Leave what an export leaves that ends after `arrived`; return its part."""
    part = file.with_name(f"{file.name}.part")
    with suppress(KeyboardInterrupt), unfinished_export.opened(file, export.form(kind)) as out:
        out.write(arrived)
        raise KeyboardInterrupt
    return part


@pytest.mark.parametrize(("kind", "name"), KINDS)
async def test_an_export_that_was_cut_anywhere_goes_on_and_is_whole(
    forge: Forge, tmp_path: Path, kind: str, name: str
) -> None:
    async with forge.client("agent") as agent:
        for number in range(4):
            await agent.post(TURNS, json=turn(f"t{number}", "One\nline\u2028and more", "Two"))
    file = tmp_path / name
    assert await exported(forge, file, kind) == 8
    assert file.stat().st_mode & 0o777 == 0o600
    whole = file.read_bytes().splitlines(keepends=True)
    key = (await forge.keys_of("heir"))["admin"]
    for size in (0, 10, 300, 900, sum(map(len, whole)) - 60):
        part = cut_off(file, kind, b"".join(whole)[:size])
        held = await exported(forge, file, kind)
        joined = file.read_bytes().splitlines(keepends=True)
        # Behind what stood there: only what the log has told since, of the exports themselves.
        assert joined[: len(whole) - 1] == whole[:-1]
        assert not part.exists()
        account = await imported(forge, file, key)
        assert (account.read, account.new > 0) == (held, True)


async def test_a_part_of_another_log_is_neither_gone_on_with_nor_touched(
    forge: Forge, tmp_path: Path
) -> None:
    async with forge.client("agent") as agent:
        await agent.post(TURNS, json=turn("t0", "One", "Two"))
    file = tmp_path / "log.ndjson"
    await exported(forge, file, NDJSON)
    foreign = file.read_bytes().splitlines(keepends=True)[0].replace(b'"id":"', b'"id":"other')
    part = cut_off(file, NDJSON, foreign)
    with pytest.raises(click.ClickException, match="no unfinished export of this log"):
        await exported(forge, file, NDJSON)
    assert part.read_bytes() == foreign
