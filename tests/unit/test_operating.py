"""docs/operating.md tells of every setting, and of none that nothing reads."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml

from forge_api import settings as forge_settings
from reflection_memory.sealing.master_key import MasterKey
from surfaces.cli.main import cli
from temporal_link import settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)`( \(or `_FILE`\))? \|.+\|.*\|.*\|$", re.MULTILINE)


class Recording(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self, **given: str) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.asked.add(name)
        return super().get(name, default)


def documented() -> set[str]:
    names: set[str] = set()
    for name, or_file in ROW.findall(PAGE):
        names |= {name, f"{name}_FILE"} if or_file else {name}
    return names


def read() -> set[str]:
    environ = Recording(
        FORGE_DATABASE_URL="postgresql://127.0.0.1/forge",
        FORGE_MASTER_KEY="k",
        FORGE_API_KEY="k",
        FORGE_WEBHOOK_URL="https://chat.example",
        FORGE_WEBHOOK_SECRET=f"whsec_{'A' * 44}",
        TEMPORAL_TLS="true",
    )
    forge_settings.read(environ)
    forge_settings.owner_database_url(environ)
    settings.read_worker(environ)
    return environ.asked


def options_of(group: click.Command) -> Iterator[str]:
    for parameter in group.params:
        if isinstance(parameter.envvar, str):
            yield parameter.envvar
    if isinstance(group, click.Group):
        for name in group.list_commands(click.Context(group)):
            one = group.get_command(click.Context(group), name)
            assert one is not None
            yield from options_of(one)


def test_every_setting_is_documented_and_every_documented_one_is_read() -> None:
    assert documented() == read() | set(options_of(cli))


def test_no_setting_is_documented_twice() -> None:
    names = [name for name, _ in ROW.findall(PAGE)]
    assert len(names) == len(set(names))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="the page names what to do without it")
def test_the_secrets_are_made_as_the_page_says_and_are_those_that_compose_wants(
    tmp_path: Path,
) -> None:
    block = next(
        text for text in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) if "mkdir" in text
    )
    subprocess.run(["/bin/sh", "-euc", block], cwd=tmp_path, check=True)
    folder = tmp_path / "secrets"
    wanted = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["secrets"]
    assert {path.name for path in folder.iterdir()} == set(wanted)
    assert folder.stat().st_mode & 0o777 == 0o700
    environ = {
        "FORGE_DATABASE_URL_FILE": str(folder / "database-url"),
        "FORGE_MASTER_KEY_FILE": str(folder / "master-key"),
        "TEMPORAL_CODEC_KEY_FILE": str(folder / "codec-key"),
    }
    read_back = forge_settings.read(environ)
    assert read_back.temporal.codec_key is not None
    MasterKey.parse(read_back.master_key.get_secret_value())
    assert "forge_app" in read_back.database_url.get_secret_value()
