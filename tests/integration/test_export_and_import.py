"""`reflection export` and `import` against a live forge: whole, cut off, and again."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from forge_client.client import ForgeClient
from forge_client.narratives import NDJSON, XML
from surfaces.cli import export
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
        part = tmp_path / f"{name}.part"
        part.write_bytes(b"".join(whole)[:size])
        held = await exported(forge, file, kind)
        joined = file.read_bytes().splitlines(keepends=True)
        # Behind what stood there: only what the log has told since, of the exports themselves.
        assert joined[: len(whole) - 1] == whole[:-1]
        assert not part.exists()
        account = await imported(forge, file, key)
        assert (account.read, account.new > 0) == (held, True)
